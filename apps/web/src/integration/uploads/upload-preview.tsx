import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FileFault, UploadedFileRow } from '@talaan/contract/integration/uploaded-batches.contract';
import { sayFault } from '@talaan/contract/integration/upload-words';
import { UPLOAD_FILES } from '@talaan/core/integration/upload-columns';
import { Button } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { CodeSelect } from '../../ui/fields/combobox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { IconAlert, IconCheck } from '../../ui/icons.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import { columnOptions, DATE_ORDERS, withColumn } from './file-columns.ts';
import { ROWS_A_PAGE, uploadQueries } from './upload-calls.ts';
import { many } from './upload-words.ts';
import type { Checked, Upload } from './use-upload.ts';
import styles from './uploads.module.css';

/** Columns whose cells stand to the right. */
const AMOUNTS = new Set(['debit_amount', 'credit_amount', 'debit_php', 'credit_php', 'tax_base', 'debit_total']);

interface PreviewProps {
  answer: Checked;
  /** Changes with each check. */
  version: number;
  upload: Upload;
  /** The fault that F8 went to last; undefined without any. */
  active: FileFault | undefined;
  /** How often somebody went to a fault: each time the cell of it takes the focus. */
  gone: number;
  onTakeNear: () => void;
}

/** A checked file: the heads of its columns with ours below as pickers, its rows, and each fault below its row. */
export function UploadPreview({ answer, version, upload, active, gone, onTakeNear }: PreviewProps) {
  const { check } = answer;
  const [errorsOnly, setErrorsOnly] = useState(check.fault_count > 0);
  const [page, setPage] = useState(0);
  const [shown, setShown] = useState(active);
  // A fault that is gone to stands among those with errors, where the first hundred are together.
  if (active !== shown) {
    setShown(active);
    setErrorsOnly(true);
    setPage(0);
  }
  const rows = useQuery(uploadQueries.rows(answer.upload_id, version, { faults: errorsOnly ? 1 : 0, page }));
  const total = rows.data?.total ?? 0;
  const from = page * ROWS_A_PAGE;
  return (
    <>
      <Told
        answer={answer}
        errorsOnly={errorsOnly}
        onReplace={upload.restart}
        onErrorsOnly={(only) => {
          setErrorsOnly(only);
          setPage(0);
        }}
      />
      <Reading answer={answer} upload={upload} />
      {check.faults
        .filter(({ row }) => row === 1)
        .map((fault) => (
          <p key={fault.message} className={styles.heading} role="alert">
            <IconAlert /> {sayFault(fault)}
          </p>
        ))}
      <div className={styles.scroll}>
        <table className={styles.table}>
          <caption className="visually-hidden">Rows of {check.file_name}</caption>
          <Heads answer={answer} upload={upload} />
          <tbody>
            {(rows.data?.data ?? []).map((row) => (
              <Row
                key={row.row}
                row={row}
                columns={check.columns}
                active={active}
                gone={gone}
                onTakeNear={onTakeNear}
              />
            ))}
          </tbody>
        </table>
        {rows.data === undefined ? <LoadState query={rows} what="the rows" className={styles.note} /> : null}
      </div>
      {total <= ROWS_A_PAGE ? null : (
        <div className={styles.pages}>
          <Button size="sm" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Previous rows
          </Button>
          <span className="figures">
            {`${(from + 1).toLocaleString('en')} - ${Math.min(from + ROWS_A_PAGE, total).toLocaleString('en')} of ${total.toLocaleString('en')}`}
          </span>
          <Button size="sm" disabled={from + ROWS_A_PAGE >= total} onClick={() => setPage(page + 1)}>
            Next rows
          </Button>
        </div>
      )}
    </>
  );
}

/** What a check found, in short. */
function Told({
  answer,
  errorsOnly,
  onReplace,
  onErrorsOnly,
}: {
  answer: Checked;
  errorsOnly: boolean;
  onReplace: () => void;
  onErrorsOnly: (only: boolean) => void;
}) {
  const { check } = answer;
  return (
    <div className={styles.told}>
      <b>{check.file_name}</b>
      <span className="text-2">{many(answer.rows, 'row', 'rows')}</span>
      {check.debit === check.credit ? (
        <span className={styles.good}>
          <IconCheck /> Balanced
        </span>
      ) : null}
      {check.fault_count === 0 ? null : (
        <span className={styles.bad}>
          <IconAlert /> {many(check.refused_rows, 'row', 'rows')} to correct
        </span>
      )}
      <Button size="sm" variant="ghost" onClick={onReplace}>
        Replace
      </Button>
      <Checkbox
        label="Errors only"
        checked={errorsOnly}
        disabled={check.fault_count === 0}
        onChange={(event) => onErrorsOnly(event.target.checked)}
      />
    </div>
  );
}

/** How the file is read: its batch, its dates, and the name under which its columns are kept. */
function Reading({ answer, upload }: { answer: Checked; upload: Upload }) {
  const { check, kind } = answer;
  const { settings, setSettings, again } = upload;
  const hasBatch = check.columns.some(({ name }) => name === 'batch_no');
  const unused = check.columns
    .filter(({ name }) => name === null)
    .map(({ heading }) => heading || 'a column without a heading');
  return (
    <div className={styles.settings}>
      <Field label="Mapping" hint={unused.length === 0 ? 'All columns are used.' : `${unused.join(', ')} not used`}>
        <TextInput
          value={settings.mapping}
          maxLength={60}
          placeholder={`Columns of ${UPLOAD_FILES[kind].title}`}
          onChange={(event) => setSettings({ ...settings, mapping: event.target.value })}
        />
      </Field>
      {hasBatch ? null : (
        <Field label="Batch no" required>
          <TextInput
            value={settings.batch_no}
            maxLength={40}
            onChange={(event) => setSettings({ ...settings, batch_no: event.target.value })}
          />
        </Field>
      )}
      <Field label="Dates" group>
        <SegmentedControl
          label="Dates"
          options={DATE_ORDERS}
          value={settings.date_order}
          onChange={(date_order) => void again({ date_order })}
        />
      </Field>
    </div>
  );
}

function Heads({ answer, upload }: { answer: Checked; upload: Upload }) {
  const { check, kind } = answer;
  const columns = check.columns.map(({ name }) => name);
  const options = columnOptions(UPLOAD_FILES[kind].columns);
  const choose = (at: number, value: string) => void upload.again({ columns: withColumn(columns, at, value) });
  return (
    <thead>
      <tr>
        <th scope="col">File</th>
        {check.columns.map(({ heading }, at) => (
          // A heading may stand twice.
          // oxlint-disable-next-line react/no-array-index-key
          <th key={at} scope="col">
            {heading}
          </th>
        ))}
      </tr>
      <tr>
        <th scope="row">Row</th>
        {check.columns.map(({ heading, name }, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <td key={at}>
            <CodeSelect
              label={`${heading || `Column ${at + 1}`} is`}
              options={options}
              value={name ?? ''}
              onChange={(value) => choose(at, value)}
            />
          </td>
        ))}
      </tr>
    </thead>
  );
}

interface RowProps {
  row: UploadedFileRow;
  columns: Checked['check']['columns'];
  active: FileFault | undefined;
  gone: number;
  onTakeNear: () => void;
}

function Row({ row, columns, active, gone, onTakeNear }: RowProps) {
  const place = useRef<HTMLTableCellElement>(null);
  const isActive = (fault: FileFault) => fault.row === active?.row && fault.column === active.column;
  const holdsActive = row.faults.some(isActive);
  useEffect(() => {
    if (!holdsActive) return;
    place.current?.scrollIntoView({ block: 'nearest' });
    if (gone > 0) place.current?.focus({ preventScroll: true });
  }, [holdsActive, active, gone]);
  return (
    <>
      <tr>
        <th scope="row" className="figures">
          {row.row.toLocaleString('en')}
        </th>
        {columns.map(({ name }, at) => {
          const isBad = row.faults.some(({ column }) => column === at);
          const goneTo = holdsActive && at === (active?.column ?? 0);
          return (
            <td
              // A heading may stand twice.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              className={classNames(isBad && styles.wrong, AMOUNTS.has(name ?? '') && `figures ${styles.amount}`)}
              aria-invalid={isBad || undefined}
              {...(goneTo ? { ref: place, tabIndex: -1 } : {})}
            >
              {row.cells[at] ?? ''}
            </td>
          );
        })}
      </tr>
      {row.faults.map((fault) => (
        <tr key={`${fault.column} ${fault.message}`} className={styles.fault}>
          <td />
          <td colSpan={columns.length}>
            <span className={styles.why}>
              <IconAlert /> {sayFault(fault)}
              {fault.near !== null && isActive(fault) ? (
                <Button size="sm" keys="alt+Enter" onClick={onTakeNear}>
                  {`Use ${fault.near.code} · ${fault.near.name}`}
                </Button>
              ) : null}
            </span>
          </td>
        </tr>
      ))}
    </>
  );
}
