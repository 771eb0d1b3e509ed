import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listUncollected } from '@talaan/contract/documents/billing/billing.contract';
import { readBatch } from '@talaan/contract/documents/batch.contract';
import { entryChoices, takeBatchNumber } from '@talaan/contract/documents/entry-page/entry-page.contract';
import { listDrafts, readDraft } from '@talaan/contract/documents/draft.contract';
import type { RouteStage } from '@talaan/contract/documents/batch-view.contract';
import { resourceRoutes } from '@talaan/contract/resource/resource-routes';
import { payee } from '@talaan/contract/resources/parties/payee.resource';
import { hasUnsaved } from '../../ui/layers/unsaved.ts';
import { startSession } from '../../session/session.ts';
import type { Screen } from '../../page/screen.ts';
import { answered, answeredAround, edited, recorded, type AnswerName } from '../../testing/recorded-answers.ts';
import { loginDataOf, type Answers } from '../../testing/render-app.tsx';
import { cell, opening, sent, typeCells, workedAt } from '../../testing/entry-page.ts';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { JournalEntryScreen } from './journal-entry-screen.tsx';
import { JournalListScreen } from './journal-list-screen.tsx';

const CHOICES = recorded(entryChoices, 'entry/choices').data;
const PAYEES = recorded(resourceRoutes(payee).dropdown, 'entry/payees').data;
const NUMBER = recorded(takeBatchNumber, 'entry/number').data.batch_number;
const DRAFT = recorded(readBatch, 'journal/draft').data;
const HELD = recorded(readBatch, 'journal/held').data;
const KEPT = recorded(readDraft, 'entry/draft').data;
const EDIT = `/trx-gen-journal/create?batch=${DRAFT.batch_number}&edit=1`;
const idOf = (rows: readonly { id: number; code: string }[], code: string) => rows.find((row) => row.code === code)!.id;
const JOURNALS: Screen = {
  label: 'Journal Entries',
  path: '/trx-gen-journal',
  load: async () => JournalListScreen,
  children: [{ path: '/trx-gen-journal/create', title: 'Add Entries', load: async () => JournalEntryScreen }],
};

const openPage = opening(
  JOURNALS,
  'entry/choices',
  'entry/number',
  'entry/number-returned',
  'entry/drafts-none',
  'entry/batches-none',
  'entry/payees',
  'entry/users',
  'entry/payees-resolved',
);

/** The summary of faults above the form. */
const summary = () => page.getByRole('alert').filter({ hasText: 'attention' });
const foot = () => page.getByRole('region', { name: 'Balance and actions' });

async function openGrid(): Promise<void> {
  await expect.element(page.getByRole('grid', { name: 'Lines' })).toBeVisible();
  cell(0, 0).focus();
}

function paste(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  document.activeElement!.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
  );
}

workedAt('2025-05-22T02:00:00Z', { 'Journal Entries': 3 });

describe('the lines grid', () => {
  it('takes an entry by keyboard alone: codes, names, a sum, carried analysis, the balancing amount', async () => {
    const { asked } = await openPage('/trx-gen-journal/create', {
      ...answered('journal/saved'),
    });
    await openGrid();
    await typeCells('502010', 'P0001', 'ACCT', 'SMP-001', '11200/1.12', '');
    await typeCells('102103', '', '', '', '', '=');
    await expect.element(foot()).toHaveTextContent(/2 lines\s*Debit\s*10,000.00\s*Credit\s*10,000.00\s*Balanced/);
    await expect.poll(() => cell(0, 1).textContent).toBe('HULMA REALTY LEASING CORP.');
    expect(cell(0, 4).title).toBe('11200/1.12');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect
      .element(page.getByText('The transaction entry has been added to the list successfully.'))
      .toBeVisible();
    const body = sent(asked, 'POST /api/trx/header') as { headers: unknown[]; details: unknown[] };
    expect(body.headers).toMatchObject([{ batch_number: NUMBER, document_date: '2025-05-22', currency_id: 1 }]);
    expect(body.details).toMatchObject([
      {
        account_code: '502010',
        payee_id: idOf(PAYEES, 'P0001'),
        department_id: idOf(CHOICES.departments, 'ACCT'),
        branch_id: idOf(CHOICES.branches, 'SMP-001'),
        debit_amount: '10000.00',
        credit_amount: '',
      },
      {
        account_code: '102103',
        payee_id: null,
        department_id: idOf(CHOICES.departments, 'ACCT'),
        branch_id: idOf(CHOICES.branches, 'SMP-001'),
        credit_amount: '10000.00',
      },
    ]);
    expect(body.details).toHaveLength(2);
  });

  it('on the receivable account picks the invoice of its payee that a line settles, and shows it nowhere else', async () => {
    const receivable = edited(entryChoices, 'entry/choices', ({ data }) => ({
      data: {
        ...data,
        accounts: data.accounts.map((account) =>
          account.code === '105010' ? { ...account, role: 'AR' as const } : account,
        ),
      },
    }));
    const { asked } = await openPage('/trx-gen-journal/create', {
      ...answered('journal/saved', 'collection/open'),
      'GET /api/trx/entry-choices': receivable,
    });
    await openGrid();
    await typeCells('102103', 'C0001', '', 'SMP-001', '1000');
    expect(document.querySelector('[data-column=invoice]')).toBeNull();
    cell(1, 0).focus();
    await typeCells('105010', 'C0001', '', '');
    await expect.element(page.getByRole('columnheader', { name: 'Invoice' })).toBeVisible();
    await expect.poll(() => cell(1, 1).textContent).toBe('KUNWARI PAWNSHOP NETWORK, INC.');
    const [invoice] = recorded(listUncollected, 'collection/open').data;
    await userEvent.keyboard('{F2}{Alt>}{ArrowDown}{/Alt}');
    await expect
      .element(page.getByRole('option', { name: new RegExp(`open.*${invoice!.billing_invoice_no}`) }))
      .toBeVisible();
    expect(await accessibilityFaults()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => cell(1, 4).textContent).toBe(invoice!.billing_invoice_no);
    await userEvent.keyboard('{Escape}{ArrowLeft}');
    await expect.poll(() => document.activeElement).toBe(cell(1, 4));
    paste('bi-hob0000002');
    await expect.poll(() => cell(1, 4).textContent).toBe('BI-HOB0000002');
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect
      .element(page.getByText('The transaction entry has been added to the list successfully.'))
      .toBeVisible();
    const { details } = sent(asked, 'POST /api/trx/header') as { details: { billing_invoice_no: string | null }[] };
    expect(details.map(({ billing_invoice_no }) => billing_invoice_no)).toEqual([null, 'BI-HOB0000002']);
  });

  it('moves in navigate mode, edits on F2, restores on Esc, and lets Tab leave', async () => {
    await openPage('/trx-gen-journal/create');
    await openGrid();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toBe(cell(0, 3));
    await userEvent.keyboard('{Home}');
    expect(document.activeElement).toBe(cell(0, 0));
    await page.getByRole('button', { name: '3 empty columns folded' }).click();
    cell(0, 0).focus();
    await userEvent.keyboard('{End}{F2}');
    await expect.element(page.getByRole('textbox', { name: 'Remarks, line 1' })).toHaveFocus();
    await userEvent.keyboard('draft{Escape}');
    await expect.element(page.getByRole('textbox', { name: 'Remarks, line 1' })).toHaveValue('');
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(cell(0, 8));
    await userEvent.keyboard('{Tab}');
    expect(document.querySelector('[role=grid]')!.contains(document.activeElement)).toBe(false);
    await page.getByRole('button', { name: 'Fold 3 empty columns' }).click();
    expect(document.querySelector('[data-column=remarks]')).toBeNull();
  });

  it('makes columns wider by key and by drag, and keeps that for the user and the type', async () => {
    const headOf = () => document.querySelector<HTMLElement>('[data-column=department]')!;
    const first = await openPage('/trx-gen-journal/create');
    await openGrid();
    const before = headOf().offsetWidth;
    cell(0, 2).focus();
    await userEvent.keyboard('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}');
    await expect.poll(() => headOf().offsetWidth).toBe(before + 16);
    const grip = headOf().querySelector('span:last-child')!;
    const at = (clientX: number) => ({ clientX, pointerId: 1, bubbles: true, button: 0 });
    vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue();
    grip.dispatchEvent(new PointerEvent('pointerdown', at(500)));
    grip.dispatchEvent(new PointerEvent('pointermove', at(524)));
    grip.dispatchEvent(new PointerEvent('lostpointercapture', at(524)));
    await expect.poll(() => headOf().offsetWidth).toBe(before + 40);
    await first.screen.unmount();
    await openPage('/trx-gen-journal/create');
    await openGrid();
    expect(headOf().offsetWidth).toBe(before + 40);
    await page.elementLocator(headOf().querySelector('span:last-child')!).dblClick();
    await expect.poll(() => headOf().offsetWidth).toBe(before);
  });

  it('shows the whole of a long name on two lines of its row, and on a phone each cell under its name', async () => {
    onTestFinished(() => page.viewport(1280, 800));
    await openPage('/trx-gen-journal/create');
    await openGrid();
    await typeCells('502010', 'S0001', 'ACCT', 'SMP-001', '1500');
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.poll(() => cell(0, 1).textContent).toBe('BANTAY KUNWARI SECURITY AGENCY, INC.');
    const name = () => cell(0, 1).querySelector('span')!;
    // As wide as it is at 1440 px with the menu open.
    for (const one of document.querySelectorAll<HTMLElement>('[role=grid], [data-region]:has(> [role=grid])'))
      one.style.width = '896px';
    expect(name().scrollHeight - name().clientHeight).toBeLessThanOrEqual(1);
    expect(name().scrollWidth).toBe(name().clientWidth);
    expect(cell(0, 1).offsetHeight).toBe(30);
    for (const one of document.querySelectorAll<HTMLElement>('[role=grid], [data-region]:has(> [role=grid])'))
      one.style.width = '';
    await page.viewport(390, 844);
    await expect.poll(() => cell(0, 1).offsetWidth).toBeGreaterThan(380);
    expect(getComputedStyle(cell(0, 4), '::before').content).toBe('"Debit"');
    // Nothing that is out of sight lengthens the page below its foot.
    const main = document.querySelector('main')!;
    expect(main.scrollHeight).toBe(main.clientHeight);
    const box = document.querySelector('[role=grid]')!;
    expect(box.scrollWidth).toBeLessThanOrEqual(390);
    const targets = [...box.querySelectorAll<HTMLElement>('tbody td[data-cell], tbody button')];
    const inSight = targets.filter(({ offsetParent }) => offsetParent !== null);
    expect(Math.min(...inSight.map(({ offsetHeight }) => offsetHeight))).toBeGreaterThanOrEqual(44);
  });

  it('begins each line with the branch and department of the user, and calls nothing balanced', async () => {
    const session = loginDataOf({ 'Journal Entries': 3 });
    startSession({ ...session, user: { ...session.user, brnc_code: 'SMP-001', dept_code: 'ACCT' } });
    await openPage('/trx-gen-journal/create');
    await openGrid();
    await typeCells('502010');
    await userEvent.keyboard('{Escape}{Escape}');
    expect([cell(0, 2).textContent, cell(0, 3).textContent]).toEqual(['ACCT', 'SMP-001']);
    await expect.element(foot()).toHaveTextContent(/1 line\s*Debit\s*0.00\s*Credit\s*0.00/);
    await expect.element(foot()).not.toHaveTextContent('Balanced');
  });

  it('copies, duplicates, reorders and deletes lines, and brings a deleted one back', async () => {
    await openPage(EDIT, answered('journal/draft', 'journal/locked', 'journal/freed'));
    await openGrid();
    cell(2, 3).focus();
    await userEvent.keyboard('{Control>}d{/Control}');
    expect(cell(2, 3).textContent).toBe('SMP-001');
    cell(0, 0).focus();
    await userEvent.keyboard('{Control>}{Shift>}d{/Shift}{/Control}');
    await expect.element(foot()).toHaveTextContent('Out by 1,500.00 (credit short)');
    await userEvent.keyboard('{Control>}{Delete}{/Control}');
    await expect.element(foot()).toHaveTextContent('Balanced');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(foot()).toHaveTextContent('Debit 3,000.00');
    cell(1, 0).focus();
    await userEvent.keyboard('{Control>}{Delete}{/Control}');
    cell(0, 0).focus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(cell(1, 0).textContent).toContain('502010');
    expect(document.activeElement).toBe(cell(1, 0));
  });

  it('shows the route of the amount as it is typed in the timeline of a stored entry', async () => {
    // The recorded entry needs one approval; a larger one is stored than is typed.
    const [review, approval] = DRAFT.route as [RouteStage, RouteStage];
    const larger = [review, approval, { ...approval, status: 4, label: 'For Approval 2' }];
    await openPage(EDIT, {
      ...answered('journal/locked', 'journal/freed'),
      [`GET /api/trx/header/${DRAFT.batch_number}`]: edited(readBatch, 'journal/draft', ({ data }) => ({
        data: { ...data, route: larger },
      })),
      'GET /api/trx/approval-route': () => {
        const address = vi.mocked(window.fetch).mock.lastCall![0] as string;
        const route = address.includes('total_amount=900.00') ? DRAFT.route : larger;
        return { body: { data: { route, refusal: null } } };
      },
    });
    await openGrid();
    const timeline = page.getByRole('list', { name: 'Approval timeline' });
    await expect.element(timeline.getByText('Approval 2')).toBeVisible();
    cell(0, 4).focus();
    await typeCells('900');
    await expect.element(timeline.getByText('Approval 2')).not.toBeInTheDocument();
    await expect.element(timeline.getByText('Approval 1')).toBeVisible();
  });

  it('refuses what is no amount, and a code that does not exist, in its cell', async () => {
    const { asked } = await openPage('/trx-gen-journal/create');
    await openGrid();
    await typeCells('999999');
    cell(0, 4).focus();
    await typeCells('(100)');
    expect(cell(0, 4).textContent).toBe('(100), Debit can only contain numbers and dot.');
    await expect.element(page.getByRole('button', { name: 'Use Credit 100.00' })).toBeVisible();
    cell(0, 5).focus();
    await typeCells('k1.5');
    expect(cell(0, 5).textContent).toBe('k1.5, Credit can only contain numbers and dot.');
    await expect
      .element(page.getByRole('status').getByText(/^Line 1, Account: Non-existent account code: 999999/))
      .toBeVisible();
    await userEvent.keyboard('{Escape}{Control>}s{/Control}');
    await expect
      .element(page.getByRole('alert').getByText(/Line 1, Account: Non-existent account code: 999999/))
      .toBeVisible();
    expect(asked.some(({ call }) => call === 'POST /api/trx/header')).toBe(false);
  });
});

describe('pasting a spreadsheet', () => {
  it('fills lines by the names of the headings and marks what it does not know', async () => {
    const { asked } = await openPage('/trx-gen-journal/create');
    await openGrid();
    paste('Account\tPayee\tBranch\tDebit\n502010\tS0001\tSMP-002\t1,500.00\n102103\tP9\tNOPE\t');
    await expect.poll(() => cell(0, 4).textContent).toBe('1,500.00');
    expect(cell(0, 1).textContent).toBe('BANTAY KUNWARI SECURITY AGENCY, INC.');
    await expect
      .element(page.getByRole('status').getByText(/Line 2, Branch: Non-existent branch id: NOPE/))
      .toBeVisible();
    expect(cell(1, 1)).toHaveAttribute('aria-invalid', 'true');
    expect(sent(asked, 'POST /api/trx/resolve-payees')).toEqual({ codes: ['S0001', 'P9'] });
  });

  it('shows more than 20 rows before it takes them', async () => {
    await openPage('/trx-gen-journal/create');
    await openGrid();
    paste(Array.from({ length: 21 }, () => '502010\t\tACCT\tSMP-001\t10.00').join('\n'));
    await expect.element(page.getByRole('dialog', { name: 'Insert 21 lines?' })).toHaveTextContent('Debit 210.00');
    await page.getByRole('button', { name: 'Insert 21 lines' }).click();
    await expect.element(foot()).toHaveTextContent('21 lines');
  });
});

describe('the entry page', () => {
  it('leads from the number of its journal entry to what the ledger has of it, where that may be read', async () => {
    const posted = recorded(readBatch, 'posted/of-an-open-month').data;
    const entry = posted.documents[0]!.journal_entry_id!;
    const open = () =>
      openPage(`/trx-gen-journal/create?batch=${posted.batch_number}`, answered('posted/of-an-open-month'));
    const withoutAccess = await open();
    await expect.element(page.getByText(entry, { exact: true })).toBeVisible();
    await expect.element(page.getByRole('link', { name: entry })).not.toBeInTheDocument();
    await withoutAccess.screen.unmount();
    startSession(loginDataOf({ 'Journal Entries': 3, 'Trial Balance': 1 }));
    await open();
    const figure = `column=cur_debit&of_account_code=${posted.details[0]!.account_code}`;
    const address = `/trial-balance?type=daily&date_from=2025-05-21&date_to=2025-05-21&${figure}`;
    await expect.element(page.getByRole('link', { name: entry, exact: true })).toHaveAttribute('href', address);
  });

  it.each<[AnswerName, RegExp]>([
    ['accrual/submitted', /covers its reversal: the same lines with their sides swapped are posted on 1 Jun 2025\./],
    ['accrual/approved', /To be reversed on 1 Jun 2025$/],
    ['accrual/waiting', /To be reversed on 1 Jun 2025\. It waits: Accounting Period for this date is already Closed\./],
    ['accrual/reversed', /Reversed on 1 Jun 2025 by JE\d{7}$/],
  ])('tells of an accrual that it is taken back by itself, %s', async (name, text) => {
    const { batch_number } = recorded(readBatch, name).data;
    await openPage(`/trx-gen-journal/create?batch=${batch_number}`, answered(name));
    await expect.element(page.getByText(text)).toBeVisible();
  });

  it('of what takes an accrual back shows no stage that it did not pass, and says that it goes with the accrual', async () => {
    const { batch_number } = recorded(readBatch, 'accrual/reversal').data;
    await openPage(`/trx-gen-journal/create?batch=${batch_number}`, answered('accrual/reversal'));
    const timeline = page.getByRole('list', { name: 'Approval timeline' });
    await expect.element(timeline).toHaveTextContent(/^Prepared, done.*Approved, done\s*Posted/);
    await expect.element(timeline).not.toHaveTextContent('Review');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /^Void/ }).hover();
    await expect.element(page.getByText(/^It takes back JE\d{7}, and goes with it: void JE\d{7}\.$/)).toBeVisible();
  });

  it('says at once that the period is closed, and never submits what is out of balance', async () => {
    const { asked } = await openPage('/trx-gen-journal/create');
    await openGrid();
    await typeCells('502010', '', 'ACCT', 'SMP-001', '100');
    await userEvent.keyboard('{Escape}{Control>}{Enter}{/Control}');
    await expect.element(summary()).toHaveTextContent('An entry needs 2 to 5,000 lines.');
    await page.getByLabelText('Document Date').fill('4-30');
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByText('Accounting Period for this date is already Closed.').first()).toBeVisible();
    expect(asked.some(({ call }) => call === 'POST /api/trx/header')).toBe(false);
  });

  it('counts what is to be corrected, leads from one to the next, and mends at one press what it knows', async () => {
    await openPage('/trx-gen-journal/create');
    await openGrid();
    await typeCells('502010', '', 'ACTC', 'SMP-001', '100', '', '102103', '', '', '', '', '90');
    await page.getByLabelText('Document Date').fill('4-30');
    await userEvent.keyboard('{Tab}');
    await expect.element(foot()).toHaveTextContent('2 to correct');
    await foot().getByRole('button', { name: '2 to correct' }).click();
    await expect.element(page.getByLabelText('Document Date')).toHaveFocus();
    await userEvent.keyboard('{F8}');
    await expect.poll(() => document.activeElement).toBe(cell(0, 2));
    await userEvent.keyboard('{Shift>}{F8}{/Shift}');
    await expect.element(page.getByLabelText('Document Date')).toHaveFocus();
    await page.getByRole('button', { name: /^Use .*, the nearest open day$/ }).click();
    await expect.element(page.getByLabelText('Document Date')).toHaveValue('2025-05-01');
    await expect.element(foot()).toHaveTextContent('1 to correct: line 1');
    // From an open cell too.
    cell(1, 5).focus();
    await userEvent.keyboard('{F2}{F8}');
    await expect.poll(() => document.activeElement).toBe(cell(0, 2));
    await expect.element(page.getByRole('button', { name: /^Use ACCT/ })).toBeVisible();
    await userEvent.keyboard('{Alt>}{Enter}{/Alt}');
    await expect.poll(() => cell(0, 2).textContent).toBe('ACCT');
    await expect.element(foot()).not.toHaveTextContent('to correct');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(summary()).toHaveTextContent('Line 2, Credit: Debit and credit must be equal.');
    await expect.element(foot()).toHaveTextContent('1 to correct: line 2');
    await page.getByRole('button', { name: 'Use Credit 100.00' }).click();
    await expect.element(foot()).toHaveTextContent('Balanced');
    await expect.element(foot()).not.toHaveTextContent('to correct');
    await expect.element(summary()).not.toBeInTheDocument();
  });

  it('fills the rate of the period and the accounts, and shows the pesos', async () => {
    await openPage('/trx-gen-journal/create');
    await openGrid();
    await page.getByLabelText('Currency').click();
    await page.getByRole('option', { name: 'USD' }).click();
    await expect.element(page.getByLabelText('Rate')).toHaveValue('56.25');
    cell(0, 0).focus();
    await typeCells('502010', '', 'ACCT', 'SMP-001', '100');
    await expect.element(page.getByLabelText('Rate')).toHaveValue('56.50');
    await expect.element(foot()).toHaveTextContent(/in pesos\s*Debit PHP\s*5,650.00/);
  });

  it('places the faults that the server names on their cells, with the number of the line', async () => {
    await openPage('/trx-gen-journal/create', answered('journal/refused'));
    await openGrid();
    await typeCells('502010', '', '', 'SMP-001', '100');
    await userEvent.keyboard('{Escape}{Control>}s{/Control}');
    await expect.element(page.getByText('Saving failed!!')).toBeVisible();
    await page.getByRole('button', { name: 'OK' }).click();
    await expect
      .element(page.getByRole('grid').getByText('Line 1: Department is required on an income or expense account.'))
      .toBeVisible();
    await page.getByRole('link', { name: /Line 1: Department/ }).click();
    await expect.poll(() => document.activeElement).toBe(cell(0, 2));
  });

  it('keeps unsaved work on the server and offers it again', async () => {
    const { asked } = await openPage('/trx-gen-journal/create', {
      ...answered('entry/draft', 'entry/draft-kept-again'),
      'GET /api/trx/drafts': edited(listDrafts, 'entry/drafts', ({ data: [newest] }) => ({
        data: [newest!, { ...newest!, id: 'f5a3c1de-0000-4000-8000-000000000009', batch_number: '0000009' }],
      })),
    });
    await expect.element(page.getByText(`Unsaved entry, batch ${KEPT.batch_number}.`)).toBeVisible();
    await expect.element(page.getByText('Unsaved entry, batch 0000009.')).not.toBeInTheDocument();
    await page.getByRole('button', { name: '1 more' }).click();
    await expect.element(page.getByText('Unsaved entry, batch 0000009.')).toBeVisible();
    // What had the focus is gone: the next Tab goes on from here, not from the top of the page.
    expect(document.activeElement).not.toBe(document.body);
    await page.getByRole('button', { name: 'Continue' }).first().click();
    await expect.element(page.getByLabelText('Remarks').first()).toHaveValue('RENT KEPT');
    await expect.element(page.getByText('saved draft 10:42')).toBeVisible();
    expect(cell(0, 4).textContent).toBe('12.00');
    await openGrid();
    await typeCells('502010');
    await expect
      .poll(() => asked.filter(({ call }) => call === `PUT /api/trx/drafts/${KEPT.id}`).length, { timeout: 5000 })
      .toBe(1);
    expect(sent(asked, `PUT /api/trx/drafts/${KEPT.id}`)).toMatchObject({
      batch_number: KEPT.batch_number,
      row_version: KEPT.row_version,
    });
  });

  it('keeps what was typed a moment ago when the page is left, in an open cell too, and asks nothing', async () => {
    const { asked, router } = await openPage(
      `/trx-gen-journal/create?draft=${KEPT.id}`,
      answered('entry/drafts', 'entry/draft', 'entry/draft-kept-again'),
    );
    await openGrid();
    await userEvent.keyboard('102103');
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    await router.navigate({ to: '/trx-gen-journal' });
    await expect.poll(() => asked.some(({ call }) => call.startsWith('PUT /api/trx/drafts/'))).toBe(true);
    const kept = asked.findLast(({ call }) => call.startsWith('PUT /api/trx/drafts/'))!.body as {
      body: { lines: { account: { code: string } }[] };
    };
    expect(kept.body.lines[0]!.account.code).toBe('102103');
    expect(hasUnsaved()).toBe(false);
  });

  it('names the stored entry at the end of its breadcrumb', async () => {
    await openPage(EDIT, answered('journal/draft', 'journal/locked', 'journal/freed'));
    await openGrid();
    await expect
      .element(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem').last())
      .toHaveTextContent(/^Batch \d{7}$/);
  });

  it('reopens the same entry with its number after a reload, empty or typed, and a new one when it left', async () => {
    const address = (history: { location: { href: string } }) =>
      new URL(history.location.href, 'http://page').searchParams;
    const opened = async (path: string, answers: Answers = {}) => {
      const { asked, history, screen } = await openPage(path, answers);
      await expect.element(page.getByRole('grid', { name: 'Lines' })).toBeVisible();
      await expect.poll(() => address(history).get('draft')).not.toBeNull();
      const draft = address(history).get('draft')!;
      const reserved = asked.filter(({ call }) => call === 'GET /api/trx/batch-number').map((one) => one.address);
      return { draft, reserved, screen, asked: asked.map(({ call }) => call) };
    };
    const first = await opened('/trx-gen-journal/create');
    expect(first.reserved).toEqual([`/api/trx/batch-number?draft_id=${first.draft}&document_type=JE`]);
    const reload = localStorage.getItem('dist_data')!;
    expect(JSON.parse(reload)).toEqual({ batch_number: NUMBER, batch_draft: first.draft });
    // A second tab beside it.
    const beside = await opened('/trx-gen-journal/create');
    expect(beside.draft).not.toBe(first.draft);
    await beside.screen.unmount();
    // What a reload leaves: the address and what the browser keeps.
    await first.screen.unmount();
    localStorage.setItem('dist_data', reload);
    const again = await opened(`/trx-gen-journal/create?draft=${first.draft}`);
    expect([again.draft, again.reserved]).toEqual([first.draft, first.reserved]);
    // A draft that nothing is kept of is not asked for.
    expect(again.asked).not.toContain(`GET /api/trx/drafts/${first.draft}`);
    await again.screen.unmount();
    localStorage.setItem('dist_data', reload);
    const reopened = await opened('/trx-gen-journal/create');
    expect([reopened.draft, reopened.reserved]).toEqual([first.draft, first.reserved]);
    await reopened.screen.unmount();

    localStorage.setItem('dist_data', reload);
    const typed = await opened(`/trx-gen-journal/create?draft=${first.draft}`, {
      [`GET /api/trx/drafts/${first.draft}`]: answered('entry/draft')[`GET /api/trx/drafts/${KEPT.id}`]!,
      'GET /api/trx/drafts': edited(listDrafts, 'entry/drafts', ({ data: [newest] }) => ({
        data: [{ ...newest!, id: first.draft }],
      })),
    });
    await expect.element(page.getByLabelText('Remarks').first()).toHaveValue('RENT KEPT');
    expect(typed.reserved).toEqual([]);
    await typed.screen.unmount();
    const left = await opened(`/trx-gen-journal/create?draft=${first.draft}`);
    expect(left.draft).not.toBe(first.draft);
  });

  it('is read-only while somebody else has it, and says who', async () => {
    await openPage(EDIT, answered('journal/draft-of-another-lock', 'journal/locked-by-another'));
    await expect.element(page.getByText('Being processed by Ben Cruz since 09:30. You can view it.')).toBeVisible();
    expect(document.querySelector('[role=grid]')).toBeNull();
    await expect.element(page.getByRole('table', { name: `Lines of batch ${DRAFT.batch_number}` })).toBeVisible();
  });

  it('is released from its banner, by whoever may, with its status as it is', async () => {
    const { asked } = await openPage(
      `/trx-gen-journal/create?batch=${HELD.batch_number}`,
      answeredAround(['journal/held'], 'journal/released', ['journal/held-no-more']),
    );
    await page.getByRole('button', { name: 'Release' }).click();
    await expect.element(page.getByText(/^Being processed by/)).not.toBeInTheDocument();
    expect(sent(asked, `POST /api/trx/header/${HELD.batch_number}`)).toMatchObject({ status: 4, processing: 0 });
  });

  it('shows who saved meanwhile and what differs, and takes the stored version on request', async () => {
    await openPage(EDIT, {
      ...answered('journal/locked', 'journal/freed'),
      ...answeredAround(['journal/draft'], 'journal/changed-meanwhile', ['journal/changed']),
    });
    await openGrid();
    // Of its empty columns two are folded: what is said in remarks stands.
    cell(0, 6).focus();
    await typeCells('MINE');
    await userEvent.keyboard('{Escape}{Control>}s{/Control}');
    const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' });
    await expect.element(dialog).toHaveTextContent(/Line 1.*remarks MINE.*remarks MAY 2025/);
    await page.getByRole('button', { name: 'Take the stored version' }).click();
    await expect.element(page.getByLabelText('Remarks').first()).toHaveValue('CHANGED BY BEN');
    expect(cell(0, 6).textContent).toBe('MAY 2025');
  });

  it('is free of accessibility faults, with a picker open and with faults shown', async () => {
    await openPage('/trx-gen-journal/create');
    await openGrid();
    await userEvent.keyboard('50');
    await expect.element(page.getByRole('option', { name: /Rental Fee/ })).toBeVisible();
    expect(await accessibilityFaults()).toEqual([]);
    await userEvent.keyboard('{Escape}{Escape}999{Enter}{Escape}{Control>}s{/Control}');
    await expect.element(summary()).toBeVisible();
    expect(await accessibilityFaults()).toEqual([]);
  });
});

it('the list returns a selection with one reason, tried before and told one by one', async () => {
  const returned = answered('approvals/returned');
  const number = Object.keys(returned)[0]!.split('/').at(-1)!;
  const { asked } = await openPage('/trx-gen-journal?month=2025-05', {
    ...answered('approvals/inbox', 'approvals/tried-return'),
    ...returned,
  });
  const bar = page.getByRole('group', { name: 'Selected rows' });
  await page.getByRole('checkbox', { name: `Select batch ${number}` }).click();
  await bar.getByRole('button', { name: 'Clear' }).click();
  await expect.element(bar).not.toBeInTheDocument();
  await page.getByRole('checkbox', { name: `Select batch ${number}` }).click();
  await page
    .getByRole('checkbox', { name: /^Select batch/ })
    .nth(1)
    .click();
  await bar.getByRole('button', { name: 'Return' }).click();
  const dialog = page.getByRole('dialog', { name: 'Return 1 of 2?' });
  await expect.element(dialog.getByRole('group', { name: 'Blocked because' })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Remarks' }).fill('Attach the statement.');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const result = page.getByRole('dialog', { name: 'Return: 1 done, 1 blocked' });
  await expect.element(result.getByRole('group', { name: 'Returned' })).toHaveTextContent('with Ana Reyes');
  expect(sent(asked, `POST /api/trx/header/${number}`)).toMatchObject({ approved_remarks: 'Attach the statement.' });
});
