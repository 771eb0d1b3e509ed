import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityFaults, renderScreen } from '../../testing/render-screen.tsx';
import { Button } from '../buttons/button.tsx';
import { CodeSelect } from '../fields/combobox.tsx';
import { Dialog, DialogCancel, DialogSave } from './dialog.tsx';
import { Field } from '../fields/field.tsx';
import { useShortcut } from '../keyboard/shortcuts.ts';
import { TextInput } from '../fields/text-input.tsx';

const nothing = (): void => undefined;

function Editor({ onSave = nothing, onNew = nothing }: { onSave?: () => void; onNew?: () => void }) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [type, setType] = useState('S');
  useShortcut('n', 'New entry', onNew);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open editor</Button>
      <Dialog
        open={open}
        title="Edit entry"
        subtitle="New bank"
        dirty={name !== ''}
        onClose={() => setOpen(false)}
        footer={
          <>
            <DialogCancel />
            <DialogSave onSave={onSave} />
          </>
        }
      >
        <Field label="Name" required>
          <TextInput value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Type">
          <CodeSelect
            options={[
              { value: 'S', label: 'Savings', code: 'SA' },
              { value: 'C', label: 'Checking', code: 'CA' },
            ]}
            value={type}
            onChange={setType}
          />
        </Field>
        <Field label="Branch">
          <TextInput />
        </Field>
      </Dialog>
    </>
  );
}

test('opens with the focus in the first field, and gives the focus back to its opener', async () => {
  const screen = await renderScreen(<Editor />);
  await screen.getByRole('button', { name: 'Open editor' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Edit entry' })).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Open editor' })).toHaveFocus();
});

test('asks before it throws away what was typed, and keeps it when told so', async () => {
  const screen = await renderScreen(<Editor />);
  await screen.getByRole('button', { name: 'Open editor' }).click();
  await screen.getByRole('textbox', { name: 'Name' }).fill('BDO');
  for (const leave of ['Close', 'Cancel']) {
    await screen.getByRole('button', { name: leave }).click();
    await screen.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('BDO');
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('alertdialog', { name: 'Discard changes?' })).toBeVisible();
  await screen.getByRole('button', { name: 'Discard' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('Esc closes the question on top, not the dialog below it', async () => {
  const screen = await renderScreen(<Editor />);
  await screen.getByRole('button', { name: 'Open editor' }).click();
  await screen.getByRole('textbox', { name: 'Name' }).fill('BDO');
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('alertdialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('dialog', { name: 'Edit entry' })).toBeVisible();
});

test('Esc closes an open list of choices first', async () => {
  const screen = await renderScreen(<Editor />);
  await screen.getByRole('button', { name: 'Open editor' }).click();
  await screen.getByRole('combobox', { name: 'Type' }).click();
  await expect.element(screen.getByRole('option', { name: 'Checking' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('option', { name: 'Checking' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('dialog', { name: 'Edit entry' })).toBeVisible();
});

test('Enter moves to the next field and does not save; Ctrl+S and Ctrl+Enter save', async () => {
  const onSave = vi.fn<() => void>();
  const screen = await renderScreen(<Editor onSave={onSave} />);
  await screen.getByRole('button', { name: 'Open editor' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('combobox', { name: 'Type' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('textbox', { name: 'Branch' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
  expect(onSave).not.toHaveBeenCalled();
  await userEvent.keyboard('{Control>}s{/Control}');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(onSave).toHaveBeenCalledTimes(2);
});

test('keys of the page behind do not act while the dialog is open', async () => {
  const onNew = vi.fn<() => void>();
  const screen = await renderScreen(<Editor onNew={onNew} />);
  await userEvent.keyboard('n');
  expect(onNew).toHaveBeenCalledTimes(1);
  await screen.getByRole('button', { name: 'Open editor' }).click();
  await screen.getByRole('button', { name: 'Cancel' }).hover();
  screen.getByRole('button', { name: 'Cancel' }).element().focus();
  await userEvent.keyboard('n');
  expect(onNew).toHaveBeenCalledTimes(1);
});

test('a dialog that only shows is scrolled by keys where it is higher than its window', async () => {
  function Shown() {
    const [lines, setLines] = useState(2);
    return (
      <Dialog
        open
        title="View entry"
        onClose={nothing}
        footer={<Button onClick={() => setLines(80)}>All lines</Button>}
      >
        {Array.from({ length: lines }, (_line, index) => `Line ${index}`).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Dialog>
    );
  }
  await renderScreen(<Shown />);
  const body = () => page.getByText('Line 0', { exact: true }).element().parentElement!;
  await expect.element(page.getByText('Line 1', { exact: true })).toBeVisible();
  expect(body().tabIndex).toBe(-1);
  await page.getByRole('button', { name: 'All lines' }).click();
  await expect.poll(() => body().tabIndex).toBe(0);
  expect(await accessibilityFaults()).toEqual([]);
  body().focus();
  await userEvent.keyboard('{End}');
  await expect.poll(() => body().scrollTop).toBeGreaterThan(0);
});

test('the focus does not leave the dialog by Tab', async () => {
  const screen = await renderScreen(<Editor />);
  await screen.getByRole('button', { name: 'Open editor' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Edit entry' });
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  for (let presses = 0; presses < 8; presses += 1) {
    await userEvent.keyboard('{Tab}');
    expect(dialog.element().contains(document.activeElement)).toBe(true);
  }
});
