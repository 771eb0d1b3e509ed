import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  listMappings,
  listUploads,
  listWaiting,
  uploadCalls,
} from '@talaan/contract/integration/uploaded-batches.contract';
import { sayUploaded } from '@talaan/contract/integration/upload-words';
import { UPLOAD_FILES } from '@talaan/core/integration/upload-columns';
import type { Screen } from '../../page/screen.ts';
import { startSession } from '../../session/session.ts';
import { answered, edited } from '../../testing/recorded-answers.ts';
import { answerCalls, loginDataOf, renderApp, type Answer, type Asked } from '../../testing/render-app.tsx';
import { accessibilityFaults } from '../../testing/render-screen.tsx';
import { UploadScreen } from './upload-screen.tsx';

const UPLOADS: Screen = { label: 'Upload from IS', path: '/trx-upload-is', load: async () => UploadScreen };
const DETAIL = 'POST /api/trx/up-detail-is';
const ROWS = `GET /api/trx/uploads/${'b'.repeat(32)}/rows`;
const taking = (name: Parameters<typeof answered>[0]) => Object.values(answered(name))[0]!;

let replies: Answer[];
async function openPage(
  kind: string,
  level: 1 | 4 = 4,
  others: Parameters<typeof answerCalls>[0] = {},
): Promise<Asked[]> {
  startSession(loginDataOf({ 'Upload from IS': level }));
  const next = () => replies.shift()!;
  const asked: Asked[] = answerCalls({
    ...answered(
      'uploads/mappings',
      'uploads/waiting',
      'uploads/waiting-details',
      'uploads/files',
      'uploads/accepted',
      'uploads/undone',
    ),
    [DETAIL]: next,
    'POST /api/trx/up-header-is': next,
    'POST /api/trx/up-header-p': next,
    'POST /api/trx/up-detail-p': next,
    [ROWS]: () =>
      taking(asked.filter(({ call }) => call === DETAIL).length > 1 ? 'uploads/corrected-rows' : 'uploads/faulty-rows'),
    ...others,
  });
  await renderApp([UPLOADS], `/trx-upload-is?kind=${kind}`);
  return asked;
}
beforeEach(() => {
  replies = [];
});

const choose = (name: string) =>
  page.getByLabelText('Drop, paste or choose a CSV or Excel file').upload(new File(['x'], name, { type: 'text/csv' }));

it('checks a file, shows each fault below its row, takes its correction by the keyboard, and uploads all rows', async () => {
  const asked = await openPage('detail-is');
  replies = [taking('uploads/faulty'), taking('uploads/corrected'), taking('uploads/taken')];
  await choose('is-detail-0521.csv');
  await expect.element(page.getByText('Row 2, Branch: no branch has the code SMP-003.')).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'To correct' }))
    .toHaveTextContent(/Non-existent branch id.*1.*SMP-003 · row 2/);
  await expect.element(page.getByText('COST_GRP not used')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Upload 2 rows' })).toHaveAttribute('aria-disabled', 'true');
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.keyboard('{F8}');
  // Whoever hears the page is told the cell and its row.
  await expect.element(page.getByRole('cell', { name: 'SMP-003', exact: true })).toHaveFocus();
  await userEvent.keyboard('{Alt>}{Enter}{/Alt}');
  await expect.element(page.getByText('Balanced')).toBeVisible();
  expect(asked.filter(({ call }) => call === DETAIL)[1]!.body).toMatchObject({
    upload_id: 'b'.repeat(32),
    corrections: [{ row: 2, column: 3, value: 'SMP-002' }],
  });
  await userEvent.keyboard('{Control>}s{/Control}');
  await expect.element(page.getByText('IS detail uploaded: 2 rows.').first()).toBeVisible();
});

it.each(['header-is', 'detail-is', 'header-p', 'detail-p'] as const)(
  'says the words of %s when its rows are in',
  async (kind) => {
    await openPage(kind);
    const words = sayUploaded(UPLOAD_FILES[kind].title, 128);
    // The other files are answered in the same way; their words are those of their kind.
    replies = [
      edited(uploadCalls['header-is'], 'uploads/header', ({ data }) => ({ data: { ...data, kind, message: words } })),
    ];
    await choose('a.csv');
    await expect.element(page.getByText(words).first()).toBeVisible();
  },
);

it("says 'Unable to upload file!' of what cannot be read, and 'Failed to upload!' of what is refused", async () => {
  await openPage('detail-is');
  replies = [taking('uploads/unreadable')];
  await choose('a.csv');
  const unread = page.getByRole('alertdialog', { name: 'Unable to upload file!' });
  await expect.element(unread).toHaveTextContent(/File content is PDF, expected CSV or XLSX\./);
  await unread.getByRole('button', { name: 'OK' }).click();
  replies = [taking('uploads/corrected'), taking('uploads/refused')];
  await choose('b.csv');
  await page.getByRole('button', { name: 'Upload 2 rows' }).click();
  await expect
    .element(page.getByRole('alertdialog', { name: 'Failed to upload!' }))
    .toHaveTextContent(/Row 2, Document date: Give the date as 2026-04-03\./);
});

it('lets somebody who uploaded none of it accept a batch, and undo a file with a reason', async () => {
  const asked = await openPage('header-is');
  const waiting = page.getByRole('region', { name: 'Waiting batches' });
  await expect.element(waiting).toHaveTextContent(/IS 90.*To accept.*1 document · 2 lines · 1,250\.00/);
  await waiting.getByRole('button', { name: 'View batch IS 90' }).click();
  const held = page.getByRole('dialog', { name: 'Batch 90 of IS' });
  await expect.element(held).toHaveTextContent(/JE D-1 · 2025-05-21 · Fees of May.*502010.*SMP-002.*1,250\.00/);
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await waiting.getByRole('button', { name: 'Accept 1' }).click();
  await page.getByRole('alertdialog', { name: 'Accept this batch?' }).getByRole('button', { name: 'Accept' }).click();
  await expect.element(page.getByText(/^Posted: \d{7}\.$/).first()).toBeVisible();
  expect(asked.find(({ call }) => call === 'POST /api/trx/uploads/accept')!.body).toEqual({
    batches: [{ source: 'IS', batch_no: '90' }],
  });

  await page.getByRole('button', { name: 'Undo is-detail-0521.csv' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo this upload?' });
  await expect.element(dialog.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabelText('Reason').fill('Wrong month');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect
    .element(page.getByText('is-detail-0521.csv is undone. Its entries are reversed on 2025-05-21.').first())
    .toBeVisible();
});

it('opens each batch that was made of a file, for whoever may see what other systems sent', async () => {
  const numbers = Array.from({ length: 7 }, (_, at) => `000002${at + 1}`);
  const files = edited(listUploads, 'uploads/files', ({ data: [first], ...others }) => ({
    ...others,
    data: [{ ...first!, batch_numbers: numbers }],
  }));
  const details = taking('integrated/first');
  await openPage('header-is', 4, { 'GET /api/trx/csv-upload': files, 'GET /api/trx/isfis': details });
  const history = page.getByRole('region', { name: 'Uploads' });
  await expect.element(history).toHaveTextContent(/Batches.*0000021.*0000025.*and 2 more/);
  expect(history.getByRole('button', { name: 'View batch 0000021' }).elements()).toEqual([]);
  startSession(loginDataOf({ 'Upload from IS': 4, 'Integrated Transactions': 1 }));
  await history.getByRole('button', { name: 'and 2 more' }).click();
  await history.getByRole('button', { name: 'View batch 0000027' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Batch No. 0000027 details' })).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
});

it('accepts batches one after the other, and says of each that is not posted why', async () => {
  const asked = await openPage('header-is', 4, {
    'GET /api/trx/uploads/waiting': edited(listWaiting, 'uploads/waiting', ({ data: [first] }) => ({
      data: [first!, { ...first!, batch_no: '91' }],
    })),
    'POST /api/trx/uploads/accept': () => replies.shift()!,
  });
  replies = [taking('uploads/accepted'), taking('uploads/accepted-before')];
  await page.getByRole('button', { name: 'Accept 2' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Accept' }).click();
  await expect.element(page.getByText(/^Posted: \d{7}\.$/).first()).toBeVisible();
  await expect
    .element(page.getByRole('alertdialog', { name: 'Not posted' }))
    .toHaveTextContent(/IS 91: Batch 90 of IS was accepted already\./);
  expect(asked.filter(({ call }) => call === 'POST /api/trx/uploads/accept').map(({ body }) => body)).toEqual([
    { batches: [{ source: 'IS', batch_no: '90' }] },
    { batches: [{ source: 'IS', batch_no: '91' }] },
  ]);
});

it('says what becomes of what a source sends, and that a company has no such source', async () => {
  await openPage('header-is');
  await expect.element(page.getByText(/What IS sends posts once somebody who uploaded none of it/)).toBeVisible();
  await openPage('header-is', 4, {
    'GET /api/trx/uploads/mappings': edited(listMappings, 'uploads/mappings', ({ data }) => ({
      data: { ...data, sources: data.sources.filter(({ code }) => code !== 'IS') },
    })),
  });
  await expect
    .element(page.getByText(/No source IS is in use: choose another one, or add it under Sources/))
    .toBeVisible();
});

it('forgets the mapping that is named, once that is confirmed', async () => {
  const [none, kept] = ['uploads/mappings', 'uploads/mappings-kept'].map((name) => taking(name as 'uploads/mappings'));
  let isKept = true;
  const [[call, forgotten]] = Object.entries(answered('uploads/mapping-forgotten')) as [[string, Answer]];
  const asked = await openPage('detail-is', 4, {
    'GET /api/trx/uploads/mappings': () => (isKept ? kept! : none!),
    [call]: () => {
      isKept = false;
      return forgotten;
    },
  });
  const forget = page.getByRole('button', { name: 'Forget this mapping' });
  const field = page.getByLabelText('Mapping');
  await expect.element(field).toBeVisible();
  expect(forget.elements()).toEqual([]);
  await field.fill('Of branches');
  await forget.click();
  await page.getByRole('button', { name: 'Forget', exact: true }).click();
  await expect.element(page.getByText('The mapping Of branches is forgotten.')).toBeVisible();
  await expect.element(field).toHaveValue('');
  expect(asked.filter((one) => one.call === call).length).toBe(1);
});

it('lets whoever may only look see what was uploaded, and says why he uploads nothing', async () => {
  await openPage('header-is', 1);
  await expect.element(page.getByText(/needs? Insert on Upload from IS/)).toBeVisible();
  await expect
    .element(page.getByRole('region', { name: 'Uploads' }))
    .toHaveTextContent(/IS detail.*Accepted.*is-detail-0521\.csv · 2 rows, 1 batch/);
});
