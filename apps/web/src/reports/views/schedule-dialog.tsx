import { useEffect, useRef, useState } from 'react';
import type { AnyReport } from '@talaan/contract/reports/kit/define-report';
import { daysText, filterQuery } from '@talaan/contract/reports/kit/report-filters';
import type { ReportView } from '@talaan/contract/reports/views/report-view.contract';
import {
  createReportSchedule,
  findReportReaders,
  MOST_RECIPIENTS,
  updateReportSchedule,
  type ReportSchedule,
  type ScheduleFormat,
} from '@talaan/contract/reports/views/schedules/report-schedule.contract';
import {
  offeredDays,
  scheduledDaysLabel,
  scheduledFilter,
  type ScheduledDays,
} from '@talaan/contract/reports/views/schedules/scheduled-days';
import { CallRefused } from '@talaan/contract/http/client';
import { addDays, formatDetailDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { nextDayOf, WEEKDAY_NAMES } from '@talaan/core/calendar/rhythm';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { useActKey } from '../../api/use-act-key.ts';
import { IconButton } from '../../ui/buttons/button.tsx';
import { clockAt } from '../../ui/dates/company-clock.ts';
import { useToday } from '../../ui/dates/today.tsx';
import { showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { CodeSelect, LookupField } from '../../ui/fields/combobox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FormGrid, Wide } from '../../ui/fields/form-grid.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { IconClose } from '../../ui/icons.tsx';
import { useKeptFocus } from '../../ui/keyboard/kept-focus.ts';
import { Dialog, DialogCancel, DialogSave } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import styles from './schedule.module.css';

export interface ScheduleDialogProps {
  report: AnyReport;
  view: Pick<ReportView, 'id' | 'name' | 'filter'>;
  /** The one that is changed; absent for a new one. */
  schedule?: ReportSchedule;
  onClose: () => void;
  onSaved: (schedule: ReportSchedule) => void;
}

type Plan = Pick<ReportSchedule, 'rhythm' | 'hour' | 'days' | 'format' | 'recipients'> & { weekday: number };

const RHYTHM_OPTIONS = [
  { value: 'daily', label: 'Each day' },
  { value: 'weekly', label: 'Each week' },
  { value: 'month_end', label: 'Month end' },
] as const;

export const FORMAT_LABELS: Record<ScheduleFormat, string> = { link: 'Report', pdf: 'PDF', xlsx: 'Excel' };
const FORMAT_OPTIONS = (['link', 'pdf', 'xlsx'] as const).map((value) => ({ value, label: FORMAT_LABELS[value] }));
const WEEKDAY_OPTIONS = WEEKDAY_NAMES.map((label, at) => ({ value: String(at + 1), label }));
const HOUR_OPTIONS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

/** Sends a saved view to users by mail: when, for which days, as what, and to whom. */
export function ScheduleDialog({ report, view, schedule, onClose, onSaved }: ScheduleDialogProps) {
  const offered = offeredDays(report, view.filter);
  const [plan, setPlan] = useState<Plan>(() => planOf(schedule, offered));
  const [isDirty, setDirty] = useState(false);
  const { save, busy, faults, forget } = useSaving({ view, schedule, onSaved });
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [faults]);
  function change(changed: Partial<Plan>): void {
    setPlan({ ...plan, ...changed });
    setDirty(true);
    forget();
  }
  return (
    <Dialog
      open
      title={schedule === undefined ? 'Send by schedule' : 'Change schedule'}
      subtitle={`${report.title}, view ${view.name}. The mail holds a link that asks for a sign-in and shows each reader what he may see.`}
      width={640}
      dirty={isDirty}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <DialogSave busy={busy} onSave={() => void save(plan)} />
        </>
      }
    >
      <div ref={fields} className={styles.dialog}>
        <TimesFields plan={plan} faults={faults} onChange={change} />
        <FormGrid columns={2}>
          <Field label="Days" required error={faults['days']} hint={example(report, view, plan, useToday())}>
            <CodeSelect
              options={offered.map((value) => ({ value, label: scheduledDaysLabel(value) }))}
              value={plan.days}
              onChange={(days) => (days === '' ? undefined : change({ days: days as ScheduledDays }))}
            />
          </Field>
          <Field label="The link opens" group hint={FORMAT_HINTS[plan.format]}>
            <SegmentedControl
              label="The link opens"
              options={FORMAT_OPTIONS}
              value={plan.format}
              onChange={(format) => change({ format })}
            />
          </Field>
          <Wide>
            <Readers
              report={report}
              readers={plan.recipients}
              fault={faults['recipients']}
              onChange={(recipients) => change({ recipients })}
            />
          </Wide>
        </FormGrid>
        {faults['view_id'] === undefined ? null : (
          <p className={styles.fault} role="alert">
            {faults['view_id']}
          </p>
        )}
      </div>
    </Dialog>
  );
}

const FORMAT_HINTS: Record<ScheduleFormat, string> = {
  link: 'Figures as they are when it is opened.',
  pdf: 'The report, and its PDF made then.',
  xlsx: 'The report, and its workbook made then.',
};

function planOf(schedule: ReportSchedule | undefined, offered: readonly ScheduledDays[]): Plan {
  if (schedule !== undefined) {
    const { rhythm, weekday, hour, days, format, recipients } = schedule;
    return { rhythm, weekday: weekday ?? 1, hour, days, format, recipients };
  }
  const days = (['saved', 'this_month'] as const).find((one) => offered.includes(one)) ?? offered[0]!;
  return { rhythm: 'daily', weekday: 1, hour: 8, days, format: 'link', recipients: [] };
}

/** What the report will show when it is sent the next time. */
function example(
  report: AnyReport,
  view: Pick<ReportView, 'filter'>,
  { rhythm, weekday, hour, days }: Plan,
  today: CalendarDate,
): string | undefined {
  const isLater = clockAt(Date.now()) < `${String(hour).padStart(2, '0')}:00`;
  const on = nextDayOf({ rhythm, weekday }, isLater ? today : addDays(today, 1));
  const filter = scheduledFilter(report, view.filter, days, on);
  const read = filter === null ? null : filterQuery(report.filters, {}).safeParse(filter);
  if (!read?.success) return undefined;
  return `Next on ${formatDetailDate(on)}: ${daysText(report.filters, read.data.filter)}`;
}

/** Saves by a call under the key of one act; what is wrong stands below its field, all else as every failure. */
function useSaving({ view, schedule, onSaved }: Pick<ScheduleDialogProps, 'view' | 'schedule' | 'onSaved'>) {
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const { key, noteFailure } = useActKey();
  async function save({ recipients, weekday, ...plan }: Plan): Promise<void> {
    if (recipients.length === 0) return setFaults({ recipients: 'Choose who gets it.' });
    const body = {
      ...plan,
      weekday: plan.rhythm === 'weekly' ? weekday : null,
      recipients: recipients.map(({ id }) => id),
    };
    const headers = { 'idempotency-key': key };
    setBusy(true);
    try {
      const { data } = await withPleaseWait(
        schedule === undefined
          ? callServer(createReportSchedule, { headers, body: { ...body, view_id: view.id } })
          : callServer(updateReportSchedule, {
              headers,
              params: { id: schedule.id },
              body: { ...body, row_version: schedule.row_version },
            }),
      );
      showSuccess(`The schedule of ${view.name} is saved.`);
      onSaved(data);
    } catch (failure) {
      setBusy(false);
      noteFailure(failure);
      const said = failure instanceof CallRefused ? (failure.problem.errors ?? {}) : {};
      if (Object.keys(said).length === 0) reportFailure(failure);
      else setFaults(Object.fromEntries(Object.entries(said).map(([name, messages]) => [name, messages.join(' ')])));
    }
  }
  return { save, busy, faults, forget: () => setFaults({}) };
}

interface PartProps {
  plan: Plan;
  faults: Readonly<Record<string, string>>;
  onChange: (changed: Partial<Plan>) => void;
}

function TimesFields({ plan, faults, onChange }: PartProps) {
  return (
    <FormGrid columns={2}>
      <Wide>
        <Field label="Sent" group>
          <SegmentedControl
            label="Sent"
            options={RHYTHM_OPTIONS}
            value={plan.rhythm}
            onChange={(rhythm) => onChange({ rhythm })}
          />
        </Field>
      </Wide>
      {plan.rhythm === 'weekly' ? (
        <Field label="On" required error={faults['weekday']}>
          <CodeSelect
            options={WEEKDAY_OPTIONS}
            value={String(plan.weekday)}
            onChange={(day) => (day === '' ? undefined : onChange({ weekday: Number(day) }))}
          />
        </Field>
      ) : null}
      <Field label="At" required error={faults['hour']} hint="In Manila.">
        <CodeSelect
          options={HOUR_OPTIONS}
          value={String(plan.hour)}
          onChange={(hour) => (hour === '' ? undefined : onChange({ hour: Number(hour) }))}
        />
      </Field>
    </FormGrid>
  );
}

interface ReadersProps {
  report: AnyReport;
  readers: Plan['recipients'];
  fault: string | undefined;
  onChange: (readers: Plan['recipients']) => void;
}

/** Who gets it: found by name among those who may see the report, each with a cross. */
function Readers({ report, readers, fault, onChange }: ReadersProps) {
  const kept = useKeptFocus<HTMLDivElement>();
  async function search(text: string, signal: AbortSignal) {
    const query = { report: report.name, search: text };
    const { data } = await callServer(findReportReaders, { query, signal });
    return data
      .filter(({ id }) => !readers.some((one) => one.id === id))
      .map(({ id, name, has_email }) => ({
        value: String(id),
        label: name,
        ...(has_email ? {} : { code: 'no e-mail address', disabled: true }),
      }));
  }
  return (
    <div {...kept} role="group" aria-label="Readers" tabIndex={-1}>
      <Field
        label="Send to"
        required
        error={fault}
        hint={`Users who may see ${report.title}, up to ${MOST_RECIPIENTS}.`}
      >
        <LookupField
          value={null}
          placeholder="Add a user by name"
          search={search}
          onChange={(option) => {
            if (option !== null) onChange([...readers, { id: Number(option.value), name: option.label }]);
          }}
        />
      </Field>
      {readers.length === 0 ? null : (
        <ul className={styles.readers} aria-label="Who gets it">
          {readers.map(({ id, name }) => (
            <li key={id}>
              {name}
              <IconButton
                size="sm"
                label={`Take ${name} off`}
                icon={<IconClose size={14} />}
                onClick={() => onChange(readers.filter((one) => one.id !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
