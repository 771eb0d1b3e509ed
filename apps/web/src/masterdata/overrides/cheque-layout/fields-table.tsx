import { CHEQUE_FIELDS, type ChequeFieldName } from '@talaan/core/documents/cheque/cheque-layout';
import { writableFields } from '@talaan/contract/resource/define-resource';
import type { ChildrenField } from '@talaan/contract/resource/field';
import { IconButton } from '../../../ui/buttons/button.tsx';
import { IconDelete } from '../../../ui/icons.tsx';
import { useFormSurroundings } from '../../fields/form-context.ts';
import { ValueControl } from '../../fields/value-control.tsx';
import styles from './cheque-layout.module.css';
import type { FieldValues } from './layout-values.ts';

/** How each field is printed. */
const RULES: Readonly<Record<ChequeFieldName, string>> = {
  document_no: 'above the date',
  date: '8 digits, MM-DD-YYYY, one a box',
  payee: 'one name, shrinks to 9 pt, then 2 lines',
  figures: 'figures, no marks',
  words: '1 or 2 lines, shrinks to 9 pt',
  signature_1: 'not printed, for stamps',
  signature_2: 'not printed, for stamps',
};

interface FieldsTableProps {
  name: string;
  shape: ChildrenField;
  /** Of the rows, in their order. */
  keys: readonly string[];
  fields: readonly FieldValues[];
  selected: number | null;
  onSelect: (index: number) => void;
  onRemove: (index: number) => void;
}

/** The fields of a layout as numbers, one a line. */
export function FieldsTable({ name, shape, keys, fields, selected, onSelect, onRemove }: FieldsTableProps) {
  const { readOnly } = useFormSurroundings();
  const numbers = writableFields({ fields: shape.fields }).filter(([column]) => column !== 'field');
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            {numbers.map(([column, { label }]) => (
              <th key={column} scope="col">
                {label}
              </th>
            ))}
            <th scope="col" className={styles.rule}>
              Rule
            </th>
            {readOnly ? null : (
              <th scope="col">
                <span className="visually-hidden">Remove</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {keys.map((key, index) => {
            const field = fields[index]?.field as ChequeFieldName;
            const label = CHEQUE_FIELDS[field] ?? field;
            return (
              <tr
                key={key}
                className={index === selected ? styles.chosen : undefined}
                aria-label={label}
                onFocus={() => onSelect(index)}
              >
                <th scope="row">{label}</th>
                {numbers.map(([column, member]) => (
                  <td key={column}>
                    <ValueControl path={`${name}.${index}.${column}`} shape={member} labelHidden />
                  </td>
                ))}
                <td className={`text-2 ${styles.rule}`}>{RULES[field]}</td>
                {readOnly ? null : (
                  <td>
                    <IconButton label={`Remove ${label}`} icon={<IconDelete />} onClick={() => onRemove(index)} />
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
