import { useState, type KeyboardEvent, type Ref } from 'react';
import { evaluateAmountFormula } from '@talaan/core/money/amount-formula';
import { amountText, formatAmount, parseAmount } from '@talaan/core/money/money';
import { useFieldControl } from './field.tsx';
import { TextInput } from './text-input.tsx';
import { Tooltip } from './tooltip.tsx';

export interface AmountFieldProps {
  /** Decimal string of scale 2 as on the wire ('1234.50'), '' for none, or the typed text as it stands when it is no amount. */
  value: string;
  onChange: (value: string) => void;
  /** Told why a formula gave no amount, and null when it gave one. */
  onProblem?: (message: string | null) => void;
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
 * An amount, right-aligned, shown as 1,234.50. A text that begins with "=" is a formula (`=11200/1.12`), evaluated exactly and
 * rounded to 2 decimals when the field is left; the formula stays readable as a tooltip (ux §5).
 */
export function AmountField({
  value,
  onChange,
  onProblem,
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
  const minor = value === '' ? null : parseAmount(value);
  const unreadable = value !== '' && minor === null;

  function commit(): void {
    if (typed === null) return;
    const text = typed.trim();
    setTyped(null);
    if (!text.startsWith('=')) {
      const amount = text === '' ? null : parseAmount(text);
      setFormula(null);
      onProblem?.(null);
      onChange(amount === null ? text : amountText(amount));
      return;
    }
    const evaluated = evaluateAmountFormula(text);
    if (evaluated.ok) {
      const result = amountText(evaluated.minor);
      setFormula({ text, result });
      onProblem?.(null);
      onChange(result);
    } else {
      setFormula(null);
      onProblem?.(evaluated.message);
      onChange(text);
    }
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
          aria-invalid={field['aria-invalid'] ?? (unreadable || undefined)}
          {...(inputRef === undefined ? {} : { ref: inputRef })}
          aria-label={label}
          amount
          inputMode="decimal"
          placeholder="0.00"
          icon={currency === undefined ? undefined : <span className="muted small">{currency}</span>}
          readOnly={readOnly}
          disabled={disabled}
          value={typed ?? (minor === null ? value : formatAmount(minor))}
          onChange={(event) => setTyped(keepAmountCharacters(event.target.value))}
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

/** Digits, comma and dot; in a formula also the operators. Other characters are not taken. */
function keepAmountCharacters(text: string): string {
  return text.trimStart().startsWith('=') ? text.replace(/[^\d.,+\-*/()%= ]/g, '') : text.replace(/[^\d.,]/g, '');
}
