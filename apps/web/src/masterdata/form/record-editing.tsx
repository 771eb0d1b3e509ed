import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { askToConfirm } from '../../ui/feedback/feedback.ts';
import { useDeleteRecord } from '../record/delete-record.tsx';
import { formValuesOf, withoutRowIds, type FormValues } from '../record/form-values.ts';
import type { MasterRecord } from '../record/resource-calls.ts';
import type { ResourceParts } from '../record/resource-parts.ts';
import { useSaveRecord, type RecordConflict } from '../record/save-record.ts';
import { useUsesQuestion } from '../record/uses-dialog.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { GoneDialog } from './gone-dialog.tsx';
import { useRecordForm } from './record-form.ts';

export interface EditingProps {
  parts: ResourceParts;
  /** What a new record starts with. */
  start?: Partial<FormValues>;
  /** The address names the open record, so that Back would close the dialog. */
  inAddress?: boolean;
  onClose: () => void;
  /** `more`: the dialog goes on with another new record. */
  onSaved: (record: MasterRecord, more: boolean) => void;
  onDeleted?: () => void;
}

/** Somebody else was faster: changed the record that is open here, or deleted it. */
type Overtaken =
  | { kind: 'conflict'; conflict: RecordConflict; mine: Record<string, unknown> }
  | { kind: 'gone'; message: string };

/**
 * A record that is being entered or changed: its form, and what becomes of it when it is saved or deleted. In: the stored
 * record (null: a new one), and what the dialog does before another new one is entered.
 */
export function useRecordEditing(props: EditingProps & { record: MasterRecord | null }, onStartAnother: () => void) {
  const { parts, onClose, onSaved, onDeleted } = props;
  const { base, begin, recordForm } = useRecordVersion(props);
  const [saving, setSaving] = useState(false);
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null);
  const leave = useLeaving(props.inAddress ?? false, recordForm.form.formState.isDirty);
  const save = useSaveRecord(parts);
  const { remove, question: deleteQuestion } = useDeleteRecord(parts);
  const { isAgreed, question } = useChangeQuestions(parts);

  async function submit(version: MasterRecord | null, more: boolean): Promise<void> {
    commitFocusedField();
    const entry = await recordForm.readEntry();
    if (entry === null) return;
    const change = version === null ? entry : recordForm.changesOf(entry);
    if (!(await isAgreed(version, change))) return;
    setSaving(true);
    const outcome = await save(version, entry, change);
    setSaving(false);
    if (outcome.kind === 'conflict') setOvertaken({ ...outcome, mine: change });
    else if (outcome.kind === 'gone') setOvertaken(outcome);
    else if (outcome.kind === 'failed') recordForm.showServerFaults(outcome.errors);
    else if (outcome.kind === 'waiting') leave(onClose);
    else if (!more) leave(() => onSaved(outcome.record, false));
    else {
      begin(null);
      onSaved(outcome.record, true);
      onStartAnother();
    }
  }

  async function deleteRecord(): Promise<void> {
    if (base === null) return;
    const outcome = await remove(base);
    if (outcome === 'deleted') leave(() => onDeleted?.());
    // What was typed beside it stays until it is saved or given up; the newer version arrives by itself.
  }

  return {
    ...recordForm,
    base,
    saving,
    overtaken,
    keepEditing: () => setOvertaken(null),
    /** Goes on from another version; `kept` are values that stay as typed. */
    restart: (version: MasterRecord | null, kept?: Partial<FormValues>) => {
      setOvertaken(null);
      begin(version, kept);
    },
    submit,
    deleteRecord,
    leave,
    questions: (
      <>
        {deleteQuestion}
        {question}
      </>
    ),
  };
}

/** The version that the form is about, and the form; another version may be stored by now. */
function useRecordVersion({
  parts,
  record,
  start,
}: Pick<EditingProps, 'parts' | 'start'> & { record: MasterRecord | null }) {
  const [base, setBase] = useState(record);
  const recordForm = useRecordForm(parts.definition, base, start);
  const { isDirty } = recordForm.form.formState;

  useEffect(() => {
    if (record === null || base === null || record.row_version === base.row_version || isDirty) return;
    begin(record);
    // Only when a newer version arrives; what was typed is never replaced.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [record]);

  function begin(version: MasterRecord | null, kept?: Partial<FormValues>): void {
    setBase(version);
    recordForm.restart(version, kept);
  }

  return { base, begin, recordForm };
}

export type RecordEditing = ReturnType<typeof useRecordEditing>;

interface OvertakenDialogProps extends EditingProps {
  editing: RecordEditing;
  canCreate: boolean;
}

/** What can be done when somebody else changed or deleted the record first; nothing while nobody did. */
export function OvertakenDialog({ parts, editing, canCreate, onClose, onDeleted }: OvertakenDialogProps) {
  const { definition } = parts;
  const { base, overtaken, keepEditing, restart, submit } = editing;
  if (overtaken === null || base === null) return null;

  /** Goes on from their version with what was chosen, and stores it unless nothing of mine is left. */
  async function storeChosen(current: MasterRecord, change: Record<string, unknown>): Promise<void> {
    const chosen = formValuesOf(definition, { ...current, ...change });
    restart(current, Object.fromEntries(Object.keys(change).map((name) => [name, chosen[name]!])));
    if (Object.keys(change).length > 0) await submit(current, false);
  }

  /** What was typed becomes a new record: the one it was about is gone. */
  async function storeAsNew(): Promise<void> {
    restart(null, withoutRowIds(editing.form.getValues()));
    await submit(null, false);
  }

  return overtaken.kind === 'conflict' ? (
    <ConflictDialog
      parts={parts}
      opened={base}
      conflict={overtaken.conflict}
      mine={overtaken.mine}
      onKeepEditing={keepEditing}
      onReload={() => restart(overtaken.conflict.current)}
      onSave={(change) => void storeChosen(overtaken.conflict.current, change)}
    />
  ) : (
    <GoneDialog
      message={overtaken.message}
      item={definition.describe(base)}
      onKeepEditing={keepEditing}
      onSaveAsNew={canCreate ? () => void storeAsNew() : undefined}
      onDiscard={() => editing.leave(onDeleted ?? onClose)}
    />
  );
}

/** Asks before Back gives up what was typed; the returned function leaves without that question. */
function useLeaving(inAddress: boolean, isDirty: boolean): (then: () => void) => void {
  const leaving = useRef(false);
  useBlocker({
    disabled: !inAddress,
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next }) => {
      // Leaving the page is the shell's question; here only the way back to the list behind.
      if (leaving.current || !isDirty || current.pathname !== next.pathname) return false;
      const discard = await askToConfirm({
        title: 'Discard changes?',
        text: 'What you typed since the last save is lost.',
        confirmLabel: 'Discard',
        cancelLabel: 'Keep editing',
        danger: true,
      });
      return !discard;
    },
  });
  return (then) => {
    leaving.current = true;
    then();
  };
}

/** What is asked before a change is stored: whether a record in use goes out of use, and what its resource asks. */
function useChangeQuestions(parts: ResourceParts) {
  const { ask, question: usesQuestion } = useUsesQuestion(parts);
  // A resource has the same question for as long as one of its records is open.
  // oxlint-disable-next-line react/hooks
  const { ask: askOwn, question: ownQuestion } = (parts.override.useQuestion ?? useNoQuestion)();

  async function isAgreed(version: MasterRecord | null, change: Record<string, unknown>): Promise<boolean> {
    if (version !== null && takesOutOfUse(parts.definition, version, change)) {
      if ((await ask('deactivate', version)) === 'no') return false;
    }
    return askOwn(version, change);
  }

  return {
    isAgreed,
    question: (
      <>
        {usesQuestion}
        {ownQuestion}
      </>
    ),
  };
}

const NO_QUESTION = { ask: async () => true, question: null };
const useNoQuestion = () => NO_QUESTION;

/** Whether a change switches off the flag that keeps a record in use. */
function takesOutOfUse({ active }: AnyResource, record: MasterRecord, change: Record<string, unknown>): boolean {
  return active !== null && record[active] === 1 && change[active] === 0;
}

/** Amounts, dates and look-ups take over what is typed when they are left; a save by keyboard does not leave them. */
function commitFocusedField(): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLInputElement)) return;
  focused.blur();
  focused.focus();
}
