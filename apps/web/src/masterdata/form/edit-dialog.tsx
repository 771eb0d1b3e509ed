import { useQuery } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useId, useMemo, useRef, useState } from 'react';
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
import { IconHistory, IconLock } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/waiting/skeleton.tsx';
import { controlId, FormContext, type FormSurroundings } from '../fields/form-context.ts';
import { FormLayout, sectionOf } from './form-layout.tsx';
import type { FormValues } from '../record/form-values.ts';
import { RecordHistoryDialog } from '../history/record-history-dialog.tsx';
import { OvertakenDialog, useRecordEditing, type EditingProps, type RecordEditing } from './record-editing.tsx';
import type { FormFault } from './record-form.ts';
import type { MasterRecord } from '../record/resource-calls.ts';
import { loadResource } from '../overrides/resource-loaders.ts';
import type { ResourceParts } from '../record/resource-parts.ts';
import styles from './edit-dialog.module.css';
import { capital } from '@talaan/core/text/capital';
import { recordTitle } from '../record/record-text.ts';

export interface EditDialogProps extends EditingProps {
  /** Record ID; null for a new record. */
  id: number | null;
  /** The record as the list shows it, until it is read anew. */
  known?: MasterRecord | undefined;
  abilities: Abilities;
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
  const { parts, abilities, onClose, onDeleted } = props;
  const { definition } = parts;
  const idPrefix = useId();
  const body = useRef<HTMLDivElement>(null);
  const [tab, setTab] = useState(definition.form.sections[0]?.title ?? '');
  const [adding, setAdding] = useState<AddedRecord | null>(null);
  const [historyShown, setHistoryShown] = useState(false);
  const editing = useRecordEditing(props, () => {
    setTab(definition.form.sections[0]?.title ?? '');
    body.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  });
  const { base, form, faults, attempts } = editing;
  const readOnly = base === null ? !abilities.create : !abilities.update;
  const whyNotChange = useWhyNot(definition.module, base === null ? ACCESS.insert : ACCESS.update, !readOnly);

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

  function jumpTo(path: string): void {
    const section = sectionOf(definition, path);
    if (section !== undefined) flushSync(() => setTab(section.title));
  }

  const summary = (
    <ErrorSummary
      attempt={attempts}
      errors={faults.map((fault) => ({
        message: summaryText(definition, fault),
        fieldId: controlId(idPrefix, fault.path),
        onJump: () => jumpTo(fault.path),
      }))}
    />
  );
  return (
    <Dialog
      open
      title={readOnly ? 'View entry' : MESSAGES.editEntry}
      subtitle={base === null ? `New ${definition.title.one}` : recordTitle(parts, base)}
      width={definition.form.width}
      flush={definition.form.layout === 'tabs'}
      dirty={form.formState.isDirty}
      onClose={() => editing.leave(onClose)}
      footer={
        <RecordFooter
          parts={parts}
          abilities={abilities}
          readOnly={readOnly}
          editing={editing}
          isListed={onDeleted !== undefined}
          onHistory={() => setHistoryShown(true)}
        />
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
          <FormLayout faults={faults} tab={tab} onTab={setTab} top={attempts === 0 ? null : summary} />
        </div>
      </FormContext.Provider>
      <OvertakenDialog {...props} editing={editing} canCreate={abilities.create} />
      {editing.questions}
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

interface RecordFooterProps {
  parts: ResourceParts;
  abilities: Abilities;
  readOnly: boolean;
  editing: RecordEditing;
  /** The dialog was opened from the list, which takes further new records. */
  isListed: boolean;
  onHistory: () => void;
}

function RecordFooter({ parts, abilities, readOnly, editing, isListed, onHistory }: RecordFooterProps) {
  const { base, saving } = editing;
  const whyNotDelete = useWhyNot(parts.definition.module, ACCESS.delete, abilities.delete);
  const historyButton =
    base === null ? null : (
      <IconButton variant="ghost" label="History" side="top" icon={<IconHistory />} onClick={onHistory} />
    );
  if (readOnly) {
    return (
      <>
        {historyButton}
        <span className={dialogStyles.space} />
        <DialogCancel label={MESSAGES.close} focused />
      </>
    );
  }
  return (
    <>
      {base !== null ? (
        <Button
          variant="danger"
          className={styles.delete}
          disabledReason={whyNotDelete}
          onClick={() => void editing.deleteRecord()}
        >
          Delete
        </Button>
      ) : null}
      {historyButton}
      <span className={dialogStyles.space} />
      <DialogCancel />
      {abilities.create && isListed ? (
        <Button className={styles.more} onClick={() => saving || void editing.submit(base, true)}>
          Save &amp; new
        </Button>
      ) : null}
      <DialogSave busy={saving} onSave={() => void editing.submit(base, false)} />
    </>
  );
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
