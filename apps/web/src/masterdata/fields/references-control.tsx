import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import type { ReferencesField } from '@talaan/contract/resource/field';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { choicesOf } from '../record/choices.ts';
import { controlId, useFormSurroundings } from './form-context.ts';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import styles from './references-control.module.css';

const SEARCH_FROM = 9;

/** Several records of another resource, as a list of check boxes. */
export function ReferencesControl({ name, shape }: { name: string; shape: ReferencesField }) {
  const { form, readOnly, idPrefix } = useFormSurroundings();
  const { field, fieldState } = useController({ name, control: form.control });
  const [text, setText] = useState('');
  const choices = useQuery(choicesOf(shape.to));
  const chosen = field.value as string[];
  // A chosen record that is out of use is in no list, but stays until it is taken away.
  const codes = [...new Set([...(choices.data ?? []).map((row) => row.code), ...chosen])];
  const names = new Map((choices.data ?? []).map((row) => [row.code, row.name]));
  const nameOf = (code: string): string => names.get(code) ?? code;
  const shown = codes.filter((code) => nameOf(code).toLowerCase().includes(text.trim().toLowerCase()));

  function toggle(code: string, on: boolean): void {
    field.onChange(on ? [...chosen, code] : chosen.filter((one) => one !== code));
  }

  return (
    <Field
      group
      id={controlId(idPrefix, name)}
      label={`${shape.label} (${chosen.length})`}
      error={fieldState.error?.message}
      hint={shape.hint}
    >
      {codes.length >= SEARCH_FROM ? (
        <TextInput
          aria-label={`Find in ${shape.label}`}
          placeholder="Find"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      ) : null}
      <ul className={styles.list}>
        {shown.map((code) => (
          <li key={code}>
            <Checkbox
              label={nameOf(code)}
              checked={chosen.includes(code)}
              disabled={readOnly}
              onChange={(event) => toggle(code, event.target.checked)}
              onBlur={field.onBlur}
            />
          </li>
        ))}
      </ul>
      <LoadState query={choices} what="this list" />
    </Field>
  );
}
