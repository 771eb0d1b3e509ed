import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { EntryBanner } from '../../record/entry-banner.tsx';

test('banners have one line between them, whether or not one stands in a box of its own', async () => {
  const banner = (text: string) => (
    <EntryBanner tone="amber" icon={null}>
      {text}
    </EntryBanner>
  );
  await renderScreen(
    <div>
      {banner('First')}
      <div>{banner('Boxed')}</div>
      {banner('After a box')}
      <div />
      {banner('After an empty box')}
    </div>,
  );
  await expect.element(page.getByRole('status').first()).toBeVisible();
  const banners = page.getByRole('status').elements();
  expect(banners.map((one) => [one.textContent, getComputedStyle(one).borderTopWidth])).toEqual([
    ['First', '1px'],
    ['Boxed', '0px'],
    ['After a box', '0px'],
    ['After an empty box', '0px'],
  ]);
});
