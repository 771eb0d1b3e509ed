import { CodeSelect } from '../../ui/fields/combobox.tsx';
import { useFiscalYears } from '../record/fiscal-years.ts';
import type { ControlProps } from '../record/resource-parts.ts';

/** A fiscal year, of those that are offered (decisions §1). */
export function FiscalYearControl({ value, onChange, onBlur, takesFocus }: ControlProps) {
  const years = useFiscalYears(value === '' ? [] : [Number(value)]);
  return (
    <CodeSelect
      {...(takesFocus ? { 'data-autofocus': true } : {})}
      options={years.toReversed().map((year) => ({ value: String(year), label: String(year) }))}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
}
