import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { listPapersOfDocument, type IssuedPaper } from '@talaan/contract/documents/print/issued-papers.contract';
import { batchKey } from '@talaan/core/documents/batch-key';
import { answered, recorded } from '../../testing/recorded-answers.ts';
import { answerCalls } from '../../testing/render-app.tsx';
import { accessibilityFaults, renderScreen } from '../../testing/render-screen.tsx';
import { PrintsDialog } from './prints-dialog.tsx';

afterEach(() => void vi.restoreAllMocks());

test('a document tells its prints, the newest first', async () => {
  answerCalls(answered('billing/prints'));
  await renderScreen(<PrintsDialog batchKey="BI-0000002" onClose={() => {}} />);
  const items = page.getByRole('listitem');
  await expect
    .element(items.first())
    .toHaveTextContent(/Billing Invoice BI-HOB0000002, REPRINT 2, printed.*Carla Santos/);
  await expect.element(page.getByText('Code 0123456789ABCDEF').first()).toBeVisible();
  expect(await accessibilityFaults()).toEqual([]);
});

test('a leaf of stock says by which run and which version of the layout it was printed', async () => {
  answerCalls(answered('archive/prints'));
  const [{ document }] = recorded(listPapersOfDocument, 'archive/prints').data as [IssuedPaper];
  await renderScreen(<PrintsDialog batchKey={batchKey(document!)} onClose={() => {}} />);
  const leaf = page.getByRole('listitem').first();
  await expect
    .element(leaf)
    .toHaveTextContent(/Cheque 0000451, printed.*Run \d+, layout Voucher cheque 8 × 3 in, version 1/);
});
