import { useState, type KeyboardEvent, type Ref } from 'react';
import { readTypedAmount } from '@talaan/core/money/amount-formula';
import { amountText, formatAmount } from '@talaan/core/money/money';
import { useFieldControl, useFieldProblem } from './field.tsx';
import { TextInput } from './text-input.tsx';
import { Tooltip } from '../buttons/tooltip.tsx';

export interface AmountFieldProps {
  /** Decimal string of scale 2 as on the wire ('1234.50'), '' for none, or the typed text as it stands when it is no amount. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Outside a field: the name of the control. */
  label?: string;
  /** Left of the figure: the currency, 'PHP'. */
  currency?: string;
  readOnly?: boolean;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/**
 * An amount, right-aligned, shown as 1,234.50. A sum (`11200/1.12`, with or without "=") is computed exactly and rounded to
 * 2 decimals when the field is left; it stays readable as a tooltip. Anything else stays as typed, and the field says that it
 * is no amount (ux §5).
 */
export function AmountField({
  value,
  onChange,
  onBlur,
  label,
  currency,
  readOnly = false,
  disabled = false,
  inputRef,
}: AmountFieldProps) {
  const field = useFieldControl();
  const [typed, setTyped] = useState<string | null>(null);
  const [formula, setFormula] = useState<{ text: string; result: string } | null>(null);
  const held = value === '' ? null : readTypedAmount(value);
  const problem = held?.ok === false ? held.message : null;
  useFieldProblem(problem);

  function commit(): void {
    if (typed === null) return;
    const text = typed.trim();
    const read = readTypedAmount(text);
    const result = read.ok ? amountText(read.minor) : text;
    setTyped(null);
    setFormula(read.ok && read.isSum ? { text, result } : null);
    onChange(result);
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter') commit();
    if (event.key === 'Escape' && typed !== null) {
      event.preventDefault();
      event.stopPropagation();
      setTyped(null);
    }
  }

  return (
    <Tooltip text={typed === null && formula?.result === value ? formula.text : undefined}>
      <span>
        <TextInput
          {...field}
          aria-invalid={field['aria-invalid'] ?? (problem !== null || undefined)}
          {...(inputRef === undefined ? {} : { ref: inputRef })}
          aria-label={label}
          amount
          inputMode="decimal"
          placeholder="0.00"
          icon={currency === undefined ? undefined : <span className="muted small">{currency}</span>}
          readOnly={readOnly}
          disabled={disabled}
          value={typed ?? (held?.ok ? formatAmount(held.minor) : value)}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={() => {
            commit();
            onBlur?.();
          }}
          onKeyDown={press}
        />
      </span>
    </Tooltip>
  );
}
