import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { BatchDetail, DryRunItem, RouteStage } from '@talaan/contract/documents/batch-view.contract';
import { startSession } from '../../shell/session.ts';
import { actionsOf, batchOf, pageOfBatches } from '../../testing/batch-answers.ts';
import { answerCalls, loginDataOf, refusal, renderApp, type Answer, type Asked } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { SearchTransactionScreen } from '../search-transaction/search-transaction-screen.tsx';
import { HomeScreen } from './home-screen.tsx';

const waiting = (number: string, change: Partial<BatchDetail> = {}): BatchDetail =>
  batchOf({
    batch_number: number,
    document_number: `JE${number}`,
    status: 3,
    remarks: `ENTRY ${number}`,
    submitted_at: `2025-05-${number.slice(-2)}T02:00:00Z`,
    prepared_by: 8,
    preparer: 'Ben Cruz',
    allowed_actions: actionsOf({ approve: 7, return: 1, reject: 20 }),
    ...change,
  });
const OLDEST = waiting('0010210');
const NEXT = waiting('0010220');
const ABOVE = waiting('0010221', { allowed_actions: actionsOf({ return: 1 }) });

/** What the dry run says of a batch; blocked unless it is changed. */
function tried(
  { batch_number, document_number, payee_desc, remarks, preparer, currency, total_amount }: BatchDetail,
  change: Partial<DryRunItem>,
): DryRunItem {
  return {
    batch_number,
    document_type: 'JE',
    outcome: 'blocked',
    code: null,
    message: null,
    status: null,
    row_version: null,
    on_behalf_of_name: null,
    next: null,
    risks: [],
    batch: { document_number, payee_desc, remarks, preparer, currency, total_amount },
    ...change,
  };
}
/** Every list that was asked for. */
const listed = (asked: readonly Asked[]) =>
  asked
    .filter(({ call }) => call === 'GET /api/trx/header')
    .map(({ address }) => address)
    .join(' ');
const FOR_APPROVAL_2 = { label: 'For Approval 2', level_name: 'Department Head', eligible: ['Elena Tan'] };

async function openInbox(
  batches: BatchDetail[],
  answers: Record<string, Answer | (() => Answer)> = {},
  address = '/?view=approvals',
) {
  let left = batches;
  const asked = answerCalls({
    'GET /api/trx/header': () => pageOfBatches(left),
    'GET /api/acctperiodmain/dropdown-list': { body: { data: [] } },
    ...Object.fromEntries(
      batches.flatMap((batch): [string, Answer | (() => Answer)][] => [
        [`GET /api/trx/header/${batch.batch_number}`, { body: { data: batch } }],
        [
          `POST /api/trx/header/${batch.batch_number}`,
          () => {
            left = left.filter((one) => one !== batch);
            return { body: { data: { ...batch, status: 7, status_label: 'Approved', journal_entry_ids: ['1'] } } };
          },
        ],
      ]),
    ),
    ...answers,
  });
  await renderApp([], address, { home: async () => HomeScreen });
  return asked;
}

const reading = (number: string) => page.getByRole('region', { name: `Batch ${number}` });
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
    const asked = await openInbox([OLDEST, NEXT]);
    await expect.element(reading('0010210')).toBeVisible();
    expect(listed(asked)).toContain('sort=submitted_at');
    await expect.element(page.getByText('2 waiting')).toBeVisible();
    await userEvent.keyboard('j');
    await expect.element(reading('0010220')).toBeVisible();
    await userEvent.keyboard('k');
    await expect.element(reading('0010210').getByText('Balanced')).toBeVisible();
    await userEvent.keyboard('a');
    await expect.element(page.getByText('It then posts to the ledger.').first()).toBeVisible();
    await expect.element(page.getByRole('dialog', { name: 'Approve' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Status updated successfully')).toBeVisible();
    expect(moved(asked, '0010210')).toEqual({ status: 7, document_type: 'JE', row_version: 3 });
    await expect.element(reading('0010220')).toBeVisible();
  });

  it('turns the page by J and K: the first of the next page opens, and back again the last of the one before', async () => {
    const pages = [[OLDEST, NEXT], [ABOVE]];
    const answers = Object.fromEntries(
      pages.flat().map((batch) => [`GET /api/trx/header/${batch.batch_number}`, { body: { data: batch } }]),
    );
    const asked = await openInbox([], {
      ...answers,
      'GET /api/trx/header': () => {
        const address = vi.mocked(window.fetch).mock.lastCall![0] as string;
        const turned = new URL(address, location.href).searchParams.get('page') === '2' ? 1 : 0;
        const { body } = pageOfBatches(pages[turned]!);
        return { body: { ...(body as object), total: 3, current_page: turned + 1, last_page: 2 } };
      },
    });
    await expect.element(reading('0010210')).toBeVisible();
    await userEvent.keyboard('j');
    await expect.element(reading('0010220')).toBeVisible();
    await userEvent.keyboard('j');
    await expect.element(reading('0010221')).toBeVisible();
    await userEvent.keyboard('k');
    await expect.element(reading('0010220').getByText('Balanced')).toBeVisible();
    expect(listed(asked)).toContain('page=2');
  });

  it('returns by R only with remarks', async () => {
    const asked = await openInbox([OLDEST]);
    await expect.element(reading('0010210').getByText('Balanced')).toBeVisible();
    await userEvent.keyboard('r');
    const dialog = page.getByRole('dialog', { name: 'Return JE0010210' });
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(dialog.getByText('Required.')).toBeVisible();
    expect(moved(asked, '0010210')).toBeUndefined();
    await dialog.getByRole('textbox').fill('Attach the statement.');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByText('Status updated successfully')).toBeVisible();
    expect(moved(asked, '0010210')).toMatchObject({ status: 1, approved_remarks: 'Attach the statement.' });
  });

  it('tells why an action is refused, and keeps the batch when the server says no', async () => {
    const asked = await openInbox([OLDEST, ABOVE], {
      'POST /api/trx/header/0010210': refusal(409, 'Dario Lim approved it at 10:41; it is now For Approval 2.'),
    });
    await expect.element(reading('0010210').getByText('Balanced')).toBeVisible();
    await userEvent.keyboard('a{Enter}');
    await expect.element(page.getByText(/Update failed! Dario Lim approved it at 10:41/)).toBeVisible();
    await userEvent.keyboard('j');
    await expect.element(reading('0010221').getByText('You cannot approve it.').first()).toBeVisible();
    await userEvent.keyboard('a{Enter}');
    expect(moved(asked, '0010221')).toBeUndefined();
  });

  it('tries several first, tells each outcome with totals, and approves what passes in the version that was tried', async () => {
    const asked = await openInbox([OLDEST, NEXT, ABOVE], {
      'POST /api/trx/dry-run': {
        body: {
          data: {
            items: [
              tried(OLDEST, {
                outcome: 'needs_another',
                status: 4,
                next: FOR_APPROVAL_2,
                on_behalf_of_name: 'Dario Lim',
              }),
              tried(NEXT, { outcome: 'passes', status: 7, row_version: 9 }),
              tried(ABOVE, { code: 'above_limit', message: 'Amount 1,500.00 PHP is above your limit of 1.00 PHP.' }),
            ],
            totals: [],
          },
        },
      },
      'POST /api/trx/header/0010210': refusal(409, 'Being processed by Carla Santos.'),
    });
    await expect.element(reading('0010210').getByText('Balanced')).toBeVisible();
    await userEvent.keyboard('xjxjx');
    await expect.element(page.getByText('3 selected')).toBeVisible();
    await page.getByRole('region', { name: 'For my approval' }).getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve 2 of 3?' });
    await expect.element(dialog).toHaveTextContent('PHP 3,000.00');
    const group = (name: string) => dialog.getByRole('region', { name });
    await expect.element(group('Will pass')).toHaveTextContent('Then it posts to the ledger.');
    await expect
      .element(group('Will need another level'))
      .toHaveTextContent('For Dario Lim. Then For Approval 2: Elena Tan.');
    await expect.element(group('Blocked')).toHaveTextContent('above your limit of 1.00 PHP');
    expect(await accessibilityFaults()).toEqual([]);
    await page.getByRole('button', { name: 'Approve 2' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Approve: 1 done, 1 not, 1 blocked' })).toBeVisible();
    await expect.element(page.getByText('Being processed by Carla Santos.')).toBeVisible();
    expect(moved(asked, '0010210')).toMatchObject({ status: 4 });
    expect(moved(asked, '0010220')).toMatchObject({ status: 7, row_version: 9 });
    expect(moved(asked, '0010221')).toBeUndefined();
  });

  it('filters by what the address says, and by the dialog that F opens', async () => {
    const payees = { ...(pageOfBatches([]).body as object), data: [{ id: 31, code: 'P0031', name: 'HULMA REALTY' }] };
    const answers = { 'GET /api/payefile/dropdown-list': { body: payees } };
    const asked = await openInbox([OLDEST], answers, '/?view=approvals&type=CV&age=5&from=100');
    await expect.element(page.getByRole('button', { name: 'Filters, 3 set' })).toBeVisible();
    expect(listed(asked)).toContain('document_type=CV');
    expect(listed(asked)).toContain('waiting_days=5');
    expect(listed(asked)).toContain('amount_from=100');
    await userEvent.keyboard('f');
    const dialog = page.getByRole('dialog', { name: 'Filters' });
    await dialog.getByRole('combobox', { name: 'Payee' }).fill('hul');
    await page.getByRole('option', { name: /HULMA REALTY/ }).click();
    await expect.poll(() => listed(asked)).toContain('payee_id=31');
    expect(await accessibilityFaults()).toEqual([]);
    await dialog.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect.element(dialog.getByRole('combobox', { name: 'Payee' })).toHaveValue('');
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Filters', exact: true })).toBeVisible();
  });

  it('shows the list, then one batch at a time, on a phone', async () => {
    await page.viewport(390, 844);
    await openInbox([OLDEST, NEXT]);
    await page.getByRole('button', { name: /ENTRY 0010220/ }).click();
    await expect.element(page.getByText('2 of 2')).toBeVisible();
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect.element(reading('0010210')).toBeVisible();
    await page.getByRole('button', { name: 'Approvals' }).click();
    await expect.element(page.getByText('2 waiting')).toBeVisible();
  });

  it('is free of accessibility faults', async () => {
    await openInbox([OLDEST, NEXT]);
    await expect.element(reading('0010210').getByText('Balanced')).toBeVisible();
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

  const REVIEW: RouteStage = {
    status: 2,
    label: 'For Review',
    level_code: null,
    level_name: null,
    min_amount: null,
    state: 'pending',
    done_by: null,
    done_at: null,
    eligible: [],
    peso_limits: false,
  };

  it('shows each batch with its actions and whose limits count under its padded number, without breadcrumb and top search', async () => {
    const held = { ...REVIEW, status: 3, label: 'For Approval 1', peso_limits: true };
    answerCalls({ 'GET /api/trx/search': { body: { data: [batchOf({ route: [REVIEW, held] })] } } });
    await renderApp([], '/search-transaction?number=10234', { plain });
    await expect
      .element(page.getByText(/^Approval 1: nobody has a limit in this currency, so limits in PHP are held/))
      .toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Batch 0010234' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Submit for approval' })).toBeVisible();
    expect(document.querySelector('nav[aria-label=Breadcrumb]')).toBeNull();
    expect(document.querySelector('[role=search]')).toBeNull();
  });

  it('does not speak of approval where nobody has to approve', async () => {
    answerCalls({ 'GET /api/trx/search': { body: { data: [batchOf({ route: [] })] } } });
    await renderApp([], '/search-transaction?number=10234', { plain });
    await expect.element(page.getByRole('button', { name: /^Submit(?! for approval)/ })).toBeVisible();
  });

  it('says that there is none, and offers the search again', async () => {
    answerCalls({ 'GET /api/trx/search': { body: { data: [] } } });
    await renderApp([], '/search-transaction?number=99', { plain });
    await expect.element(page.getByText('No transaction has batch number 0000099.')).toBeVisible();
    await expect.element(page.getByRole('search').getByRole('searchbox')).toBeVisible();
  });
});
