import { useState, type ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { accessibilityFaults, renderScreen } from '../../testing/render-screen.tsx';
import { AmountField } from './amount-field.tsx';
import { CodeSelect, LookupField, type Option } from './combobox.tsx';
import { DateField } from '../dates/date-field.tsx';
import { Field } from './field.tsx';
import { FiguresField } from './figures-field.tsx';
import { TodayProvider } from '../dates/today.tsx';

/** A control with its value, and the value as text beside it. */
function Holder<Value>({
  initial,
  children,
}: {
  initial: Value;
  children: (value: Value, set: (value: Value) => void) => ReactNode;
}) {
  const [value, setValue] = useState(initial);
  return (
    <TodayProvider today={requireCalendarDate('2025-05-22')}>
      {children(value, setValue)}
      <output data-testid="value">{JSON.stringify(value)}</output>
      <button type="button">Elsewhere</button>
    </TodayProvider>
  );
}

const renderDate = (initial = '') =>
  renderScreen(
    <Holder initial={initial}>
      {(value, set) => (
        <Field label="Document Date" required hint="yyyy-MM-dd">
          <DateField value={value} onChange={set} />
        </Field>
      )}
    </Holder>,
  );
const renderAmount = () =>
  renderScreen(
    <Holder initial="">
      {(value, set) => (
        <Field label="Amount">
          <AmountField value={value} onChange={set} />
        </Field>
      )}
    </Holder>,
  );
test.each([
  ['digits', '45a1', 'Number must contain only digits.'],
  ['digits', '(100)', 'Number must contain only digits.'],
  ['digits', '1234567890123456789', 'Number may have up to 18 characters.'],
  ['paper', '0000451#', 'Number can only contain letters, numbers, spaces or hyphens.'],
] as const)('a number of %s keeps %s as typed and refuses it', async (figures, typed, told) => {
  const screen = await renderScreen(
    <Holder initial="">
      {(value, set) => (
        <Field label="Number">
          <FiguresField figures={figures} value={value} onChange={set} />
        </Field>
      )}
    </Holder>,
  );
  const box = screen.getByRole('textbox', { name: 'Number' });
  await box.click();
  await userEvent.keyboard(typed);
  await expect.element(box).toHaveValue(typed);
  await expect.element(box).toHaveAttribute('aria-invalid', 'true');
  await expect.element(screen.getByText(told)).toBeVisible();
  await box.fill('0000451');
  await expect.element(box).not.toHaveAttribute('aria-invalid');
  expect(await accessibilityFaults()).toEqual([]);
});

const heldValue = () => page.getByTestId('value');
const leave = () => userEvent.keyboard('{Tab}');

test.each([
  ['t', '2025-05-22'],
  ['+5', '2025-05-27'],
  ['3', '2025-05-03'],
  ['6-30', '2025-06-30'],
  ['2025-02-28', '2025-02-28'],
])('the date shorthand %s is %s', async (typed, date) => {
  const screen = await renderDate();
  await screen.getByRole('textbox', { name: 'Document Date' }).fill(typed);
  await leave();
  await expect.element(heldValue()).toHaveTextContent(`"${date}"`);
  await expect.element(screen.getByRole('textbox', { name: 'Document Date' })).toHaveValue(date);
});

test('a text that is no date stays as it was typed and is marked', async () => {
  const screen = await renderDate();
  await screen.getByRole('textbox', { name: 'Document Date' }).fill('2025-02-30');
  await leave();
  await expect.element(heldValue()).toHaveTextContent('"2025-02-30"');
  await expect.element(screen.getByRole('textbox', { name: 'Document Date' })).toHaveAttribute('aria-invalid', 'true');
});

test('Alt+↓ opens the month; arrows and PageDown move, Enter picks and the focus returns', async () => {
  const screen = await renderDate('2025-05-22');
  const input = screen.getByRole('textbox', { name: 'Document Date' });
  await input.click();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(screen.getByRole('button', { name: '22 May 2025' })).toHaveFocus();
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.keyboard('{ArrowDown}{ArrowLeft}{PageDown}');
  await expect.element(screen.getByRole('button', { name: '28 Jun 2025' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(heldValue()).toHaveTextContent('"2025-06-28"');
  await expect.element(input).toHaveFocus();
});

test('an amount shows with commas and is kept as a decimal text', async () => {
  const screen = await renderAmount();
  await screen.getByRole('textbox', { name: 'Amount' }).fill('1234.5');
  await leave();
  await expect.element(heldValue()).toHaveTextContent('"1234.50"');
  await expect.element(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('1,234.50');
});

test('a formula is worked out exactly when the field is left, and stays readable', async () => {
  const screen = await renderAmount();
  const input = screen.getByRole('textbox', { name: 'Amount' });
  await input.fill('=11200/1.12+0.005');
  await leave();
  await expect.element(input).toHaveValue('10,000.01');
  await input.hover();
  await expect.element(screen.getByRole('tooltip')).toHaveTextContent('=11200/1.12+0.005');
});

test.each([
  ['50000*1.12', '56,000.00'],
  ['=100+200', '300.00'],
  ['1,000.50 + 2', '1,002.50'],
  ['(100+20)*2', '240.00'],
])('the sum %s is computed when the field is left', async (typed, shown) => {
  const screen = await renderAmount();
  const input = screen.getByRole('textbox', { name: 'Amount' });
  await input.click();
  await userEvent.keyboard(typed);
  await expect.element(input).toHaveValue(typed);
  await leave();
  await expect.element(input).toHaveValue(shown);
  await expect.element(input).not.toHaveAttribute('aria-invalid');
});

test.each(['1.5k', '(100)', '-5', '5O'])('%s is no amount: it stays as typed and the field says so', async (typed) => {
  const screen = await renderAmount();
  const input = screen.getByRole('textbox', { name: 'Amount' });
  await input.click();
  await userEvent.keyboard(typed);
  await leave();
  await expect.element(input).toHaveValue(typed);
  await expect.element(input).toHaveAttribute('aria-invalid', 'true');
  await expect.element(input).toHaveAccessibleDescription('Amount can only contain numbers and dot.');
  await input.fill('5');
  await leave();
  await expect.element(screen.getByText('can only contain numbers and dot.')).not.toBeInTheDocument();
  await expect.element(heldValue()).toHaveTextContent('"5.00"');
});

const TYPES: readonly Option[] = [
  { value: 'G', label: 'General', code: 'G' },
  { value: 'D', label: 'Detail', code: 'D' },
  { value: 'P', label: 'Parent', code: 'P' },
  { value: 'S', label: 'Subsidiary', code: 'S' },
];

test('Alt+↓ opens the choices, arrows move, Enter chooses; Esc leaves the choice as it was', async () => {
  const screen = await renderScreen(
    <Holder initial="S">
      {(value, set) => (
        <Field label="Account Type">
          <CodeSelect options={TYPES} value={value} onChange={set} />
        </Field>
      )}
    </Holder>,
  );
  const box = screen.getByRole('combobox', { name: 'Account Type' });
  await expect.element(box).toHaveValue('Subsidiary');
  box.element().focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(box).toHaveAttribute('aria-expanded', 'true');
  await expect.element(screen.getByRole('option', { name: 'Subsidiary S' })).toHaveAttribute('aria-selected', 'true');
  // The list hangs below its box.
  const list = screen.getByRole('listbox').element();
  await expect
    .poll(() => list.getBoundingClientRect().top - box.element().getBoundingClientRect().bottom)
    .toSatisfy((gap: number) => gap >= 0 && gap < 16);
  expect(Math.abs(list.getBoundingClientRect().left - box.element().getBoundingClientRect().left)).toBeLessThan(16);
  expect(await accessibilityFaults()).toEqual([]);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Escape}');
  await expect.element(heldValue()).toHaveTextContent('"S"');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(heldValue()).toHaveTextContent('"D"');
  await expect.element(box).toHaveAttribute('aria-expanded', 'false');
});

test('typing narrows the choices by label or code, and Tab takes the first', async () => {
  const screen = await renderScreen(
    <Holder initial="">
      {(value, set) => <CodeSelect label="Type" options={TYPES} value={value} onChange={set} />}
    </Holder>,
  );
  await screen.getByRole('combobox', { name: 'Type' }).fill('par');
  await expect.element(screen.getByRole('option')).toHaveTextContent('Parent');
  await userEvent.keyboard('{Tab}');
  await expect.element(heldValue()).toHaveTextContent('"P"');
});

test('of ten thousand choices only those in sight are drawn; the keys reach every one', async () => {
  const accounts: Option[] = Array.from({ length: 10_000 }, (_, at) => ({ value: `${at}`, label: `Account ${at}` }));
  const screen = await renderScreen(
    <Holder initial="5000">
      {(value, set) => <CodeSelect label="Account" options={accounts} value={value} onChange={set} />}
    </Holder>,
  );
  await screen.getByRole('combobox', { name: 'Account' }).click();
  await expect.element(screen.getByRole('option', { name: 'Account 5000' })).toBeInViewport();
  expect(screen.getByRole('option').all().length).toBeLessThan(60);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(heldValue()).toHaveTextContent('"5001"');
  await screen.getByRole('combobox', { name: 'Account' }).fill('account');
  await userEvent.keyboard('{ArrowUp}');
  const last = screen.getByRole('option', { name: 'Account 9999' });
  await expect.element(last).toBeInViewport();
  await expect.element(last).toHaveAttribute('aria-posinset', '10000');
  await userEvent.keyboard('{Enter}');
  await expect.element(heldValue()).toHaveTextContent('"9999"');
});

test('a text that matches nothing says so, and leaving the field gives it up', async () => {
  const screen = await renderScreen(
    <Holder initial="G">
      {(value, set) => <CodeSelect label="Type" options={TYPES} value={value} onChange={set} />}
    </Holder>,
  );
  const box = screen.getByRole('combobox', { name: 'Type' });
  await box.fill('xyz');
  await expect.element(screen.getByText('No result for “xyz”')).toBeVisible();
  await leave();
  await expect.element(box).toHaveValue('General');
  await expect.element(heldValue()).toHaveTextContent('"G"');
});

test('a record is looked up while typing; a failed look-up can be tried again', async () => {
  const payees: Option[] = [
    { value: '1', label: 'BANTAY KUNWARI SECURITY AGENCY, INC.', code: 'P0001' },
    { value: '2', label: 'PAPEL AT TINTA TRADING', code: 'P0002' },
  ];
  let away = true;
  const search = vi.fn<(text: string) => Promise<Option[]>>(async (text) => {
    if (away) throw new Error('away');
    return payees.filter(({ label }) => label.toLowerCase().includes(text));
  });
  const screen = await renderScreen(
    <Holder<Option | null> initial={null}>
      {(value, set) => <LookupField label="Payee" value={value} onChange={set} search={search} />}
    </Holder>,
  );
  const box = screen.getByRole('combobox', { name: 'Payee' });
  await box.fill('tinta');
  await expect.element(screen.getByText("Couldn't load this list.")).toBeVisible();
  away = false;
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByRole('option')).toHaveTextContent('PAPEL AT TINTA TRADING');
  await userEvent.keyboard('{Enter}');
  await expect.element(heldValue()).toHaveTextContent('"value":"2"');
  await expect.element(box).toHaveValue('PAPEL AT TINTA TRADING');
});

test('the error of a field is linked to its control', async () => {
  const screen = await renderScreen(
    <Field label="Account Code" required error="Account Code is required.">
      <CodeSelect options={TYPES} value="" onChange={() => undefined} />
    </Field>,
  );
  const box = screen.getByRole('combobox', { name: 'Account Code' });
  await expect.element(box).toHaveAccessibleDescription('Account Code is required.');
  await expect.element(box).toHaveAttribute('aria-invalid', 'true');
  expect(await accessibilityFaults()).toEqual([]);
});
