import { useState } from 'react';
import { MOVING_FILES, type MovingKind } from '@talaan/core/integration/moving-in/moving-files';
import { Button } from '../../ui/buttons/button.tsx';
import { CodeSelect } from '../../ui/fields/combobox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FormGrid } from '../../ui/fields/form-grid.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { columnOptions, DATE_ORDERS, withColumn, type DateOrderChoice } from '../uploads/file-columns.ts';
import styles from './moving-in.module.css';

/** How a file was read, or is to be: the column of ours that each of its headings is, and which way its dates stand. */
export interface FileReading {
  readonly columns: readonly (string | null)[];
  readonly date_order: DateOrderChoice;
}

/** The headings of a refused file with our columns beside them, which sends it again as it is to be read. */
export function ColumnsOfFile({
  kind,
  header,
  read,
  onSend,
}: {
  kind: MovingKind;
  header: readonly string[];
  read: FileReading;
  onSend: (reading: FileReading) => void;
}) {
  const [{ columns, date_order }, setReading] = useState(read);
  const options = columnOptions(MOVING_FILES[kind].columns);
  return (
    <details className={styles.reading}>
      <summary>Columns and dates</summary>
      <FormGrid columns={2}>
        {header.map((heading, at) => (
          // A heading may stand twice.
          // oxlint-disable-next-line react/no-array-index-key
          <Field key={at} label={heading || `Column ${at + 1}`}>
            <CodeSelect
              options={options}
              value={columns[at] ?? ''}
              onChange={(value) => setReading({ date_order, columns: withColumn(columns, at, value) })}
            />
          </Field>
        ))}
      </FormGrid>
      <Field label="Dates" group>
        <SegmentedControl
          label="Dates"
          options={DATE_ORDERS}
          value={date_order}
          onChange={(order) => setReading({ columns, date_order: order })}
        />
      </Field>
      <Button size="sm" onClick={() => onSend({ columns, date_order })}>
        Send again
      </Button>
    </details>
  );
}
