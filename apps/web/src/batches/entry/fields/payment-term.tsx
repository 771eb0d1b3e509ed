import { LONGEST_TERM } from '@talaan/contract/documents/wire-values';
import { TextInput } from '../../../ui/fields/text-input.tsx';

/** Why a typed payment term is none; undefined where it is one, and where it is empty: due at once. */
export function termFault(typed: string, name: string): string | undefined {
  const isTerm = /^\d{0,3}$/.test(typed) && Number(typed) <= LONGEST_TERM;
  return isTerm ? undefined : `${name} must be 0 to ${LONGEST_TERM} days.`;
}

/** The days of a payment term. What is no number of days stays as typed, and its field says so (ux §5). */
export function TermInput({ value, onChange }: { value: string; onChange: (typed: string) => void }) {
  return (
    <TextInput
      figures
      inputMode="numeric"
      after={<span className="muted small nowrap">days</span>}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
