import { useState } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { fileFields } from '@talaan/contract/resource/file-fields';
import { reportFailure } from '../../api/report-failure.ts';
import { ActionMenu } from '../../ui/menus/action-menu.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { showError, showSuccess } from '../../ui/feedback/feedback.ts';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { IconChevronDown, IconColumns, IconDownload } from '../../ui/icons.tsx';
import type { ResourceParts } from '../record/resource-parts.ts';
import { ColumnMapping, mappingProblem } from './column-mapping.tsx';
import type { UploadCalls } from './upload-calls.ts';
import { UploadOutcome, UploadRefusal } from './upload-outcome.tsx';
import { ErrorFileButton, StoreButtons } from './upload-review.tsx';
import { useUploadRun } from './upload-run.ts';
import styles from './import-dialog.module.css';

const ACCEPTED = '.csv,.xlsx';
const SUBTITLES = {
  start: 'A file in CSV or Excel, at most 100,000 rows and 10 MB.',
  working: 'Nothing is stored before you have seen what would change.',
  columns: 'Columns of the file',
  review: 'Preview',
  stored: 'Result',
} as const;

/**
 * Adds and changes records from a spreadsheet: template, file, the field of each column, preview with the errors of each
 * cell, then all rows or the good ones. A row belongs to the record with the same code; a file can be imported again and
 * changes nothing then.
 */
export function ImportDialog({ parts, onClose }: { parts: ResourceParts; onClose: () => void }) {
  const { definition } = parts;
  const upload = useUploadRun(definition);
  const { calls, run } = upload;
  const [columns, setColumns] = useState<readonly (string | null)[] | null>(null);
  const chosen = columns ?? (run.step === 'columns' ? run.upload.columns.map(({ field }) => field) : []);

  async function take([file]: File[], turnedAway: File[]): Promise<void> {
    setColumns(null);
    if (file !== undefined) await upload.read(file);
    else if (turnedAway[0] !== undefined) upload.restart(`${turnedAway[0].name} is not a CSV or Excel file.`);
  }

  async function store(rows: 'all' | 'good'): Promise<void> {
    const done = await upload.store(rows);
    if (done === null) return;
    showSuccess(`${done.upload.file_name ?? 'The file'} is imported: ${done.words}.`);
    onClose();
  }

  const subtitle = SUBTITLES[run.step];
  return (
    <Dialog
      open
      title={`Import ${definition.title.many}`}
      subtitle={'upload' in run ? `${run.upload.file_name ?? ''} · ${subtitle}` : subtitle}
      width={run.step === 'columns' || run.step === 'review' ? 1100 : 640}
      onClose={onClose}
      footer={
        <ImportFooter
          definition={definition}
          calls={calls}
          upload={upload}
          columns={chosen}
          onStore={(rows) => void store(rows)}
        />
      }
    >
      <div className={styles.body}>
        {run.step === 'start' ? (
          <>
            <FileDrop
              tall
              multiple={false}
              accept={ACCEPTED}
              label="Drop, paste or choose a CSV or Excel file"
              onFiles={(files, turnedAway) => void take(files, turnedAway)}
            />
            <UploadRefusal text={run.refusal} />
            <ColumnList definition={definition} />
          </>
        ) : null}
        {run.step === 'columns' ? (
          <ColumnMapping
            definition={definition}
            calls={calls}
            upload={run.upload}
            columns={chosen}
            onChange={setColumns}
          />
        ) : null}
        <UploadOutcome definition={definition} calls={calls} run={run} />
      </div>
    </Dialog>
  );
}

interface ImportFooterProps {
  definition: AnyResource;
  calls: UploadCalls;
  upload: ReturnType<typeof useUploadRun>;
  /** The field of each column. */
  columns: readonly (string | null)[];
  onStore: (rows: 'all' | 'good') => void;
}

/** The ways on and back from the step in which the file is. */
function ImportFooter({ definition, calls, upload, columns, onStore }: ImportFooterProps) {
  const { run } = upload;
  return (
    <>
      {run.step === 'start' ? <TemplateMenu calls={calls} /> : null}
      {run.step === 'review' || run.step === 'columns' ? (
        <Button variant="ghost" onClick={() => upload.restart()}>
          Other file
        </Button>
      ) : null}
      {run.step === 'review' ? (
        <Button variant="ghost" icon={<IconColumns />} onClick={() => upload.chooseColumns(run.upload)}>
          Columns
        </Button>
      ) : null}
      {(run.step === 'review' && run.upload.counts!.refused > 0) || run.step === 'stored' ? (
        <ErrorFileButton calls={calls} upload={run.upload} />
      ) : null}
      <span className={dialogStyles.space} />
      <DialogCancel label={run.step === 'stored' ? 'Close' : 'Cancel'} />
      {run.step === 'columns' ? (
        <Button
          variant="primary"
          disabledReason={mappingProblem(definition, columns) ?? undefined}
          onClick={() => void upload.check(run.upload, columns)}
        >
          Preview
        </Button>
      ) : null}
      {run.step === 'review' ? <StoreButtons upload={run.upload} words="Import" onStore={onStore} /> : null}
    </>
  );
}

function ColumnList({ definition }: { definition: AnyResource }) {
  const columns = fileFields(definition).filter(({ shape }) => !shape.hidden);
  return (
    <p className="text-2">
      {'Columns: '}
      {columns.map(({ label, required }) => (required ? `${label} *` : label)).join(', ')}
      {'. Any order; a column that the file does not have keeps its values. A row with a known '}
      {definition.unique[0]!.map((name) => definition.fields[name]!.label).join(' and ')}
      {' changes that record. The same file again changes nothing.'}
    </p>
  );
}

/** An empty file with the headings, and what each column may hold. */
function TemplateMenu({ calls }: { calls: UploadCalls }) {
  async function save(format: 'xlsx' | 'csv'): Promise<void> {
    try {
      showSuccess(`${await calls.saveTemplate(format)} is saved.`);
    } catch (failure) {
      reportFailure(failure, (message) => showError(MESSAGES.failedToRetrieve(message)));
    }
  }
  return (
    <ActionMenu
      label="Template"
      target={
        <Button variant="ghost" icon={<IconDownload />} iconAfter={<IconChevronDown />}>
          Template
        </Button>
      }
      groups={[
        {
          actions: [
            { id: 'xlsx', label: 'Excel', detail: '.xlsx', onSelect: () => void save('xlsx') },
            { id: 'csv', label: 'CSV', detail: '.csv', onSelect: () => void save('csv') },
          ],
        },
      ]}
    />
  );
}
