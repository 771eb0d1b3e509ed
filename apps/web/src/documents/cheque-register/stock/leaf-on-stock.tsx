import { MESSAGES } from '@talaan/contract/errors/messages';
import { Field } from '../../../ui/fields/field.tsx';
import { FiguresField } from '../../../ui/fields/figures-field.tsx';
import { TextArea } from '../../../ui/fields/text-input.tsx';

/** Which leaf lies on top of the stock: the one that should, or another that is typed. */
export function LeafOnTop({
  label,
  value,
  onChange,
  error,
}: {
  label: string;
  value: string;
  onChange: (leaf: string) => void;
  error: string | undefined;
}) {
  return (
    <Field
      label={label}
      required
      hint="Compare it with the leaf on top of the stock. If another leaf lies there, enter its number."
      error={error}
    >
      <FiguresField data-autofocus value={value} onChange={onChange} />
    </Field>
  );
}

/** Why leaves before the one on top are left out; nothing where none is. */
export function WhyLeftOut({
  skipped,
  reason,
  onChange,
  tried,
}: {
  skipped: readonly string[];
  reason: string;
  onChange: (reason: string) => void;
  /** It was tried without one. */
  tried: boolean;
}) {
  if (skipped.length === 0) return null;
  return (
    <Field
      label={
        skipped.length === 1
          ? `Why leaf ${skipped[0]} is left out`
          : `Why ${skipped[0]} to ${skipped.at(-1)} are left out`
      }
      required
      hint="They are entered as spoiled, so that every leaf is accounted for."
      error={tried && reason.trim() === '' ? MESSAGES.required : undefined}
    >
      <TextArea rows={2} maxLength={500} value={reason} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}
