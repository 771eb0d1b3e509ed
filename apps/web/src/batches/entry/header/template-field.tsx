import { useState } from 'react';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { ACCESS } from '@talaan/core/access/access-level';
import { useAccessLevel } from '../../../session/session.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { CodeSelect } from '../../../ui/fields/combobox.tsx';
import { HEADER_FIELD_ID, type EntryHeaderProps } from '../form/header-props.ts';
import styles from '../fields/head.module.css';

/** '☐ Regular template ▾' (ux §5): what the entry is made of. Without the tick it is one of its own; what was filled in stays. */
export function TemplateField({
  header,
  choices,
  none = '⋯ Save as template keeps one.',
  onTemplate,
}: Pick<EntryHeaderProps, 'choices' | 'onTemplate'> & {
  header: { readonly document_type: DocumentType; readonly regular_trx: number | null };
  /** Where the first template of the type comes from. */
  none?: string;
}) {
  const level = useAccessLevel('Regular Transactions');
  const [isAsked, setAsked] = useState(false);
  const options = choices.regular_transactions
    .filter(({ document_type }) => document_type === header.document_type)
    .map(({ id, txn_type }) => ({ value: String(id), label: txn_type }));
  const isRegular = isAsked || header.regular_trx !== null;
  // Whoever may not read templates can still take away one that the entry names.
  if (level < ACCESS.select && header.regular_trx === null) return null;

  function tick(checked: boolean): void {
    setAsked(checked);
    if (!checked && header.regular_trx !== null) onTemplate(null);
  }

  return (
    <div className={styles.template}>
      <Checkbox
        id={HEADER_FIELD_ID.regular_trx}
        label="Regular template"
        checked={isRegular}
        onChange={(event) => tick(event.target.checked)}
      />
      {!isRegular ? null : options.length === 0 && header.regular_trx === null ? (
        <span className="muted small">{`None of this type yet: ${none}`}</span>
      ) : (
        <CodeSelect
          label="Regular template"
          placeholder={header.regular_trx === null ? 'Choose …' : 'No longer active'}
          options={options}
          value={header.regular_trx === null ? '' : String(header.regular_trx)}
          onChange={(value) => {
            if (value !== '') onTemplate(Number(value));
          }}
        />
      )}
    </div>
  );
}
