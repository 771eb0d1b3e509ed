import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { clearMessages } from '../../ui/feedback/feedback.ts';
import { Attachments } from './attachments.tsx';

const STORED = {
  id: '0198a3c0-0000-7000-8000-000000000001',
  name: 'invoice.pdf',
  media_type: 'application/pdf',
  size: 2048,
  uploaded_by: 'Ana Reyes',
  uploaded_at: '2025-05-22T06:02:00Z',
  sha256: '',
};

afterEach(() => {
  vi.restoreAllMocks();
  clearMessages();
});

test("a file that cannot be fetched says 'Retrieve failed!'", async () => {
  vi.spyOn(window, 'fetch').mockResolvedValue(new Response('', { status: 503 }));
  await renderScreen(<Attachments stored={[STORED]} />);
  await page.getByRole('button', { name: 'invoice.pdf' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Retrieve failed!');
});

test('a file of another kind, or larger than allowed, is named and not taken', async () => {
  const added = vi.fn<(files: File[]) => void>();
  await renderScreen(<Attachments stored={[]} onAdd={added} />);
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  const chosen = new DataTransfer();
  chosen.items.add(new File(['x'], 'run.exe'));
  chosen.items.add(new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'scan.pdf'));
  chosen.items.add(new File(['%PDF'], 'advice.pdf'));
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  const list = page.getByRole('alertdialog', { name: 'Some files cannot be attached' });
  await expect.element(list).toHaveTextContent(/run\.exe is not a .+ file\..*scan\.pdf is larger than 10 MB\./);
  expect(added.mock.calls.flat(2).map(({ name }) => name)).toEqual(['advice.pdf']);
});
