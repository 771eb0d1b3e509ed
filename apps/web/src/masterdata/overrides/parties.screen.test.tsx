import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SCREEN_TABLE } from '../../paths.ts';
import { forgetSession, startSession } from '../../session/session.ts';
import { loginDataOf, renderApp } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { problem, serveResources } from '../../testing/serve-resources.ts';

const LEVELS = { Banks: 4, 'Bank Headers': 4, 'Business Partners': 4, 'Payee Details': 4, Branches: 4 };
const BDO = { bank_code: 'BDO', bank_name: 'BDO Unibank' };

beforeEach(() => startSession(loginDataOf(LEVELS)));
afterEach(() => {
  vi.restoreAllMocks();
  forgetSession();
});

const open = (address: string) => renderApp(SCREEN_TABLE.screens, address);
const dialog = () => page.getByRole('dialog', { name: 'Edit entry' });
const box = (name: string) => dialog().getByRole('textbox', { name, exact: true });
const choice = (name: string) => dialog().getByRole('combobox', { name, exact: true });
const tab = (name: string) => page.getByRole('tab', { name, exact: true });

async function choose(name: string, text: string): Promise<void> {
  await choice(name).fill(text);
  await expect.element(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await userEvent.keyboard('{Enter}');
}

describe('banks', () => {
  test('a chosen bank brings its name, unless one was typed', async () => {
    serveResources({ bank: [], bank_header: [BDO, { bank_code: 'BPI', bank_name: 'BPI' }], account: [] });
    await open('/banks?id=new');
    await choose('Bank', 'BDO');
    await expect.element(box('Bank name')).toHaveValue('BDO Unibank');
    await box('Bank name').fill('BDO Unibank - Ayala');
    await choose('Bank', 'BPI');
    await expect.element(box('Bank name')).toHaveValue('BDO Unibank - Ayala');
  });

  test('Download asks for what the list shows', async () => {
    const served = serveResources({ bank: [{ ...BDO, acct_desc: 'Main', account_no: '1-1' }] });
    served.answer('GET /bank/download', () => problem(403, 'forbidden', 'You need Select on Banks.'));
    await open('/banks?q=Main');
    await page.getByRole('button', { name: 'Download' }).click();
    await expect.element(page.getByText('Failed to retrieve! You need Select on Banks.')).toBeVisible();
    const asked = served.asked.find(({ call }) => call === 'GET /bank/download');
    expect(asked?.query.get('search')).toBe('Main');
  });
});

describe('the layout of a cheque', () => {
  const field = (id: number, name: string, left_mm: string, top_mm: string, field_width: string) => ({
    id,
    field: name,
    left_mm,
    top_mm,
    field_width,
    field_height: '6.00',
    size_pt: 11,
    align: 'L',
  });
  const fields = [
    field(1, 'date', '150.00', '14.00', '44.00'),
    field(2, 'payee', '38.00', '27.00', '106.00'),
    field(3, 'figures', '158.00', '27.00', '36.00'),
    field(4, 'words', '27.00', '37.00', '160.00'),
  ];
  const layout = { layout_name: 'Voucher cheque', width_mm: '203.20', height_mm: '76.20', fields };
  const SAMPLE = {
    batch_number: '0010234',
    document_number: 'CV0000418',
    cheque_date: '2025-05-21',
    payee: 'BANTAY KUNWARI SECURITY AGENCY, INC.',
    amount: '2500.00',
    currency_word: 'PESOS',
  };
  const place = (name: string) => dialog().getByRole('button', { name: new RegExp(`^${name}, `) });
  const number = (name: string, column: string) =>
    dialog().getByRole('row', { name, exact: true }).getByRole('textbox', { name: column, exact: true });
  const drawn = (name: string) =>
    [...place(name).element().nextElementSibling!.querySelectorAll('text')].map(({ textContent }) => textContent);
  function serveLayout(more: Record<string, unknown> = {}) {
    const served = serveResources({
      bank: [],
      bank_header: [BDO],
      account: [],
      cheque_layout: [{ ...layout, accounts: 'BDO 0003-0001, BPI 0002', picture: null, ...more }],
    });
    served.answer('GET /cheque-offsets', () => ({ status: 200, body: { data: [] } }));
    served.answer('GET /cheque-layout/1/sample', () => ({ status: 200, body: { data: SAMPLE } }));
    return served;
  }

  test('has its fields on the stock and in a table, moved by keys and numbers, and says what lies wrong', async () => {
    serveLayout();
    await open('/banks?tab=cheques&id=1');
    await expect
      .element(place('Payee'))
      .toHaveAccessibleName('Payee, 38.00 mm from the left, 27.00 mm from the top, 106.00 × 6.00 mm');
    await expect.element(dialog().getByText('Batch 0010234 as sample')).toBeVisible();
    expect([...drawn('Payee'), ...drawn('Figures'), ...drawn('Words'), drawn('Date').join('')]).toEqual([
      'BANTAY KUNWARI SECURITY AGENCY, INC.',
      '2,500.00',
      'TWO THOUSAND FIVE HUNDRED PESOS ONLY',
      '05212025',
    ]);
    await expect.element(dialog().getByText('8 × 3 in, 203.2 × 76.2 mm')).toBeVisible();
    await expect
      .element(dialog().getByText('Cheques of BDO 0003-0001, BPI 0002 are written on this stock.'))
      .toBeVisible();
    (place('Payee').element() as SVGGElement).focus();
    await userEvent.keyboard('{ArrowLeft}{Shift>}{ArrowUp}{/Shift}');
    await expect.element(number('Payee', 'Left, mm')).toHaveValue('37.50');
    await expect.element(number('Payee', 'Top, mm')).toHaveValue('22.00');
    await number('Payee', 'Left, mm').fill('47.25');
    await userEvent.keyboard('{Tab}');
    await expect
      .element(place('Payee'))
      .toHaveAccessibleName('Payee, 47.25 mm from the left, 22.00 mm from the top, 106.00 × 6.00 mm');
    // A step ends on the next half, or is half a millimetre from where it began.
    (place('Payee').element() as SVGGElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(number('Payee', 'Left, mm')).toHaveValue('48.00');
    await dialog().getByRole('checkbox', { name: 'Snap to 0.5 mm' }).click();
    await number('Payee', 'Left, mm').fill('47.25');
    (place('Payee').element() as SVGGElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(number('Payee', 'Left, mm')).toHaveValue('47.75');
    await number('Payee', 'Width, mm').fill('20');
    await userEvent.keyboard('{Tab}');
    await expect
      .element(
        dialog().getByText(`Payee "${SAMPLE.payee}" does not fit: its place holds 2 lines of 20 mm`, { exact: false }),
      )
      .toBeVisible();
    await number('Payee', 'Top, mm').fill('72');
    await userEvent.keyboard('{Tab}');
    await expect.element(dialog().getByText('Payee lies outside the stock of 203.2 × 76.2 mm.')).toBeVisible();
    await dialog().getByRole('button', { name: 'Remove Words' }).click();
    await expect.element(dialog().getByText('Words needs a place on the cheque.')).toBeVisible();
    await dialog().getByRole('button', { name: 'Add Words' }).click();
    await expect.element(number('Words', 'Top, mm')).toHaveValue('37.00');
    await dialog().getByRole('button', { name: 'Reset to bank default' }).click();
    await expect
      .element(place('Payee'))
      .toHaveAccessibleName('Payee, 38.00 mm from the left, 27.00 mm from the top, 106.00 × 6.00 mm');
    await expect.element(place('Signature 2')).toBeInTheDocument();
    // With Ctrl the keys move its lower right corner, and the pointer moves any; the other edges stay.
    (place('Payee').element() as SVGGElement).focus();
    await userEvent.keyboard('{Control>}{ArrowLeft}{Shift>}{ArrowDown}{/Shift}{/Control}');
    const sizes = () =>
      ['Left, mm', 'Top, mm', 'Width, mm', 'Height, mm'].map((column) => {
        return Number((number('Payee', column).element() as HTMLInputElement).value);
      });
    await expect.poll(sizes).toEqual([38, 27, 105.5, 11]);
    const stock = dialog().getByRole('group', { name: /^Stock of/ });
    const { width } = stock.element().getBoundingClientRect();
    const at = (mm: number) => Math.round(((mm + 8) * width) / (203.2 + 12));
    const corner = stock.element().querySelector('[data-corner="left top"]')!;
    await userEvent.dragAndDrop(corner, stock, { targetPosition: { x: at(60), y: at(20) } });
    // A pixel is less than half a millimetre.
    const near = [60, 20, 83.5, 18].map((mm) => expect.closeTo(mm, 0));
    await expect.poll(sizes).toEqual(near);
    expect(await accessibilityFaults()).toEqual([]);
  });

  test('shows a scan of its stock in its own proportion, and gives it up', async () => {
    const served = serveLayout();
    const picture =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    served.answer('POST /cheque-layout/1/picture', () => ({ body: { data: { id: 1, picture } } }));
    served.answer('DELETE /cheque-layout/1/picture', () => ({ body: { data: { id: 1, picture: null } } }));
    await open('/banks?tab=cheques&id=1');
    await expect.element(place('Payee')).toBeInTheDocument();
    const stock = () => document.querySelector('[data-stock]')?.getAttribute('href');
    expect(stock()).toMatch(/^data:image\/svg/);
    const drop = dialog().getByRole('region', { name: 'Picture of the stock' });
    const scan = new File([new Uint8Array([137, 80])], 'stock.png', { type: 'image/png' });
    await userEvent.upload(drop.getByLabelText(/^Drop, paste/), scan);
    await expect.poll(stock).toBe(picture);
    // It is not stretched to what it is not.
    expect(document.querySelector('[data-stock]')).toHaveAttribute('preserveAspectRatio', 'xMinYMin meet');
    await expect
      .element(dialog().getByText(/^The picture is 1\.00 times as wide as high, the stock 2\.67 times/))
      .toBeVisible();
    await dialog().getByRole('checkbox', { name: 'Show stock' }).click();
    expect(stock()).toBeUndefined();
    await dialog().getByRole('checkbox', { name: 'Show stock' }).click();
    await drop.getByRole('button', { name: 'Remove picture' }).click();
    await expect.poll(stock).toMatch(/^data:image\/svg/);
    expect(served.asked.filter(({ call }) => call.endsWith('/picture')).map(({ call }) => call)).toEqual([
      'POST /cheque-layout/1/picture',
      'DELETE /cheque-layout/1/picture',
    ]);
  });

  test('is copied with its fields, and calibrated on a printer that keeps the scale', async () => {
    const served = serveLayout();
    await open('/banks?tab=cheques&id=1');
    const calibration = dialog().getByRole('region', { name: 'Calibration' });
    const measure = (name: string, value: string) =>
      calibration.getByRole('textbox', { name: new RegExp(`^${name}`) }).fill(value);
    await measure('Printer', 'EPSON');
    await measure('First cross from the left', '11.5');
    await measure('First cross from the top', '9.0');
    await expect.element(calibration.getByText('Moves everything by −1.50 mm across and +1.00 mm down.')).toBeVisible();
    await measure('To the second cross', '176');
    await expect.element(calibration.getByText(/Print at 100 %, without fitting/)).toBeVisible();
    served.answer('POST /cheque-offsets', () => ({
      body: {
        data: {
          id: 1,
          layout_id: 1,
          printer_name: 'EPSON',
          x_mm: '-1.50',
          y_mm: '1.00',
          measured_at: '2026-03-05T01:00:00Z',
        },
      },
    }));
    await calibration.getByRole('button', { name: 'Keep for this printer' }).click();
    await expect
      .element(page.getByText('On EPSON everything moves by −1.50 mm across and +1.00 mm down.'))
      .toBeVisible();
    await userEvent.keyboard('{Escape}');
    await page
      .getByRole('row', { name: /Voucher cheque/ })
      .getByRole('button', { name: /^More|Actions|Menu/i })
      .click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect.element(number('Words', 'Width, mm')).toHaveValue('160.00');
    await box('Name').fill('Stock of 2027');
    await dialog()
      .getByRole('button', { name: /^Save$|^Save Ctrl/ })
      .click();
    await expect.poll(() => served.rows('cheque_layout').length).toBe(2);
    expect(served.rows('cheque_layout')[1]).toMatchObject({ layout_name: 'Stock of 2027', width_mm: '203.20' });
    expect((served.rows('cheque_layout')[1]!['fields'] as object[]).length).toBe(4);
  });
});

test('bank accounts of payees have a list beside the payees, with an import of their own', async () => {
  serveResources({
    payee: [{ payee_code: 'P-1', payee_desc: 'Ana Reyes', payee_type: 5, status: 1 }],
    payee_bank: [{ payee_code: 'P-1', bank_code: 'BDO', acct_no: '0012-3456', acct_name: 'Ana S. Reyes' }],
    bank_header: [BDO],
  });
  await open('/payefile');
  await tab('Bank accounts').click();
  await expect.element(page.getByRole('row', { name: /P-1.*Ana S\. Reyes.*0012-3456.*BDO/ })).toBeVisible();
  await page.getByRole('button', { name: 'Import' }).click();
  const importing = page.getByRole('dialog', { name: 'Import Payee Banks' });
  await expect.element(importing.getByText(/^Columns: Payee, .*Account no\. \*/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(await accessibilityFaults()).toEqual([]);
});

test('2307s received have a list, and those to chase are a report', async () => {
  const given = { payee_code: 'C-1', fiscal_year: 2025, atc_code: 'WC160', received_date: '2025-04-12' };
  serveResources({
    payee: [{ payee_code: 'C-1', payee_desc: 'Kunwari Export', payee_type: 4, status: 1 }],
    accounting_period: [],
    withholding_certificate: [
      { ...given, quarter: 1, payee_desc: 'Kunwari Export', income_amount: '75000.00', tax_withheld: '1500.00' },
      { ...given, quarter: 2, payee_desc: 'Kunwari Export', income_amount: '5000.00', tax_withheld: '100.00' },
    ],
  });
  startSession(loginDataOf({ ...LEVELS, Collection: 1 }));
  const { router } = await open('/payefile?tab=certificates&f=fiscal_year:2025');
  await expect.element(page.getByRole('row', { name: /Kunwari Export.*April to June.*100\.00/ })).toBeVisible();
  await page.getByRole('button', { name: 'To chase' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/certificates-due');
});

test('a 2307 keeps its paper as soon as it is chosen, shows it, and gives it up', async () => {
  const customer = { payee_code: 'C-1', payee_desc: 'Kunwari Export', fiscal_year: 2025, quarter: 1 };
  const certificate = { ...customer, atc_code: 'WC120', income_amount: '75000.00', tax_withheld: '1500.00' };
  const served = serveResources({
    withholding_certificate: [null, 'kept.pdf'].map((file_name) => ({ ...certificate, file_name })),
    payee: [],
    alpha_tax_code: [],
  });
  const file = '/withholding-certificate/1/file';
  served.answer(`POST ${file}`, () => ({ body: { data: { id: 1, file_name: '2307.png' } } }));
  served.answer(`GET ${file}`, () => ({ body: 'bytes' }));
  served.answer(`DELETE ${file}`, () => ({ body: { data: { id: 1, file_name: null } } }));
  await page.viewport(1440, 900);
  await open('/payefile?tab=certificates&id=1');
  await expect.element(page.getByRole('row', { name: /kept\.pdf/, includeHidden: true })).toBeInTheDocument();
  const paper = dialog().getByRole('region', { name: 'Paper' });
  await expect.element(paper).toBeVisible();
  await expect.element(dialog()).toHaveTextContent(/Kunwari Export · January to March 2025/);
  const bring = (name: string, size = 8) => {
    const input = paper.element().querySelector<HTMLInputElement>('input[type=file]')!;
    const chosen = new DataTransfer();
    chosen.items.add(new File([new Uint8Array(size)], name));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const refused = page.getByRole('alertdialog', { name: 'This file cannot be attached' });
  for (const [name, size, why] of [
    ['2307.xlsx', 8, '2307.xlsx is not a PDF, PNG or JPEG file'],
    ['2307.pdf', 10 * 1024 * 1024 + 1, '2307.pdf is larger than 10 MB.'],
  ] as const) {
    bring(name, size);
    await expect.element(refused).toHaveTextContent(why);
    await userEvent.keyboard('{Escape}');
    await expect.element(refused).not.toBeInTheDocument();
  }
  expect(served.asked.some(({ call }) => call === `POST ${file}`)).toBe(false);
  bring('2307.png');
  await paper.getByRole('button', { name: '2307.png', exact: true }).click();
  await expect.element(page.getByRole('dialog', { name: '2307.png' }).getByRole('img')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await paper.getByRole('button', { name: 'Remove 2307.png' }).click();
  await expect.element(paper.getByRole('button', { name: /2307/ })).not.toBeInTheDocument();
});

describe('business partners', () => {
  const PARTNER = { bp_code: 'BP-1', name: 'Kunwari Pawnshop', class_code: 'PS', vat: 1, status: 1, hold: 0 };

  test('a payee that is added from the form is the partner’s own', async () => {
    const served = serveResources({ business_partner: [], payee: [], branch: [] });
    await open('/businesspartners?id=new');
    await box('BP code').fill('BP-1');
    await box('Name').fill('Kunwari Pawnshop');
    await choose('Class', 'Pawnshops');
    await choice('Payee').fill('');
    await choice('Payee').click();
    await page.getByRole('button', { name: 'Add payee' }).click();
    const inner = dialog().last();
    await expect.element(inner.getByRole('combobox', { name: 'Payee type' })).toHaveValue('Business Partner');
    await expect.element(inner.getByRole('textbox', { name: 'Payee code' })).toHaveValue('BP-1');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(choice('Payee')).toHaveValue('Kunwari Pawnshop');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(page.getByText('successful! Kunwari Pawnshop BP-1 added.')).toBeVisible();
    expect(served.rows('payee')).toMatchObject([{ payee_type: 2, payee_code: 'BP-1' }]);
    expect(served.rows('business_partner')).toMatchObject([{ bp_code: 'BP-1', payee_code: 'BP-1' }]);
  });

  test('bank accounts read by the name of their bank, and are added by its code', async () => {
    const account = { id: 9, bank_id: 7, bank_name: 'Bank of Makati', account_number: '1-2', currency: 1 };
    const served = serveResources({
      business_partner: [{ ...PARTNER, payee_code: 'P-1', payee_desc: 'Kunwari', payee_banks: [account] }],
      payee: [{ payee_code: 'P-1', payee_desc: 'Kunwari' }],
      bank_header: [BDO],
    });
    await open('/businesspartners?id=1');
    await tab('Banks').click();
    await expect.element(dialog().getByText('Bank of Makati · 1-2 · Checking Account · Peso')).toBeVisible();
    await dialog().getByRole('button', { name: 'Add bank account' }).click();
    await choose('Bank', 'BDO');
    await box('Account number').fill('3-4');
    expect(await accessibilityFaults()).toEqual([]);
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(page.getByText('Kunwari Pawnshop BP-1 updated.')).toBeVisible();
    expect(served.rows('business_partner')[0]?.['payee_banks']).toMatchObject([
      { id: 9, bank_id: 7 },
      { bank_id: 1, account_number: '3-4' },
    ]);
  });

  test('on a phone a long bank account stays inside the dialog, and a fault brings its tab into sight', async () => {
    await page.viewport(390, 844);
    const acct_name = 'Kunwari Pawnshop Network of the Cities of Pasig, Malabon and Meycauayan';
    const account = {
      id: 9,
      bank_id: 7,
      bank_name: 'Bank of Makati',
      account_number: '1-2',
      acct_name,
      currency: 1,
    };
    serveResources({ business_partner: [{ ...PARTNER, payee_banks: [account] }], payee: [], bank_header: [BDO] });
    await open('/businesspartners?id=1');
    await tab('Banks').click();
    const inSight = (element: Element) => element.getBoundingClientRect().right <= window.innerWidth;
    await expect
      .poll(() => inSight(dialog().getByRole('button', { name: 'Remove bank account 1' }).element()))
      .toBe(true);
    await dialog().getByRole('button', { name: 'Add bank account' }).click();
    await userEvent.keyboard('{Control>}s{/Control}');
    await page.getByRole('tab', { name: 'Identity' }).click();
    const banks = page.getByRole('tab', { name: /^Banks/ });
    await expect.poll(() => inSight(banks.element())).toBe(false);
    await dialog().getByRole('link', { name: 'Bank account 2: Bank is required.' }).click();
    await expect.poll(() => inSight(banks.element())).toBe(true);
  });

  test('the asterisk is explained where a field of the tab carries it', async () => {
    serveResources({ business_partner: [PARTNER], payee: [], branch: [] });
    await open('/businesspartners?id=1');
    const legend = () => dialog().getByText('* Required').elements();
    await expect.poll(legend).toHaveLength(1);
    await tab('Tax').click();
    await expect.poll(legend).toEqual([]);
    await tab('Banks').click();
    await expect.poll(legend).toHaveLength(1);
  });
});

describe('payees', () => {
  const SUPPLIER = { payee_type: 6, vat: 1, status: 1 };

  test('a TIN takes its one form, and another payee with it is named, with a way there', async () => {
    serveResources({
      payee: [
        { ...SUPPLIER, payee_code: 'P-1', payee_desc: 'Kunwari Supplies', tin: '900-000-107-00000' },
        { ...SUPPLIER, payee_code: 'P-2', payee_desc: 'Kunwari Supply', tin: '900-000-107-00001', status: 0 },
      ],
    });
    await open('/payefile?id=new');
    await box('TIN').fill('900000107001');
    await userEvent.tab();
    await expect.element(box('TIN')).toHaveValue('900-000-107-00001');
    await expect.element(dialog().getByText('Another payee has this TIN: Kunwari Supply P-2 (inactive)')).toBeVisible();
    await box('TIN').fill('900-000-107');
    const link = dialog().getByRole('link', { name: 'Kunwari Supplies P-1' });
    await expect.element(link).toHaveAttribute('href', '/payefile?id=1');
    expect(await accessibilityFaults()).toEqual([]);
  });

  test('is merged into another one, which the dialog says before, and the merge is undone', async () => {
    const served = serveResources({
      payee: [
        { ...SUPPLIER, payee_code: 'P-1', payee_desc: 'Kunwari Supplies' },
        { ...SUPPLIER, payee_code: 'P-2', payee_desc: 'Kunwari Supply' },
      ],
    });
    const branch = {
      text: '1 branch',
      examples: [{ label: 'Cubao B-1', resource: 'branch', id: 7, batch_number: null }],
    };
    const permitted = { allowed: true, message: null };
    served.answer('GET /payefile/2/uses', () => ({
      body: { data: { uses: [branch], sentence: '', deletion: permitted, deactivation: permitted } },
    }));
    await open('/payefile?id=2');
    await dialog().getByRole('button', { name: 'Merge into another payee…' }).click();
    const merging = page.getByRole('dialog', { name: 'Merge Kunwari Supply P-2' });
    await expect.element(merging.getByRole('link', { name: 'Cubao B-1' })).toBeVisible();
    await merging.getByRole('combobox', { name: 'Payee that stays' }).fill('Kunwari');
    const offered = page.getByRole('listbox').getByRole('option');
    await expect.poll(() => offered.elements().map((option) => option.textContent)).toEqual(['Kunwari SuppliesP-1']);
    await userEvent.keyboard('{Enter}');
    expect(await accessibilityFaults()).toEqual([]);
    await merging.getByRole('button', { name: 'Merge', exact: true }).click();
    await expect.element(page.getByText('Kunwari Supply P-2 updated.')).toBeVisible();
    expect(served.rows('payee')[1]).toMatchObject({ merged_into: 'P-1', status: 0 });
    await expect.element(dialog().getByText(/^Merged into .*P-1\. Reports show/)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => served.rows('payee')[1]).toMatchObject({ merged_into: null, status: 1 });
  });

  test('a payee is not told of itself', async () => {
    const served = serveResources({
      payee: [{ ...SUPPLIER, payee_code: 'P-1', payee_desc: 'Kunwari Supplies', tin: '900-000-107-00000' }],
    });
    await open('/payefile?id=1');
    await expect.element(box('TIN')).toHaveValue('900-000-107-00000');
    await expect.poll(() => served.asked.some(({ query }) => query.has('tin'))).toBe(true);
    expect(
      dialog()
        .getByText(/Another payee has this TIN/)
        .elements(),
    ).toEqual([]);
  });
});

describe('addresses', () => {
  const place = (name: string, zip_code: string | null = null) => ({ name, zip_code });
  const PLACES: Record<string, ReturnType<typeof place>[]> = {
    'region ': [place('Calabarzon'), place('Davao Region')],
    'province Calabarzon': [place('Cavite'), place('Laguna')],
    'municipality Cavite': [place('Bacoor', '4102'), place('Imus', '4103')],
  };
  const offered = (name: string) =>
    [...(choice(name).element() as HTMLInputElement).list!.options].map((option) => option.value);

  test('places of the HR system are offered inside the larger part, and a chosen one brings its zip code', async () => {
    const served = serveResources({ branch: [] });
    served.answer('GET /hr/address', ({ query }) => ({
      body: { data: PLACES[`${query.get('level')} ${query.get('within') ?? ''}`] ?? [] },
    }));
    await open('/branches?id=new');
    await tab('Address & contact').click();
    await choice('Municipality').click();
    expect(offered('Municipality')).toEqual([]);
    await choice('Region').click();
    await expect.poll(() => offered('Region')).toEqual(['Calabarzon', 'Davao Region']);
    await choice('Region').fill('Calabarzon');
    await choice('City').click();
    await expect.poll(() => offered('City')).toEqual(['Cavite', 'Laguna']);
    await choice('City').fill('Cavite');
    await choice('Municipality').click();
    await expect.poll(() => offered('Municipality')).toEqual(['Bacoor', 'Imus']);
    await choice('Municipality').fill('Imus');
    await expect.element(box('Zip code')).toHaveValue('4103');
    await choice('Municipality').fill('Bacoor');
    await expect.element(box('Zip code')).toHaveValue('4103');
    await choice('Barangay').fill('Talaba');
    expect(await accessibilityFaults()).toEqual([]);
  });

  test('an HR system that does not answer is told once at the field, and typing goes on', async () => {
    const served = serveResources({ branch: [] });
    served.answer('GET /hr/address', () => problem(503, 'hr_unavailable', 'Unable to connect in HRIS.'));
    await open('/branches?id=new');
    await tab('Address & contact').click();
    await choice('Region').fill('Calabarzon');
    await expect.element(dialog().getByText('Unable to connect in HRIS.')).toBeVisible();
    await expect.element(choice('Region')).toHaveValue('Calabarzon');
  });

  test.each(['hr_off', 'hr_sign_in_needed'])('nothing is said of an HR system that cannot help (%s)', async (code) => {
    const served = serveResources({ branch: [] });
    served.answer('GET /hr/address', () => problem(409, code, 'No HR system.'));
    await open('/branches?id=new');
    await tab('Address & contact').click();
    await choice('Region').fill('Calabarzon');
    await expect.poll(() => served.asked.some(({ call }) => call === 'GET /hr/address')).toBe(true);
    await choice('City').fill('Cavite');
    await expect.element(choice('City')).toHaveValue('Cavite');
    expect(dialog().getByText('Unable to connect in HRIS.').elements()).toEqual([]);
  });
});
