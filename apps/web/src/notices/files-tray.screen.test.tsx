import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Notice } from '@talaan/contract/notices/notice.contract';
import type { ReportFile } from '@talaan/contract/reports/files/report-file.contract';
import { answerCalls, loginDataOf, renderApp, type Asked } from '../testing/render-app.tsx';
import { accessibilityFaults, renderScreen } from '../testing/render-screen.tsx';
import { forgetSession, startSession } from '../session/session.ts';
import { openFilesTray } from './files-tray-open.ts';
import { PaperRunDialog } from './paper-run-dialog.tsx';

const WORKING: ReportFile = {
  id: '00000000-0000-4000-8000-0000000000f1',
  report: 'subsidiary',
  title: 'Subsidiary',
  subject: 'MAY 01, 2025 TO MAY 31, 2025',
  format: 'xlsx',
  state: 'working',
  rows_done: 12_000,
  rows_expected: null,
  name: null,
  size: null,
  reason: null,
  asked_at: '2026-03-31T06:02:00Z',
  expires_at: null,
};
const READY: ReportFile = {
  ...WORKING,
  state: 'ready',
  rows_done: 48_000,
  rows_expected: null,
  name: 'subsidiary_1779424920.xlsx',
  size: 3_400_000,
  expires_at: '2026-04-01T06:03:00Z',
};
const FAILED: ReportFile = {
  ...WORKING,
  id: '00000000-0000-4000-8000-0000000000f2',
  format: 'pdf',
  state: 'failed',
  reason: 'You need Select on Subsidiary; you have No Access.',
};
const NOTICE: Notice = {
  id: '12',
  kind: 'file_ready',
  title: 'Your file is ready',
  text: 'Subsidiary, MAY 01, 2025 TO MAY 31, 2025 · XLSX',
  link: '/',
  at: '2026-03-31T06:03:00Z',
  read_at: null,
};

let files: readonly ReportFile[];
beforeEach(() => startSession(loginDataOf({})));
afterEach(() => {
  openFilesTray(false);
  vi.restoreAllMocks();
  vi.useRealTimers();
  forgetSession();
});

async function open(first: readonly ReportFile[], notices: readonly Notice[] = []): Promise<Asked[]> {
  files = first;
  const asked = answerCalls({
    'GET /api/notices': () => ({ body: { data: notices, unread: notices.length, files: files.length } }),
    'POST /api/notices/read': { body: { data: { read: 1 } } },
    'GET /api/report-files': () => ({ body: { data: files } }),
    [`DELETE /api/report-files/${WORKING.id}`]: () => {
      files = files.filter(({ id }) => id !== WORKING.id);
      return { body: { data: null } };
    },
    [`GET /api/report-files/${WORKING.id}/file`]: {
      body: 'a file',
      headers: { 'content-disposition': `attachment; filename="${READY.name}"` },
    },
  });
  await renderApp([], '/');
  return asked;
}

const tray = () => page.getByRole('button', { name: /^Files/ });

test('the tray is there while something is in it, and nobody asks for it otherwise', async () => {
  const asked = await open([]);
  await expect.element(page.getByRole('button', { name: 'Messages' })).toBeVisible();
  await expect.element(tray()).not.toBeInTheDocument();
  expect(asked.map(({ call }) => call)).not.toContain('GET /api/report-files');
});

test('a file that is made shows how far it is, is told when it is ready, and saved from there', async () => {
  const asked = await open([WORKING]);
  await expect.element(tray()).toHaveAccessibleName('Files, 1 being made');
  await tray().click();
  const list = page.getByRole('list', { name: 'Files, newest first' });
  await expect.element(list).toHaveTextContent('12,000 rows');
  await expect.element(page.getByRole('progressbar', { name: 'Subsidiary is being made' })).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  files = [READY];
  await expect.element(page.getByText('subsidiary_1779424920.xlsx is ready.'), { timeout: 5000 }).toBeVisible();
  await expect.element(tray()).toHaveAccessibleName('Files, 1 ready');
  await expect.element(list).toHaveTextContent('3.2 MB, kept until 2026-04-01 14:03');
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await expect.element(page.getByText('subsidiary_1779424920.xlsx is saved.')).toBeVisible();
  expect(saved).toHaveBeenCalledOnce();
  expect(asked.at(-1)!.call).toBe(`GET /api/report-files/${READY.id}/file`);
});

test('it is cancelled and removed by keyboard, on a phone too, and one that failed says why', async () => {
  await page.viewport(390, 844);
  try {
    const asked = await open([WORKING, FAILED]);
    await expect.element(tray()).toBeVisible();
    (tray().element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByText('You need Select on Subsidiary; you have No Access.'))
      .toBeInViewport({ ratio: 1 });
    await expect.element(page.getByRole('list', { name: /^Files/ })).toHaveFocus();
    await userEvent.tab();
    await expect.element(page.getByRole('button', { name: /^Cancel Subsidiary XLSX/ })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: /^Cancel/ })).not.toBeInTheDocument();
    expect(asked.map(({ call }) => call)).toContain(`DELETE /api/report-files/${WORKING.id}`);
    expect(await accessibilityFaults()).toEqual([]);
  } finally {
    await page.viewport(1280, 800);
  }
});

test('the notice of a file opens the tray where one is', async () => {
  await open([READY], [NOTICE]);
  await page.getByRole('button', { name: 'Messages, 1 unread' }).click();
  await page.getByRole('link', { name: /^Your file is ready/ }).click();
  await expect.element(page.getByRole('button', { name: /^Download Subsidiary XLSX/ })).toBeVisible();
});

test('the palette saves every list of File Maintenance at once, or has it made where it is long', async () => {
  startSession(loginDataOf({ 'ATC Codes': 1 }));
  let isLong = false;
  const asked = answerCalls({
    'GET /api/notices': () => ({ body: { data: [], unread: 0, files: isLong ? 1 : 0 } }),
    'GET /api/report-files': () => ({ body: { data: files } }),
    'POST /api/report-files': () => ({ body: { data: isLong ? WORKING : null } }),
    'POST /api/maintenance-report': {
      body: 'a workbook',
      headers: { 'content-disposition': 'attachment; filename="maintenance-report_1779424920.xlsx"' },
    },
  });
  files = [WORKING];
  await renderApp([], '/');
  await expect.element(page.getByRole('button', { name: 'Messages' })).toBeVisible();
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const take = async () => {
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.fill(page.getByRole('combobox', { name: 'Go to a screen, create or act' }), 'Maintenance rep');
    await expect.element(page.getByRole('option', { name: /^Maintenance report/, selected: true })).toBeVisible();
    await userEvent.keyboard('{Enter}');
  };
  await take();
  await expect.element(page.getByText('maintenance-report_1779424920.xlsx is saved.')).toBeVisible();
  expect(saved).toHaveBeenCalledOnce();
  isLong = true;
  await take();
  await expect.element(page.getByText(/is being made\. You can go on/)).toBeVisible();
  expect(asked.filter(({ call }) => call === 'POST /api/maintenance-report')).toHaveLength(1);
});

const document = (batch_number: string) => ({ document_type: 'CV' as const, batch_number });
const RUN: ReportFile = {
  ...WORKING,
  report: 'papers',
  title: 'Documents',
  subject: '2 documents',
  format: 'pdf',
  rows_done: 0,
  rows_expected: 2,
};

/** Opens the dialog of three documents, of which the last may not be printed; the file is as far as `files` says. */
async function openRun(): Promise<Asked[]> {
  files = [];
  const begun = () => {
    files = [RUN];
    return { status: 202, body: { data: RUN } };
  };
  const asked = answerCalls({
    'GET /api/notices': () => ({ body: { data: [], unread: 0, files: files.length } }),
    'POST /api/papers/check': {
      body: {
        data: [
          { ...document('0000001'), reason: null },
          { ...document('0000002'), reason: null },
          { ...document('0000003'), reason: 'No disbursement has number 0000003.' },
        ],
      },
    },
    'POST /api/papers': begun,
    'GET /api/report-files': () => ({ body: { data: files } }),
    [`DELETE /api/report-files/${WORKING.id}`]: () => {
      files = [];
      return { body: { data: null } };
    },
    [`GET /api/report-files/${WORKING.id}/file`]: {
      body: 'a file',
      headers: { 'content-disposition': 'attachment; filename="papers_1.pdf"' },
    },
  });
  const documents = ['0000001', '0000002', '0000003'].map(document);
  await renderScreen(<PaperRunDialog documents={documents} onClose={() => undefined} />);
  return asked;
}

test('many papers: says what is not printed, prints the rest by keys alone, shows how far it is, and takes the file', async () => {
  const asked = await openRun();
  await expect.element(page.getByRole('dialog', { name: 'Print 2 of 3' })).toBeVisible();
  await expect.element(page.getByText('No disbursement has number 0000003.')).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'Date'], shouldAdvanceTime: true });
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Cancel printing' })).toBeVisible();
  const sent = asked.find(({ call }) => call === 'POST /api/papers')!;
  expect(sent.body).toEqual({ documents: [document('0000001'), document('0000002')] });
  files = [{ ...RUN, rows_done: 1 }];
  await vi.advanceTimersByTimeAsync(2000);
  await expect.element(page.getByText('Printing 1 of 2 …')).toBeInTheDocument();
  files = [{ ...RUN, state: 'ready', rows_done: 2, name: 'papers_1.pdf', size: 9000, expires_at: READY.expires_at }];
  await vi.advanceTimersByTimeAsync(2000);
  await expect.element(page.getByRole('button', { name: 'Download' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(asked.map(({ call }) => call)).toContain(`GET /api/report-files/${WORKING.id}/file`));
});

test('many papers: a run that is cancelled can be begun anew', async () => {
  await openRun();
  await page.getByRole('button', { name: 'Print 2' }).click();
  await page.getByRole('button', { name: 'Cancel printing' }).click();
  await expect.element(page.getByRole('button', { name: 'Print 2' })).toBeVisible();
});
