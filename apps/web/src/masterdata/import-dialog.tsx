import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isWritable } from '@talaan/contract/resource/field';
import { singleFields, type AnyResource } from '@talaan/contract/resource/define-resource';
import type { ImportResult } from '@talaan/contract/resource/resource-routes';
import { callServer, newIdempotencyKey } from '../api/client.ts';
import { saveFile } from '../api/download.ts';
import { failureMessage, reportFailure } from '../api/report-failure.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogCancel } from '../ui/dialog.tsx';
import dialogStyles from '../ui/dialog.module.css';
import { showSuccess, withPleaseWait } from '../ui/feedback/feedback.ts';
import { FileDrop } from '../ui/file-drop.tsx';
import { IconAlert, IconCheckCircle, IconDocument, IconDownload } from '../ui/icons.tsx';
import { MASTERDATA_KEY } from './resource-calls.ts';
import type { ResourceParts } from './resource-parts.ts';
import styles from './import-dialog.module.css';

const ACCEPTED = '.csv,.xlsx';

/** What is known about the chosen file; nothing is stored before 'Import' is pressed. */
type Chosen = { file: File } & ({ state: 'preview'; result: ImportResult } | { state: 'refused'; message: string });

/**
 * Adds and changes records from a spreadsheet: template, file, preview with the errors of each row, then all or nothing.
 * A row belongs to the record with the same code; a file can be imported again and changes nothing then.
 */
export function ImportDialog({ parts, onClose }: { parts: ResourceParts; onClose: () => void }) {
  const { definition, calls } = parts;
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const ready = chosen?.state === 'preview' && chosen.result.fault_count === 0 && chosen.result.rows > 0;

  async function send(file: File, dryRun: boolean): Promise<ImportResult> {
    const form = new FormData();
    if (dryRun) form.set('dry_run', '1');
    form.append('upload_file[]', file);
    const headers = { 'idempotency-key': newIdempotencyKey() };
    const reply = await withPleaseWait(
      callServer(calls.routes.importFile, { form, headers, body: undefined as never }),
    );
    return reply.data;
  }

  async function preview([file]: File[], turnedAway: File[]): Promise<void> {
    setRefused(
      file === undefined && turnedAway[0] !== undefined ? `${turnedAway[0].name} is not a CSV or Excel file.` : null,
    );
    if (file === undefined) return;
    try {
      setChosen({ file, state: 'preview', result: await send(file, true) });
    } catch (failure) {
      setChosen(null);
      reportFailure(failure, () => setChosen({ file, state: 'refused', message: failureMessage(failure) }));
    }
  }

  async function importFile(file: File): Promise<void> {
    try {
      const { added, changed, unchanged } = await send(file, false);
      await client.invalidateQueries({ queryKey: [MASTERDATA_KEY] });
      showSuccess(`${file.name} is imported: ${added} added, ${changed} changed, ${unchanged} unchanged.`);
      onClose();
    } catch (failure) {
      reportFailure(failure, (message) => setChosen({ file, state: 'refused', message }));
    }
  }

  return (
    <Dialog
      open
      title={`Import ${definition.title.many}`}
      subtitle="All rows are taken, or none."
      width={640}
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" icon={<IconDownload />} onClick={() => saveTemplate(definition)}>
            Template
          </Button>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <Button
            variant="primary"
            disabledReason={ready ? undefined : 'Choose a file without errors first.'}
            onClick={() => chosen !== null && void importFile(chosen.file)}
          >
            Import
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <FileDrop
          tall
          multiple={false}
          accept={ACCEPTED}
          label="Drop, paste or choose a CSV or Excel file"
          onFiles={(files, turnedAway) => void preview(files, turnedAway)}
        />
        {refused === null ? null : (
          <p className={styles.bad} role="alert">
            <IconAlert />
            {refused}
          </p>
        )}
        {chosen === null ? <ColumnList definition={definition} /> : <Preview chosen={chosen} />}
      </div>
    </Dialog>
  );
}

function ColumnList({ definition }: { definition: AnyResource }) {
  const columns = importColumns(definition);
  return (
    <p className="text-2">
      {'Columns: '}
      {columns.map(({ label, required }) => (required ? `${label} *` : label)).join(', ')}
      {'. Any order; a column that the file does not have keeps its values. A row with a known '}
      {definition.unique[0]!.map((name) => definition.fields[name]!.label).join(' and ')}
      {' changes that record.'}
    </p>
  );
}

function Preview({ chosen }: { chosen: Chosen }) {
  return (
    <section aria-label="Preview" className={styles.preview}>
      <p className={styles.file}>
        <IconDocument />
        <span className="strong">{chosen.file.name}</span>
      </p>
      {chosen.state === 'refused' ? (
        <p className={styles.bad} role="alert">
          <IconAlert />
          {chosen.message}
        </p>
      ) : (
        <PreviewResult result={chosen.result} />
      )}
    </section>
  );
}

function PreviewResult({ result }: { result: ImportResult }) {
  const { rows, added, changed, unchanged, fault_count: faultCount, faults } = result;
  if (faultCount === 0) {
    return (
      <p className={styles.good} role="status">
        <IconCheckCircle />
        {rows === 0
          ? 'The file has no rows.'
          : `${rows} ${rows === 1 ? 'row' : 'rows'}: ${added} to add, ${changed} to change, ${unchanged} unchanged. Nothing is stored yet.`}
      </p>
    );
  }
  const listed = faults.length < faultCount ? ` The first ${faults.length} are listed.` : '';
  return (
    <>
      <p className={styles.bad} role="alert">
        <IconAlert />
        {`${faultCount} ${faultCount === 1 ? 'error' : 'errors'} in ${rows} rows. Correct the file and choose it again.${listed}`}
      </p>
      <div className={styles.scroll}>
        <table className={styles.faults}>
          <caption className="visually-hidden">Errors by row</caption>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Column</th>
              <th scope="col">Value</th>
              <th scope="col">Error</th>
            </tr>
          </thead>
          <tbody>
            {faults.map((fault) => (
              <tr key={`${fault.row} ${fault.column} ${fault.message}`}>
                <th scope="row" className="figures">
                  {fault.row}
                </th>
                <td>{fault.column}</td>
                <td className={styles.value}>
                  {fault.value === '' ? <span className="muted">empty</span> : fault.value}
                </td>
                <td>{fault.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** The columns that a file may have: what is entered and fits one cell. */
function importColumns(definition: AnyResource): { label: string; required: boolean }[] {
  return singleFields(definition)
    .filter(([, shape]) => isWritable(shape) && !shape.hidden)
    .map(([, shape]) => ({
      label: shape.label,
      required: !shape.optional && !('default' in shape && shape.default !== undefined),
    }));
}

/** An empty file with the right headings; the byte order mark lets Excel read it as UTF-8. */
function saveTemplate(definition: AnyResource): void {
  const heads = importColumns(definition).map(({ label }) => (label.includes(',') ? `"${label}"` : label));
  const name = definition.title.many.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  saveFile(new Blob([`\uFEFF${heads.join(',')}\r\n`], { type: 'text/csv' }), `${name}_template.csv`);
}
