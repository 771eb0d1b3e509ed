import { useState } from 'react';
import type { AnyReport } from '@talaan/contract/reports/kit/define-report';
import { withoutDays } from '@talaan/contract/reports/kit/report-filters';
import { CallRefused } from '@talaan/contract/http/client';
import {
  createReportView,
  LONGEST_VIEW_NAME,
  updateReportView,
  type ReportView,
} from '@talaan/contract/reports/views/report-view.contract';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { useActKey } from '../../api/use-act-key.ts';
import { showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Dialog, DialogCancel, DialogSave } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import type { ViewState } from './view-state.ts';
import styles from './view-picker.module.css';

export interface ViewDialogProps {
  report: AnyReport;
  /** The view that gets another name; absent for a new one. */
  renamed?: ReportView;
  /** What a new one keeps. */
  state: ViewState;
  /** 'May 2025': what the days are called. */
  days: string;
  onClose: () => void;
  onSaved: (view: ReportView) => void;
}

/** What is asked of a new view beside its name. */
interface Switches {
  readonly keepsDays: boolean;
  readonly is_shared: boolean;
  readonly is_default: boolean;
}

/** Asks for the name of a view and saves it; what is wrong with the name stands below it. */
export function ViewDialog({ report, renamed, state, days, onClose, onSaved }: ViewDialogProps) {
  const [name, setName] = useState(renamed?.name ?? '');
  const [switches, setSwitches] = useState<Switches>({ keepsDays: false, is_shared: false, is_default: false });
  const { save, busy, fault, setFault } = useSaving(onSaved, async (key) => {
    const headers = { 'idempotency-key': key };
    if (renamed !== undefined) {
      const { id, row_version } = renamed;
      return callServer(updateReportView, { headers, params: { id }, body: { row_version, name } });
    }
    const { keepsDays, ...marks } = switches;
    const filter = keepsDays ? state.filter : withoutDays(report, state.filter);
    return callServer(createReportView, { headers, body: { report: report.name, name, ...state, filter, ...marks } });
  });
  return (
    <Dialog
      open
      title={renamed === undefined ? 'Save view' : 'Rename view'}
      {...(renamed === undefined
        ? {
            subtitle:
              'The filter and the folded groups of this report under a name, for whatever days are open unless it has its own.',
          }
        : {})}
      width={480}
      dirty={name.trim() !== (renamed?.name ?? '')}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <DialogSave busy={busy} onSave={() => (name.trim() === '' ? setFault('Name is required.') : void save())} />
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
        {renamed === undefined ? <SwitchesOf switches={switches} days={days} onChange={setSwitches} /> : null}
      </div>
    </Dialog>
  );
}

/** Saves by a call under the key of one act; a fault of the name is told below it, another one as every failure. */
function useSaving(onSaved: (view: ReportView) => void, call: (key: string) => Promise<{ data: ReportView }>) {
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { key, noteFailure } = useActKey();
  async function save(): Promise<void> {
    setBusy(true);
    try {
      const { data } = await withPleaseWait(call(key));
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
  return { save, busy, fault, setFault };
}

function SwitchesOf({
  switches,
  days,
  onChange,
}: {
  switches: Switches;
  days: string;
  onChange: (switches: Switches) => void;
}) {
  const box = (name: keyof Switches, label: string) => (
    <Checkbox
      label={label}
      checked={switches[name]}
      onChange={(event) => onChange({ ...switches, [name]: event.target.checked })}
    />
  );
  return (
    <>
      {box('keepsDays', `With its days: ${days}`)}
      {box('is_shared', 'Share with everybody who may see this report')}
      {box('is_default', 'Begin this report with it')}
    </>
  );
}
