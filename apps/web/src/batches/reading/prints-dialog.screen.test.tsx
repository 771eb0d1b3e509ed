import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answered } from '../../testing/recorded-answers.ts';
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
