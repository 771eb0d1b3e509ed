import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dryRunMoves } from '@talaan/contract/documents/batch.contract';
import { listBatches, searchBatches } from '@talaan/contract/documents/desk.contract';
import type { BatchPage } from '@talaan/contract/documents/batch-view.contract';
import { resourceRoutes } from '@talaan/contract/resource/resource-routes';
import { payee } from '@talaan/contract/resources/parties/payee.resource';
import { startSession } from '../../session/session.ts';
import { answered, answeredAround, edited, recorded } from '../../testing/recorded-answers.ts';
import { answerCalls, loginDataOf, renderApp, type Answers, type Asked } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { SearchTransactionScreen } from '../search/search-transaction-screen.tsx';
import { HomeScreen } from '../../dashboard/home-screen.tsx';

const inbox = recorded(listBatches, 'approvals/inbox');
const [FIRST, SECOND, THIRD, FOURTH] = inbox.data.map((row) => row.batch_number) as [string, string, string, string];
const LEFT = recorded(listBatches, 'approvals/inbox-left').data[0]!.batch_number;
/** Every list that was asked for. */
const listed = (asked: readonly Asked[]) =>
  asked
    .filter(({ call }) => call === 'GET /api/trx/header')
    .map(({ address }) => address)
    .join(' ');

async function openInbox(answers: Answers = {}, address = '/?view=approvals') {
  const asked = answerCalls({
    ...answered('approvals/inbox', 'dashboard/approver1', 'dashboard/approver1-charts'),
    ...answered('approvals/first', 'approvals/second', 'approvals/third', 'approvals/fourth'),
    ...answers,
  });
  await renderApp([], address, { home: async () => HomeScreen });
  return asked;
}

const reading = (number: string) => page.getByRole('region', { name: `Batch ${number}` });
const queue = () => page.getByRole('region', { name: 'For my approval' });
const bar = () => page.getByRole('group', { name: 'Selected entries' });
const moved = (asked: readonly Asked[], number: string) =>
  asked.findLast(({ call }) => call === `POST /api/trx/header/${number}`)?.body;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-05-22T02:00:00Z') });
  await page.viewport(1440, 900);
  startSession(loginDataOf({ 'Journal Entries': 3 }));
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await page.viewport(1280, 800);
});

describe('the approval inbox', () => {
  it('shows the oldest first, moves by J and K, and approves by A and Enter; the next one follows', async () => {
    const asked = await openInbox(
      answeredAround(['approvals/inbox', 'approvals/first'], 'approvals/approved', ['approvals/inbox-left']),
    );
    await expect.element(reading(FIRST)).toBeVisible();
    expect(listed(asked)).toContain('sort=submitted_at');
    await expect.element(page.getByText('4 waiting')).toBeVisible();
    // Nothing has the focus, as on the first page of a visit.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    await userEvent.keyboard('j');
    await expect.element(reading(SECOND)).toBeVisible();
    await userEvent.keyboard('k');
    await expect.element(reading(FIRST).getByText('Balanced')).toBeVisible();
    await userEvent.keyboard('a');
    await expect.element(page.getByText('It then posts to the ledger.').first()).toBeVisible();
    await expect.element(page.getByRole('dialog', { name: 'Approve' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    const { document_number } = inbox.data[0]!;
    await expect
      .element(page.getByText(`Status updated successfully. ${document_number} approved. It is in the ledger.`))
      .toBeVisible();
    expect(moved(asked, FIRST)).toEqual({ status: 7, document_type: 'JE', row_version: 3 });
    // It stands over no line of the queue.
    const said = page.getByText(`${document_number} approved.`).element().getBoundingClientRect();
    const { left, right } = queue().element().getBoundingClientRect();
    expect(said.right < left || said.left > right).toBe(true);
    await expect.element(reading(LEFT)).toBeVisible();
    await expect.element(queue().getByRole('button', { name: LEFT })).toHaveFocus();
  });

  it('adds up all pages, and turns them by J and K: the first of the next page opens, and back again the last of the one before', async () => {
    // The rows of one answer on two pages: a page of the inbox holds fifty.
    const pageOf = (current_page: number, rows: BatchPage['data']) =>
      edited(listBatches, 'approvals/inbox', (whole) => ({
        ...whole,
        data: rows,
        current_page,
        last_page: 2,
        totals: [{ ...whole.totals[0]!, amount: '2265783.64', total_amount: '2291023.64' }],
      }));
    const pages = [pageOf(1, inbox.data.slice(0, 2)), pageOf(2, inbox.data.slice(2))];
    const asked = await openInbox({
      'GET /api/trx/header': () => {
        const address = vi.mocked(window.fetch).mock.lastCall![0] as string;
        return pages[new URL(address, location.href).searchParams.get('page') === '2' ? 1 : 0]!;
      },
    });
    await expect.element(reading(FIRST)).toBeVisible();
    // What waits on both pages, and on the page what is chosen of it.
    const sums = queue().getByRole('group', { name: 'Total' });
    await expect.element(sums).toHaveTextContent('net 2,265,783.64gross 2,291,023.64');
    await userEvent.keyboard('x');
    await expect.element(sums).toHaveTextContent(/^net [\d,]+\.\d\d$/);
    await expect.element(sums).not.toHaveTextContent('2,265,783.64');
    await userEvent.keyboard('{Escape}j');
    await expect.element(reading(SECOND)).toBeVisible();
    await userEvent.keyboard('j');
    await expect.element(reading(THIRD)).toBeVisible();
    await userEvent.keyboard('k');
    await expect.element(reading(SECOND).getByText('Balanced')).toBeVisible();
    expect(listed(asked)).toContain('page=2');
  });

  it('returns by R only with remarks', async () => {
    const asked = await openInbox(answered('approvals/returned'), `/?view=approvals&id=${FOURTH}`);
    await expect.element(reading(FOURTH).getByText('Balanced')).toBeVisible();
    await userEvent.keyboard('r');
    const dialog = page.getByRole('dialog', { name: `Return ${inbox.data[3]!.document_number}` });
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(dialog.getByText('Required.')).toBeVisible();
    expect(moved(asked, FOURTH)).toBeUndefined();
    await dialog.getByRole('textbox').fill('Attach the statement.');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const { document_number, preparer } = inbox.data[3]!;
    await expect
      .element(page.getByText(`Status updated successfully. ${document_number} returned. It is with ${preparer}.`))
      .toBeVisible();
    expect(moved(asked, FOURTH)).toMatchObject({ status: 1, approved_remarks: 'Attach the statement.' });
  });

  it('tells why an action is refused, and keeps the batch when the server says no', async () => {
    const asked = await openInbox(
      answeredAround(['approvals/second'], 'approvals/second-refused', ['approvals/second-approved']),
      `/?view=approvals&id=${SECOND}`,
    );
    await expect.element(reading(SECOND).getByText('Balanced')).toBeVisible();
    await userEvent.keyboard('a{Enter}');
    await expect.element(page.getByText(/Update failed! Ben Cruz approved it at 10:41/)).toBeVisible();
    await expect
      .element(reading(SECOND).getByText('This transaction is not waiting for approval.').first())
      .toBeVisible();
    await userEvent.keyboard('a{Enter}');
    expect(asked.filter(({ call }) => call === `POST /api/trx/header/${SECOND}`)).toHaveLength(1);
  });

  it('tells what approving a selection would do in place of the open one, and approves what passes as it was tried', async () => {
    const asked = await openInbox(answered('approvals/tried', 'approvals/approved', 'approvals/third-refused'));
    await expect.element(reading(FIRST).getByText('Balanced')).toBeVisible();
    await userEvent.keyboard('xjxjx');
    await expect.element(bar().getByText('2 can be approved, net PHP 151,500.00')).toBeVisible();
    await expect.element(bar()).toHaveTextContent('3 selected');
    await expect.element(bar()).toHaveTextContent('1 stays');
    const pane = page.getByRole('region', { name: 'Selection' });
    const group = (name: string) => pane.getByRole('group', { name });
    await expect.element(pane).toHaveTextContent('Dry run of 10:00: nothing is approved yet.');
    await expect.element(pane.getByText('net · gross 153,000.00 · withheld 0.00')).toBeVisible();
    await expect.element(group('Will pass')).toHaveTextContent('posts to the ledger');
    await expect.element(group('Needs another after you')).toHaveTextContent('for Elena Tan · Approval 3: Felix Ong');
    await expect.element(group('Blocked because')).toHaveTextContent('This transaction is not waiting for approval.');
    await expect.element(group('Blocked because')).toHaveTextContent('1,500.00');
    // The decision is about the selection alone.
    await expect.element(reading(THIRD)).not.toBeInTheDocument();
    expect(await accessibilityFaults()).toEqual([]);
    await userEvent.keyboard('a');
    const dialog = page.getByRole('dialog', { name: 'Approve 2 of 3?' });
    await expect.element(dialog).toHaveTextContent('PHP 151,500.00');
    expect(await accessibilityFaults()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    const result = page.getByRole('dialog', { name: 'Approve: 1 done, 1 not, 1 blocked' });
    await expect.element(result.getByText(/Elena Tan approved it at 10:47; it is now For Approval 3/)).toBeVisible();
    await expect.element(result.getByRole('group', { name: 'Passed' })).toBeVisible();
    await expect.element(result.getByRole('group', { name: 'Failed' })).toHaveTextContent('Elena Tan approved it');
    await expect.element(result.getByRole('group', { name: /^Will/ })).not.toBeInTheDocument();
    const { items } = recorded(dryRunMoves, 'approvals/tried').data;
    for (const { batch_number, status, row_version } of [items[0]!, items[2]!])
      expect(moved(asked, batch_number)).toMatchObject({ status, row_version });
    expect(moved(asked, SECOND)).toBeUndefined();
    await expect.element(result.getByRole('button', { name: 'Close' }).first()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(bar()).toHaveTextContent('2 selected');
    await expect.element(queue().getByRole('button', { name: THIRD })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(bar()).not.toBeInTheDocument();
    await expect.element(reading(THIRD)).toBeVisible();
  });

  it('returns a selection by R with one reason for all; when nothing is left the list has the focus', async () => {
    const [, , , last] = inbox.data;
    const left = { ...inbox, data: [], from: 0, to: 0, total: 0 };
    let isReturned = false;
    const asked = await openInbox({
      ...answered('approvals/tried-return'),
      [`POST /api/trx/header/${FOURTH}`]: () => {
        isReturned = true;
        return answered('approvals/returned')[`POST /api/trx/header/${FOURTH}`]!;
      },
      // One of four is returned; that the others leave meanwhile leaves nothing to go on to.
      'GET /api/trx/header': () => ({ body: isReturned ? left : inbox }),
    });
    await expect.element(reading(FIRST).getByText('Balanced')).toBeVisible();
    await userEvent.keyboard('jxjjx');
    await expect.element(bar().getByRole('button', { name: 'Return 2' })).toBeVisible();
    await userEvent.keyboard('r');
    const dialog = page.getByRole('dialog', { name: 'Return 1 of 2?' });
    await expect.element(dialog.getByRole('textbox', { name: 'Remarks' })).toHaveFocus();
    await expect
      .element(dialog.getByRole('group', { name: 'Will be returned' }))
      .toHaveTextContent(`back to ${last!.preparer}`);
    await expect
      .element(dialog.getByRole('group', { name: 'Blocked because' }))
      .toHaveTextContent('A released transaction can only be reversed.');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(dialog.getByText('Required.')).toBeVisible();
    expect(moved(asked, FOURTH)).toBeUndefined();
    await dialog.getByRole('textbox').fill('Attach the statement.');
    expect(await accessibilityFaults()).toEqual([]);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const result = page.getByRole('dialog', { name: 'Return: 1 done, 1 blocked' });
    await expect.element(result.getByRole('group', { name: 'Returned' })).toHaveTextContent(`with ${last!.preparer}`);
    const tried = asked.filter(({ call }) => call === 'POST /api/trx/dry-run').map(({ body }) => body);
    expect(tried).toContainEqual(expect.objectContaining({ action: 'return' }));
    expect(moved(asked, FOURTH)).toMatchObject({ status: 1, approved_remarks: 'Attach the statement.' });
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Nothing waits for your approval.')).toBeVisible();
    await expect.element(queue()).toHaveFocus();
  });

  it('says whose limit an amount is above', async () => {
    await openInbox(answered('approvals/tried-above-limit'));
    await expect.element(reading(FIRST).getByText('Balanced')).toBeVisible();
    await userEvent.keyboard('jxjjx');
    await expect
      .element(page.getByRole('group', { name: 'Blocked because' }))
      .toHaveTextContent('above your limit of 1.00 PHP');
  });

  it('says that an amount is above the own limit or maximum, and who must approve after, by name', async () => {
    const session = loginDataOf({ 'Journal Entries': 3 });
    const signInWith = (user_max_amount: string | null, max_amount: string) => {
      const rows = ['L1', 'L2'].map((level) => ({ level, currency_id: 1, min_amount: '0', max_amount }));
      // What he may approve of billings says nothing of a payment.
      const own = [
        ...rows.map((row) => ({ ...row, own_officers: true, max_amount: '1.00' })),
        ...rows.map((row) => ({ ...row, own_officers: false })),
      ];
      startSession({ ...session, user: { ...session.user, officer_limits: own, user_max_amount } });
    };
    signInWith(null, '100000.00');
    await openInbox({}, `/?view=approvals&id=${THIRD}`);
    const sentence = (limit: string) => `Above your limit of PHP ${limit}. Then Approval 3: Felix Ong.`;
    await expect.element(reading(THIRD).getByText(sentence('100,000.00'))).toBeVisible();
    signInWith('20000.00', '100000.00');
    await expect.element(reading(THIRD).getByText(sentence('20,000.00'))).toBeVisible();
  });

  it('filters by what the address says, and by the dialog that F opens', async () => {
    const payees = recorded(resourceRoutes(payee).dropdown, 'entry/payees').data;
    const asked = await openInbox(answered('entry/payees'), '/?view=approvals&type=CV&age=5&from=100');
    await expect.element(page.getByRole('button', { name: 'Filters, 3 set' })).toBeVisible();
    expect(listed(asked)).toContain('document_type=CV');
    expect(listed(asked)).toContain('waiting_days=5');
    expect(listed(asked)).toContain('amount_from=100');
    await userEvent.keyboard('f');
    const dialog = page.getByRole('dialog', { name: 'Filters' });
    await dialog.getByRole('combobox', { name: 'Payee' }).fill('hul');
    await page.getByRole('option', { name: /HULMA REALTY/ }).click();
    await expect.poll(() => listed(asked)).toContain(`payee_id=${payees.find(({ code }) => code === 'P0001')!.id}`);
    expect(await accessibilityFaults()).toEqual([]);
    await dialog.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect.element(dialog.getByRole('combobox', { name: 'Payee' })).toHaveValue('');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible();
  });

  it('shows the list, then one batch at a time, on a phone', async () => {
    await page.viewport(390, 844);
    await openInbox(answered('approvals/tried'));
    await page.getByRole('button', { name: /SECOND ENTRY/ }).click();
    await expect.element(page.getByText('2 of 4')).toBeVisible();
    await expect.element(reading(SECOND)).toHaveFocus();
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect.element(reading(FIRST)).toBeVisible();
    await expect.element(reading(FIRST).getByRole('button', { name: 'Approve this one' })).toBeVisible();
    // The batch that has the window for itself stands under a heading of the page as well.
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Approvals');
    await page.getByRole('button', { name: 'Approvals' }).click();
    await expect.element(page.getByText('4 waiting')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    await expect.element(bar().getByRole('button', { name: 'Return 4' })).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Selection' })).not.toBeInTheDocument();
  });

  it('approves by Enter in its question only: elsewhere the key is that of what has the focus', async () => {
    const asked = await openInbox(answered('approvals/first'), `/?view=approvals&id=${FIRST}`);
    await expect.element(reading(FIRST).getByRole('button', { name: /^Approve/ })).toBeVisible();
    await userEvent.keyboard('a');
    const question = page.getByRole('dialog', { name: 'Approve' });
    await expect.element(question.getByRole('button', { name: 'Approve' })).toHaveFocus();
    page.getByRole('button', { name: 'Command palette' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    expect(moved(asked, FIRST)).toBeUndefined();
  });

  it('has on a phone the next entry in focus once one is decided, with both bars free, and no keys in its questions', async () => {
    await page.viewport(390, 844);
    await openInbox(
      answeredAround(['approvals/inbox', 'approvals/first'], 'approvals/approved', ['approvals/inbox-left']),
      `/?view=approvals&id=${FIRST}`,
    );
    await reading(FIRST).getByRole('button', { name: 'Approve this one' }).click();
    const question = page.getByRole('dialog', { name: 'Approve' });
    await expect.element(question).toBeVisible();
    expect([...question.element().querySelectorAll('kbd')].filter((key) => key.checkVisibility())).toEqual([]);
    await question.getByRole('button', { name: 'Approve' }).click();
    await expect.element(reading(LEFT)).toHaveFocus();
    // What is said of it leaves both bars free.
    const approve = reading(LEFT).getByRole('button', { name: /^Approve/ });
    await expect.element(approve).toBeVisible();
    const said = page
      .getByText(/^Status updated successfully/)
      .element()
      .getBoundingClientRect();
    expect(said.bottom).toBeLessThan(approve.element().getBoundingClientRect().top);
    await page.getByRole('button', { name: 'Approvals' }).click();
    await expect.element(page.getByRole('heading', { name: 'Dashboard' })).toHaveFocus();
  });

  it('is free of accessibility faults', async () => {
    await openInbox();
    await expect.element(reading(FIRST).getByText('Balanced')).toBeVisible();
    expect(await accessibilityFaults()).toEqual([]);
  });
});

describe('the search for a batch', () => {
  const plain = [
    {
      path: '/search-transaction',
      title: 'Search',
      modules: ['Journal Entries' as const],
      load: async () => SearchTransactionScreen,
    },
  ];

  const [FOUND] = recorded(searchBatches, 'search/found').data;
  const address = `/search-transaction?number=${Number(FOUND!.batch_number)}`;

  it('shows each batch with its actions and whose limits count under its padded number, without breadcrumb and top search', async () => {
    answerCalls(answered('search/found'));
    await renderApp([], address, { plain });
    await expect
      .element(page.getByText(/^Approval 1: nobody has a limit in this currency, so limits in PHP are held/))
      .toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1, name: `Batch ${FOUND!.batch_number}` })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Submit for approval' })).toBeVisible();
    expect(document.querySelector('nav[aria-label=Breadcrumb]')).toBeNull();
    expect(document.querySelector('[role=search]')).toBeNull();
  });

  it('says which batch has the receipt whose number was searched for', async () => {
    answerCalls(answered('search/found'));
    await renderApp([], '/search-transaction?number=000000000061', { plain });
    await expect.element(page.getByRole('heading', { level: 1, name: `Batch ${FOUND!.batch_number}` })).toBeVisible();
  });

  it('tells the parts of several batches apart for assistive technology', async () => {
    answerCalls({
      // Two batches with one number need two series, which the recorded books do not have.
      'GET /api/trx/search': edited(searchBatches, 'search/found', ({ data: [one] }) => ({
        data: [one!, { ...one!, id: '999', document_type: 'BI' }],
      })),
    });
    await renderApp([], address, { plain });
    await expect.element(page.getByRole('heading', { level: 2 }).nth(1)).toBeVisible();
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('does not speak of approval where nobody has to approve', async () => {
    answerCalls(answered('search/needs-no-approval'));
    await renderApp([], address, { plain });
    await expect.element(page.getByRole('button', { name: /^Submit(?! for approval)/ })).toBeVisible();
  });

  it('says that there is none, and offers the search again', async () => {
    answerCalls(answered('search/none'));
    await renderApp([], '/search-transaction?number=99', { plain });
    await expect.element(page.getByText('No transaction has batch number 0000099.')).toBeVisible();
    await expect.element(page.getByRole('search').getByRole('searchbox')).toBeVisible();
  });
});
