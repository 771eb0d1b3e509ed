import { useRef } from 'react';
import type { EntryPayee } from '@talaan/contract/documents/entry-page/entry-payee.contract';
import { LookupField, type Option } from '../../../ui/fields/combobox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { IconAlert } from '../../../ui/icons.tsx';
import type { Choice } from '../grid/grid-line.ts';
import { emptyLine } from '../lines/entry-line.ts';
import { rememberChoice, type LineSource } from '../lines/line-sources.ts';
import styles from './head.module.css';

const NO_LINE = emptyLine(0);

/** A payee, with what is known of him in one line below (ux §5). */
export function PayeeField({
  id,
  label,
  error,
  value,
  payees,
  payee,
  warningsOf,
  onChange,
}: {
  id: string;
  label: string;
  error: string | undefined;
  value: Choice | null;
  /** Where payees are found. */
  payees: LineSource;
  /** What is known of the chosen one; undefined while none is chosen or it is on its way. */
  payee: EntryPayee | undefined;
  /** What stops the entry or should be known of him before it, as sentences; null is none. */
  warningsOf?: ((payee: EntryPayee) => readonly (string | null)[]) | undefined;
  onChange: (chosen: Choice | null) => void;
}) {
  const found = useRef<readonly Choice[]>([]);
  return (
    <Field
      id={id}
      label={label}
      required
      error={error}
      hint={payee === undefined ? undefined : <PayeeFacts payee={payee} warnings={warningsOf?.(payee) ?? []} />}
      className={styles.wide ?? ''}
    >
      <LookupField
        value={value === null ? null : optionOf(value)}
        search={async (text) => {
          const choices = await payees.search(text, NO_LINE);
          found.current = choices;
          return choices.map(optionOf);
        }}
        onChange={(option) => {
          const chosen =
            option === null ? null : (found.current.find((one) => String(one.id) === option.value) ?? value);
          if (chosen !== null) rememberChoice('payee', chosen);
          onChange(chosen);
        }}
      />
    </Field>
  );
}

/** What is known of the payee, and what he is warned of. */
function PayeeFacts({ payee, warnings }: { payee: EntryPayee; warnings: readonly (string | null)[] }) {
  return (
    <>
      {factsLine(payee)}
      {warnings.map((text) =>
        text === null ? null : (
          <span key={text} role="status" className={styles.warning}>
            <IconAlert /> {text}
          </span>
        ),
      )}
    </>
  );
}

/** 'TIN 900-000-101-00000 · 1 Kunwari Avenue, Makati City 1200 · accounts1@customer.example'. */
function factsLine(payee: EntryPayee): string {
  const street = [payee.house_unit, payee.street].filter(Boolean).join(' ');
  const city =
    payee.city === payee.municipality ? payee.city : [payee.municipality, payee.city].filter(Boolean).join(', ');
  const address = [street, city].filter(Boolean).join(', ');
  return [
    payee.tin ? `TIN ${payee.tin}` : 'No TIN',
    [address || 'No address', payee.zip_code].filter(Boolean).join(' '),
    ...(payee.email_add ? [payee.email_add] : []),
  ].join(' · ');
}

function optionOf({ id, code, name }: Choice): Option {
  return { value: String(id), label: name === '' ? code : name, code };
}
