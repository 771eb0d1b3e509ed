import { useState } from 'react';
import { CallRefused } from '@talaan/contract/http/client';
import {
  createReportView,
  LONGEST_VIEW_NAME,
  updateReportView,
  type ReportView,
  type ViewFilter,
} from '@talaan/contract/reports/report-view.contract';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { useActKey } from '../../api/use-act-key.ts';
import { showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Dialog, DialogCancel, DialogSave } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import styles from './view-picker.module.css';

export interface ViewDialogProps {
  report: string;
  /** The view that gets another name; absent for a new one. */
  renamed?: ReportView;
  /** Of a new one: the filter without its days, and with them. */
  filter: ViewFilter;
  filterWithDays: ViewFilter;
  /** 'May 2025': what the days are called. */
  days: string;
  onClose: () => void;
  onSaved: (view: ReportView) => void;
}

/** Asks for the name of a view and saves it; what is wrong with the name stands below it. */
export function ViewDialog({ report, renamed, filter, filterWithDays, days, onClose, onSaved }: ViewDialogProps) {
  const [name, setName] = useState(renamed?.name ?? '');
  const [keepsDays, setKeepsDays] = useState(false);
  const [is_shared, setShared] = useState(false);
  const [is_default, setDefault] = useState(false);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { key, noteFailure } = useActKey();

  async function save(): Promise<void> {
    if (name.trim() === '') {
      setFault('Name is required.');
      return;
    }
    setBusy(true);
    try {
      const headers = { 'idempotency-key': key };
      const { data } = await withPleaseWait(
        renamed === undefined
          ? callServer(createReportView, {
              headers,
              body: { report, name, filter: keepsDays ? filterWithDays : filter, is_shared, is_default },
            })
          : callServer(updateReportView, {
              headers,
              params: { id: renamed.id },
              body: { row_version: renamed.row_version, name },
            }),
      );
      showSuccess(`View ${data.name} is saved.`);
      onSaved(data);
    } catch (failure) {
      setBusy(false);
      noteFailure(failure);
      const said = failure instanceof CallRefused ? failure.problem.errors?.['name']?.[0] : undefined;
      if (said === undefined) reportFailure(failure);
      else setFault(said);
    }
  }

  return (
    <Dialog
      open
      title={renamed === undefined ? 'Save view' : 'Rename view'}
      {...(renamed === undefined
        ? { subtitle: 'The filter of this report under a name, for whatever days are open unless it has its own.' }
        : {})}
      width={480}
      dirty={name.trim() !== (renamed?.name ?? '')}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <DialogSave busy={busy} onSave={() => void save()} />
        </>
      }
    >
      <div className={styles.dialog}>
        <Field label="Name" required error={fault}>
          <TextInput
            data-autofocus
            maxLength={LONGEST_VIEW_NAME}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              setFault(undefined);
            }}
          />
        </Field>
        {renamed === undefined ? (
          <>
            <Checkbox
              label={`With its days: ${days}`}
              checked={keepsDays}
              onChange={(event) => setKeepsDays(event.target.checked)}
            />
            <Checkbox
              label="Share with everybody who may see this report"
              checked={is_shared}
              onChange={(event) => setShared(event.target.checked)}
            />
            <Checkbox
              label="Begin this report with it"
              checked={is_default}
              onChange={(event) => setDefault(event.target.checked)}
            />
          </>
        ) : null}
      </div>
    </Dialog>
  );
}
