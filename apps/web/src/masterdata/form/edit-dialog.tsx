import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { flushSync } from 'react-dom';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { fieldOf } from '@talaan/contract/resource/define-resource';
import type { ResourceName } from '@talaan/contract/resource/resource-index';
import type { Abilities } from '@talaan/contract/resource/resource-routes';
import { useWhyNot } from '../../session/why-not.ts';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { Dialog, DialogCancel, DialogSave } from '../../ui/layers/dialog.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { askToConfirm } from '../../ui/feedback/feedback.ts';
import { IconHistory, IconLock } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { useDeleteRecord } from '../record/delete-record.tsx';
import { controlId, FormContext, type FormSurroundings } from '../fields/form-context.ts';
import { FormLayout, sectionOf } from './form-layout.tsx';
import { formValuesOf, withoutRowIds, type FormValues } from '../record/form-values.ts';
import { GoneDialog } from './gone-dialog.tsx';
import { RecordHistoryDialog } from '../history/record-history-dialog.tsx';
import { useRecordForm, type FormFault } from './record-form.ts';
import type { MasterRecord } from '../record/resource-calls.ts';
import { loadResource } from '../overrides/resource-loaders.ts';
import type { ResourceParts } from '../record/resource-parts.ts';
import { useSaveRecord, type RecordConflict } from '../record/save-record.ts';
import { useUsesQuestion } from '../record/uses-dialog.tsx';
import styles from './edit-dialog.module.css';
import { capital } from '@talaan/core/text/capital';
import { recordTitle } from '../record/record-text.ts';

export interface EditDialogProps {
  parts: ResourceParts;
  /** Record ID; null for a new record. */
  id: number | null;
  /** The record as the list shows it, until it is read anew. */
  known?: MasterRecord | undefined;
  abilities: Abilities;
  /** What a new record starts with. */
  start?: Partial<FormValues>;
  /** The address names the open record, so that Back would close the dialog. */
  inAddress?: boolean;
  onClose: () => void;
  /** `more`: the dialog goes on with another new record. */
  onSaved: (record: MasterRecord, more: boolean) => void;
  onDeleted?: () => void;
}

/** The dialog 'Edit entry' of one record: adds, changes, deletes, or only shows where the user may not change (ux §4). */
export function EditDialog(props: EditDialogProps) {
  const { parts, id, known, abilities, onClose } = props;
  const loading = useQuery({
    ...parts.calls.one(id ?? 0),
    enabled: id !== null,
    ...(known === undefined ? {} : { placeholderData: { data: known, abilities } }),
  });
  const record = id === null ? null : loading.data?.data;
  if (record !== undefined) return <RecordDialog {...props} record={record} />;
  return (
    <Dialog
      open
      title={MESSAGES.editEntry}
      width={parts.definition.form.width}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel label={MESSAGES.close} focused />
        </>
      }
    >
      {loading.isError ? (
        <LoadState query={loading} what="this record" />
      ) : (
        <div className={styles.loading} role="status" aria-label={MESSAGES.pleaseWait}>
          {parts.definition.form.sections[0]?.fields.map((name) => (
            <Skeleton key={name} width="100%" height={32} />
          ))}
        </div>
      )}
    </Dialog>
  );
}

interface AddedRecord {
  to: ResourceName;
  typed: string;
  start: Partial<FormValues>;
  added: (record: MasterRecord, parts: ResourceParts) => void;
}

function RecordDialog(props: EditDialogProps & { record: MasterRecord | null }) {
  const { parts, abilities, record, start, inAddress = false, onClose, onSaved, onDeleted } = props;
  const { definition } = parts;
  const idPrefix = useId();
  const body = useRef<HTMLDivElement>(null);
  const leaving = useRef(false);
  /** The version that the form is about; another one may be stored by now. */
  const [base, setBase] = useState(record);
  const [tab, setTab] = useState(definition.form.sections[0]?.title ?? '');
  const [saving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<(RecordConflict & { mine: Record<string, unknown> }) | null>(null);
  const [goneMessage, setGoneMessage] = useState<string | null>(null);
  const [adding, setAdding] = useState<AddedRecord | null>(null);
  const [historyShown, setHistoryShown] = useState(false);
  const { form, faults, attempts, ...recordForm } = useRecordForm(definition, base, start);
  const { isDirty } = form.formState;
  const save = useSaveRecord(parts);
  const { remove, question: deleteQuestion } = useDeleteRecord(parts);
  const { ask, question: usesQuestion } = useUsesQuestion(parts);
  const { ask: askOwn, question: ownQuestion } = (parts.override.useQuestion ?? useNoQuestion)();
  const readOnly = base === null ? !abilities.create : !abilities.update;
  const whyNotChange = useWhyNot(definition.module, base === null ? ACCESS.insert : ACCESS.update, !readOnly);
  const whyNotDelete = useWhyNot(definition.module, ACCESS.delete, abilities.delete);

  useEffect(() => {
    if (record === null || base === null || record.row_version === base.row_version || isDirty) return;
    setBase(record);
    recordForm.restart(record);
    // Only when a newer version arrives; what was typed is never replaced.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [record]);

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

  const surroundings = useMemo<FormSurroundings>(
    () => ({
      parts,
      form,
      record: base,
      readOnly,
      idPrefix,
      onAddRecord: (to, typed, added) =>
        setAdding({ to, typed, added, start: parts.override.startOfAdded?.(to, form.getValues()) ?? {} }),
    }),
    [parts, form, base, readOnly, idPrefix],
  );

  function leave(then: () => void): void {
    leaving.current = true;
    then();
  }

  async function submit(version: MasterRecord | null, more: boolean): Promise<void> {
    commitFocusedField();
    const entry = await recordForm.readEntry();
    if (entry === null) return;
    const change = version === null ? entry : recordForm.changesOf(entry);
    if (version !== null && takesOutOfUse(definition, version, change)) {
      if ((await ask('deactivate', version)) === 'no') return;
    }
    if (!(await askOwn(version, change))) return;
    await store(version, entry, change, more);
  }

  async function store(
    version: MasterRecord | null,
    entry: Record<string, unknown>,
    change: Record<string, unknown>,
    more: boolean,
  ): Promise<void> {
    setSaving(true);
    const outcome = await save(version, entry, change);
    setSaving(false);
    if (outcome.kind === 'conflict') setConflict({ ...outcome.conflict, mine: change });
    else if (outcome.kind === 'gone') setGoneMessage(outcome.message);
    else if (outcome.kind === 'failed') recordForm.showServerFaults(outcome.errors);
    else if (outcome.kind === 'waiting') leave(onClose);
    else if (more) startAnother(outcome.record);
    else leave(() => onSaved(outcome.record, false));
  }

  function startAnother(saved: MasterRecord): void {
    setBase(null);
    recordForm.restart(null);
    setTab(definition.form.sections[0]?.title ?? '');
    onSaved(saved, true);
    body.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }

  function takeTheirs(current: MasterRecord, kept: Partial<FormValues> = {}): void {
    setConflict(null);
    setBase(current);
    recordForm.restart(current, kept);
  }

  /** Goes on from their version with what was chosen, and stores it unless nothing of mine is left. */
  async function storeChosen(current: MasterRecord, change: Record<string, unknown>): Promise<void> {
    const chosen = formValuesOf(definition, { ...current, ...change });
    takeTheirs(current, Object.fromEntries(Object.keys(change).map((name) => [name, chosen[name]!])));
    if (Object.keys(change).length > 0) await submit(current, false);
  }

  /** What was typed becomes a new record: the one it was about is gone. */
  async function storeAsNew(): Promise<void> {
    const typed = withoutRowIds(form.getValues());
    setGoneMessage(null);
    setBase(null);
    recordForm.restart(null, typed);
    await submit(null, false);
  }

  async function deleteRecord(): Promise<void> {
    if (base === null) return;
    const outcome = await remove(base);
    if (outcome === 'deleted') leave(() => onDeleted?.());
    // What was typed beside it stays until it is saved or given up; the newer version arrives by itself.
  }

  const historyButton =
    base === null ? null : (
      <IconButton
        variant="ghost"
        label="History"
        side="top"
        icon={<IconHistory />}
        onClick={() => setHistoryShown(true)}
      />
    );

  function jumpTo(path: string): void {
    const section = sectionOf(definition, path);
    if (section !== undefined) flushSync(() => setTab(section.title));
  }

  return (
    <Dialog
      open
      title={readOnly ? 'View entry' : MESSAGES.editEntry}
      subtitle={base === null ? `New ${definition.title.one}` : recordTitle(parts, base)}
      width={definition.form.width}
      flush={definition.form.layout === 'tabs'}
      dirty={isDirty}
      onClose={() => leave(onClose)}
      footer={
        readOnly ? (
          <>
            {historyButton}
            <span className={dialogStyles.space} />
            <DialogCancel label={MESSAGES.close} focused />
          </>
        ) : (
          <>
            {base !== null ? (
              <Button
                variant="danger"
                className={styles.delete}
                disabledReason={whyNotDelete}
                onClick={() => void deleteRecord()}
              >
                Delete
              </Button>
            ) : null}
            {historyButton}
            <span className={dialogStyles.space} />
            <DialogCancel />
            {abilities.create && onDeleted !== undefined ? (
              <Button className={styles.more} onClick={() => saving || void submit(base, true)}>
                Save &amp; new
              </Button>
            ) : null}
            <DialogSave busy={saving} onSave={() => void submit(base, false)} />
          </>
        )
      }
    >
      <FormContext.Provider value={surroundings}>
        <div ref={body} className={styles.body}>
          {whyNotChange === undefined ? null : (
            <p className={styles.viewOnly}>
              <IconLock />
              {whyNotChange}
            </p>
          )}
          <FormLayout
            faults={faults}
            tab={tab}
            onTab={setTab}
            top={
              attempts === 0 ? null : (
                <ErrorSummary
                  attempt={attempts}
                  errors={faults.map((fault) => ({
                    message: summaryText(definition, fault),
                    fieldId: controlId(idPrefix, fault.path),
                    onJump: () => jumpTo(fault.path),
                  }))}
                />
              )
            }
          />
        </div>
      </FormContext.Provider>
      {conflict !== null && base !== null ? (
        <ConflictDialog
          parts={parts}
          opened={base}
          conflict={conflict}
          mine={conflict.mine}
          onKeepEditing={() => setConflict(null)}
          onReload={() => takeTheirs(conflict.current)}
          onSave={(change) => void storeChosen(conflict.current, change)}
        />
      ) : null}
      {goneMessage === null || base === null ? null : (
        <GoneDialog
          message={goneMessage}
          item={definition.describe(base)}
          onKeepEditing={() => setGoneMessage(null)}
          onSaveAsNew={abilities.create ? () => void storeAsNew() : undefined}
          onDiscard={() => leave(() => (onDeleted ?? onClose)())}
        />
      )}
      {deleteQuestion}
      {usesQuestion}
      {ownQuestion}
      {historyShown && base !== null ? (
        <RecordHistoryDialog
          parts={parts}
          id={base.id}
          name={recordTitle(parts, base)}
          onClose={() => setHistoryShown(false)}
        />
      ) : null}
      {adding === null ? null : <AddRecordDialog adding={adding} onClose={() => setAdding(null)} />}
    </Dialog>
  );
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

/** A new record of another resource, on top of the form that refers to it. */
function AddRecordDialog({ adding, onClose }: { adding: AddedRecord; onClose: () => void }) {
  const loaded = useQuery({
    queryKey: ['resource parts', adding.to],
    queryFn: () => loadResource(adding.to),
    staleTime: Infinity,
    structuralSharing: false,
  });
  const parts = loaded.data;
  if (parts === undefined) return null;
  const [named] = parts.definition.dropdown.name;
  return (
    <EditDialog
      parts={parts}
      id={null}
      abilities={{ create: true, update: true, delete: false }}
      start={{
        ...adding.start,
        ...(named === undefined || adding.typed.trim() === '' ? {} : { [named]: adding.typed.trim() }),
      }}
      onClose={onClose}
      onSaved={(record) => {
        adding.added(record, parts);
        onClose();
      }}
    />
  );
}

/** The message of a fault; one in an inner row says in which. */
function summaryText(definition: AnyResource, { path, message }: FormFault): string {
  const [name = '', row] = path.split('.');
  const shape = fieldOf(definition, name);
  return shape.kind === 'children' && row !== undefined
    ? `${capital(shape.one)} ${Number(row) + 1}: ${message}`
    : message;
}
