import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { Button } from '../buttons/button.tsx';
import { Popover } from './popover.tsx';

function Question() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Popover
        open={open}
        onOpenChange={setOpen}
        label="Month"
        target={<Button onClick={() => setOpen(!open)}>Choose</Button>}
      >
        <Button>May</Button>
        <Button>June</Button>
      </Popover>
      <Button>Behind</Button>
    </>
  );
}

test('Esc closes the panel with the focus elsewhere, too, and its button has the focus again', async () => {
  await renderScreen(<Question />);
  const button = (name: string) => page.getByRole('button', { name });
  await button('Choose').click();
  await expect.element(button('May')).toHaveFocus();
  button('Behind').element().focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Month' })).not.toBeInTheDocument();
  await expect.element(button('Choose')).toHaveFocus();
});

test('Tab stays in the panel, Esc closes it, and its button has the focus again', async () => {
  await renderScreen(<Question />);
  const button = (name: string) => page.getByRole('button', { name });
  await button('Choose').click();
  await expect.element(button('May')).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(button('June')).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(button('May')).toHaveFocus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(button('June')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Month' })).not.toBeInTheDocument();
  await expect.element(button('Choose')).toHaveFocus();
});
