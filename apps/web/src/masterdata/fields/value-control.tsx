import { useState, type ComponentType } from 'react';
import { useController } from 'react-hook-form';
import type { FieldShape } from '@talaan/contract/resource/field';
import { stripEmoji } from '@talaan/core/text/field-rules';
import { Field } from '../../ui/fields/field.tsx';
import { ReadOnlyValue } from '../../ui/fields/text-input.tsx';
import { displayValue } from '@talaan/contract/resource/display-value';
import type { ControlProps } from '../record/resource-parts.ts';
import { controlId, useFormSurroundings } from './form-context.ts';
import { isRequired } from './is-required.ts';
import { PlaceControl, placeOf } from './place-control.tsx';
import { ReferenceControl, ReferenceText } from './reference-control.tsx';
import {
  AmountControl,
  ChoiceControl,
  DateControl,
  FlagControl,
  PasswordControl,
  RateControl,
  TextControl,
  WholeNumberControl,
} from './value-controls.tsx';

/** The controls of the field kinds that hold one value. */
const CONTROLS: Partial<Record<FieldShape['kind'], ComponentType<ControlProps>>> = {
  text: TextControl,
  general: TextControl,
  code: TextControl,
  number: TextControl,
  email: TextControl,
  phone: TextControl,
  address: TextControl,
  bank: TextControl,
  bank_account: TextControl,
  tin: TextControl,
  wording: TextControl,
  integer: WholeNumberControl,
  amount: AmountControl,
  rate: RateControl,
  percent: RateControl,
  date: DateControl,
  choice: ChoiceControl,
  numbered_choice: ChoiceControl,
  flag: FlagControl,
  reference: ReferenceControl,
  password: PasswordControl,
};

/** Kinds whose text a person types freely; emoji are taken out (spec 1 §5). */
const TYPED = new Set<FieldShape['kind']>([
  'text',
  'general',
  'code',
  'number',
  'email',
  'phone',
  'address',
  'bank',
  'bank_account',
  'tin',
  'wording',
]);

/** Label, control, hint and message of one value, which may lie in an inner row or group. */
export function ValueControl({
  path,
  shape,
  takesFocus = false,
  labelHidden = false,
  stays = false,
}: {
  path: string;
  shape: FieldShape;
  takesFocus?: boolean;
  labelHidden?: boolean;
  /** It is shown and not changed, as a row that was added before. */
  stays?: boolean;
}) {
  const { parts, form, record, readOnly, idPrefix } = useFormSurroundings();
  const { field, fieldState } = useController({ name: path, control: form.control });
  const [emojiRemoved, setEmojiRemoved] = useState(false);
  const Control =
    parts.override.controls?.[path] ?? (placeOf(shape) === undefined ? CONTROLS[shape.kind] : PlaceControl);
  const value = field.value as string;
  const fixed = readOnly || stays || Control === undefined || (shape.fixed === true && record !== null);

  function take(typed: string): void {
    const kept = TYPED.has(shape.kind) ? stripEmoji(typed) : typed;
    setEmojiRemoved(kept !== typed);
    field.onChange(kept);
  }

  return (
    <Field
      id={controlId(idPrefix, path)}
      label={shape.label}
      labelHidden={labelHidden}
      required={!fixed && isRequired(shape)}
      hint={emojiRemoved ? <span role="status">Emoji removed</span> : fixed ? undefined : shape.hint}
      error={fieldState.error?.message}
    >
      {fixed ? (
        <ReadOnlyValue amount={shape.kind === 'amount'}>
          {shape.kind === 'reference' ? (
            <ReferenceText name={path} shape={shape} value={value} record={record} />
          ) : (
            displayValue(shape, value)
          )}
        </ReadOnlyValue>
      ) : (
        <Control
          name={path}
          shape={shape}
          value={value}
          onChange={take}
          onBlur={field.onBlur}
          record={record}
          takesFocus={takesFocus}
        />
      )}
    </Field>
  );
}
