import { useQuery } from '@tanstack/react-query';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { describeCell, fileFields } from '@talaan/contract/resource/file-fields';
import type { UploadView } from '@talaan/contract/uploads/upload.contract';
import { CodeSelect } from '../../ui/fields/combobox.tsx';
import { IconAlert } from '../../ui/icons.tsx';
import { placedColumns } from './placed-columns.ts';
import type { UploadCalls } from './upload-calls.ts';
import styles from './column-mapping.module.css';

/** Rows of the file that show what a column holds. */
const EXAMPLES = 3;
const NOT_IMPORTED = { value: '', label: 'Do not import' };

/** Which field each column of the file fills; guesses can be changed. Says what is missing. */
export function ColumnMapping({
  definition,
  calls,
  upload,
  columns,
  onChange,
}: {
  definition: AnyResource;
  calls: UploadCalls;
  upload: UploadView;
  columns: readonly (string | null)[];
  onChange: (columns: (string | null)[]) => void;
}) {
  const first = useQuery(calls.rows(upload.id, 0, null, 0));
  const fields = fileFields(definition).filter(({ shape }) => !shape.hidden);
  const problem = mappingProblem(definition, columns);
  return (
    <section aria-label="Columns" className={styles.mapping}>
      <p className="text-2">
        Choose what each column of the file fills. The choice is kept for the next file with these headings.
      </p>
      {problem === null ? null : (
        <p className={styles.problem} role="alert">
          <IconAlert />
          {problem}
        </p>
      )}
      <div className={styles.scroll}>
        <table className={styles.table}>
          <caption className="visually-hidden">Columns of the file</caption>
          <thead>
            <tr>
              <th scope="col">Column of the file</th>
              <th scope="col">Holds</th>
              <th scope="col">Fills</th>
              <th scope="col">May hold</th>
            </tr>
          </thead>
          <tbody>
            {placedColumns(upload).map(({ id, heading, at }) => {
              const examples = (first.data?.data ?? [])
                .slice(0, EXAMPLES)
                .map(({ cells }) => cells[at] ?? '')
                .filter(Boolean)
                .join(' · ');
              return (
                <MappingRow
                  key={id}
                  heading={heading}
                  examples={examples}
                  fields={fields}
                  chosen={columns[at] ?? null}
                  onChoose={(name) => onChange(columns.map((before, place) => (place === at ? name : before)))}
                />
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface MappingRowProps {
  heading: string;
  examples: string;
  fields: ReturnType<typeof fileFields>;
  /** The field that the column fills; null for none. */
  chosen: string | null;
  onChoose: (field: string | null) => void;
}

/** A column of the file: what it holds, which field it fills, and what that may hold. */
function MappingRow({ heading, examples, fields, chosen, onChoose }: MappingRowProps) {
  const options = [
    NOT_IMPORTED,
    ...fields.map(({ name, label, key, required }) => ({
      value: name,
      label: key || required ? `${label} *` : label,
      code: name,
    })),
  ];
  const field = fields.find(({ name }) => name === chosen);
  return (
    <tr>
      <th scope="row">{heading === '' ? <span className="muted">no heading</span> : heading}</th>
      <td className={styles.examples} title={examples}>
        {examples}
      </td>
      <td className={styles.choice}>
        <CodeSelect
          label={`Field of column ${heading}`}
          options={options}
          value={chosen ?? ''}
          onChange={(value) => onChoose(value || null)}
        />
      </td>
      <td className="text-2">{field === undefined ? '' : describeCell(field.shape)}</td>
    </tr>
  );
}

/** Why rows cannot be checked with this choice; null when they can. */
export function mappingProblem(definition: AnyResource, columns: readonly (string | null)[]): string | null {
  const fields = fileFields(definition);
  const missing = fields.find(({ name, key }) => key && !columns.includes(name));
  if (missing !== undefined) return `Choose the column for ${missing.label}: it names the record.`;
  const twice = fields.find(({ name }) => columns.filter((column) => column === name).length > 1);
  return twice === undefined ? null : `${twice.label} is filled by two columns. Choose one of them.`;
}
