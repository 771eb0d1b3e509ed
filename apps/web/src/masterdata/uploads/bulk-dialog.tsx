import { useId, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { readFieldValue, type EnteredField } from '@talaan/contract/resource/field-value';
import { bulkFields } from '@talaan/contract/resource/file-fields';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { CodeSelect } from '../../ui/fields/combobox.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { showSuccess } from '../../ui/feedback/feedback.ts';
import { IconClose } from '../../ui/icons.tsx';
import { FormContext, type FormSurroundings } from '../fields/form-context.ts';
import { ValueControl } from '../fields/value-control.tsx';
import { formValuesOf, type FormValues } from '../record/form-values.ts';
import type { ResourceParts } from '../record/resource-parts.ts';
import type { BulkTarget } from './upload-calls.ts';
import { UploadOutcome, UploadRefusal } from './upload-outcome.tsx';
import { StoreButtons } from './upload-review.tsx';
import { useUploadRun, type UploadRun } from './upload-run.ts';
import styles from './bulk-dialog.module.css';

type Change = Record<string, string | number | null>;

/** What is done to the selected records: fields that get a value, one field with its value, or deletion. */
export type BulkStep = { kind: 'change' } | { kind: 'set'; title: string; change: Change } | { kind: 'delete' };
export type BulkAction = (BulkStep & { target: BulkTarget }) | { kind: 'undo'; change_id: string };

/**
 * Changes or deletes many records at once, or takes back what was done to many: the new values, a preview of old and new
 * with what is refused and why, then all records or the good ones. Each record is stored as if it were changed alone.
 */
export function BulkDialog({
  parts,
  action,
  count,
  onClose,
}: {
  parts: ResourceParts;
  action: BulkAction;
  /** Records that it is about. */
  count: number;
  /** `stored`: something changed, so the selection has served. */
  onClose: (stored: boolean) => void;
}) {
  const { definition } = parts;
  const upload = useUploadRun(definition);
  const { calls, run } = upload;
  const entered = useBulkChange(parts);
  const title = titleOf(action, `${count.toLocaleString('en')} ${definition.title.many}`);

  function preview(): void {
    if (action.kind === 'undo') void upload.preview((id, signal) => calls.undo(id, action.change_id, signal));
    else if (action.kind === 'delete') void upload.preview((id, signal) => calls.deleteMany(id, action.target, signal));
    else {
      const change = action.kind === 'set' ? action.change : entered.read();
      if (change !== null) void upload.preview((id, signal) => calls.changeMany(id, action.target, change, signal));
    }
  }

  async function store(rows: 'all' | 'good'): Promise<void> {
    const done = await upload.store(rows);
    if (done === null) return;
    showSuccess(`${definition.title.many}: ${done.words}.`);
    onClose(true);
  }

  return (
    <Dialog
      open
      title={title}
      subtitle={SUBTITLES[run.step]}
      width={run.step === 'review' ? 1100 : 640}
      dirty={run.step === 'start' && entered.chosen.length > 0}
      onClose={() => onClose(run.step === 'stored')}
      footer={
        <BulkFooter
          action={action}
          upload={upload}
          whyNot={action.kind === 'change' && entered.chosen.length === 0 ? 'Choose a field first.' : undefined}
          onPreview={preview}
          onStore={(rows) => void store(rows)}
        />
      }
    >
      {run.step === 'start' ? (
        <div className={styles.form}>
          <UploadRefusal text={run.refusal} />
          {action.kind === 'change' ? (
            <ChangeFields parts={parts} entered={entered} />
          ) : (
            <p>{INTRODUCTIONS[action.kind]}</p>
          )}
        </div>
      ) : null}
      <UploadOutcome definition={definition} calls={calls} run={run} />
    </Dialog>
  );
}

interface BulkFooterProps {
  action: BulkAction;
  upload: ReturnType<typeof useUploadRun>;
  /** Why nothing can be previewed yet. */
  whyNot: string | undefined;
  onPreview: () => void;
  onStore: (rows: 'all' | 'good') => void;
}

/** The ways on and back from the step in which the change is. */
function BulkFooter({ action, upload, whyNot, onPreview, onStore }: BulkFooterProps) {
  const { run } = upload;
  return (
    <>
      {run.step === 'review' ? (
        <Button variant="ghost" onClick={() => upload.restart()}>
          Back
        </Button>
      ) : null}
      <span className={dialogStyles.space} />
      <DialogCancel label={run.step === 'stored' ? 'Close' : 'Cancel'} />
      {run.step === 'start' ? (
        <Button variant="primary" disabledReason={whyNot} onClick={onPreview}>
          Preview
        </Button>
      ) : null}
      {run.step === 'review' ? (
        <StoreButtons
          upload={run.upload}
          words={STORE_WORDS[action.kind]}
          danger={action.kind === 'delete'}
          onStore={onStore}
        />
      ) : null}
    </>
  );
}

/** The fields that are chosen to be changed, and what is entered for each. */
function useBulkChange({ definition }: ResourceParts) {
  const fields = bulkFields(definition);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const form = useForm<FormValues>({ defaultValues: formValuesOf(definition, null) });

  /** The new values in wire form; null when one is refused, which then shows at its field. */
  function read(): Change | null {
    form.clearErrors();
    const change: Change = {};
    for (const { name, shape } of fields.filter((field) => chosen.includes(field.name))) {
      const reading = readFieldValue(shape as EnteredField, form.getValues(name));
      if (reading.ok) change[name] = reading.value as string | number | null;
      else form.setError(name, { message: reading.message });
    }
    return Object.keys(change).length === chosen.length ? change : null;
  }

  return { fields, chosen, setChosen, form, read };
}

interface ChangeFieldsProps {
  parts: ResourceParts;
  entered: ReturnType<typeof useBulkChange>;
}

function ChangeFields({ parts, entered: { fields, chosen, setChosen, form } }: ChangeFieldsProps) {
  const idPrefix = useId();
  const surroundings = useMemo(
    (): FormSurroundings => ({ parts, form, record: null, readOnly: false, idPrefix, onAddRecord: null }),
    [parts, form, idPrefix],
  );
  return (
    <FormContext.Provider value={surroundings}>
      {fields
        .filter(({ name }) => chosen.includes(name))
        .map(({ name, label, shape }) => (
          <div key={name} className={styles.field}>
            <ValueControl path={name} shape={shape} />
            <IconButton
              label={`Leave ${label} as it is`}
              icon={<IconClose />}
              onClick={() => setChosen(chosen.filter((one) => one !== name))}
            />
          </div>
        ))}
      <CodeSelect
        data-autofocus
        label="Field to change"
        placeholder="Choose a field to change"
        options={fields
          .filter(({ name }) => !chosen.includes(name))
          .map(({ name, label }) => ({ value: name, label, code: name }))}
        value=""
        onChange={(name) => name !== '' && setChosen([...chosen, name])}
      />
    </FormContext.Provider>
  );
}

const BEFORE = 'Nothing is stored before you have seen what would change.';
const SUBTITLES: Readonly<Record<UploadRun['step'], string>> = {
  start: BEFORE,
  working: BEFORE,
  columns: BEFORE,
  review: 'Preview',
  stored: 'Result',
};

const STORE_WORDS = { change: 'Apply', set: 'Apply', delete: 'Delete', undo: 'Undo' } as const;

const INTRODUCTIONS = {
  set: 'The preview shows the records that cannot be changed, and why.',
  delete: 'The preview looks up what uses each record. What is used stays.',
  undo: 'The preview shows what each record gets back. What was changed since is left alone; it says by whom.',
} as const;

function titleOf(action: BulkAction, records: string): string {
  const verbs = { change: 'Change', delete: 'Delete', undo: 'Undo the change of' } as const;
  return `${action.kind === 'set' ? action.title : verbs[action.kind]} ${records}`;
}
