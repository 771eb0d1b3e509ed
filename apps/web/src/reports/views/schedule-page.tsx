import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { reportNamed } from '@talaan/contract/reports/report-list';
import {
  FILE_AT_ONCE,
  type ReportSchedule,
  type ReportSending,
} from '@talaan/contract/reports/views/schedules/report-schedule.contract';
import { scheduledDaysLabel } from '@talaan/contract/reports/views/schedules/scheduled-days';
import { rhythmText } from '@talaan/core/calendar/rhythm';
import { displayInstant } from '../../page/display-instant.ts';
import { LogTable } from '../../page/log-table.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { parseSearchText } from '../../page/search-state.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { Toolbar } from '../../ui/menus/toolbar.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import logStyles from '../../page/log-screen.module.css';
import { sendingsQuery, useScheduleWrites, viewNameOf } from './schedule-calls.ts';
import { FORMAT_LABELS, ScheduleDialog } from './schedule-dialog.tsx';
import { viewsOf } from './view-in-force.ts';
import styles from './schedule.module.css';

/** One schedule: what is sent to whom and when, what was sent, and what its owner, or a reader, does with it. */
export function SchedulePage({ schedule }: { schedule: ReportSchedule }) {
  const sendings = useQuery(sendingsQuery(schedule.id));
  const title = reportNamed(schedule.report)?.title ?? schedule.report;
  return (
    <>
      <PageHeader
        title={`${title}, ${viewNameOf(schedule)}`}
        crumb={viewNameOf(schedule)}
        actions={schedule.is_own ? <OwnerActions schedule={schedule} /> : <ReaderActions schedule={schedule} />}
      />
      <Facts schedule={schedule} />
      <Toolbar>
        <Link to="/report-schedules">All schedules</Link>
      </Toolbar>
      <LoadState query={sendings} what="what was sent" className={logStyles.note} />
      {sendings.data?.length === 0 ? (
        <p className={logStyles.note} role="status">
          Nothing was sent yet.
        </p>
      ) : null}
      <LogTable
        label="What was sent, newest first"
        className={logStyles.pieces}
        headings={['Due', 'Sent', 'Days', 'To', 'Action']}
        rows={(sendings.data ?? []).map((one) => (
          <SendingRow key={one.id} sending={one} />
        ))}
      />
    </>
  );
}

function Facts({ schedule }: { schedule: ReportSchedule }) {
  const { days, format, recipients, state, stopped_reason, owner_name, made_at, changed_at, changed_by, next_at } =
    schedule;
  const names = recipients.map(({ name }) => name).join(', ');
  const changed = changed_at === null ? '' : ` Changed by ${changed_by} ${displayInstant(changed_at)}.`;
  const next = next_at === null ? (state === 'paused' ? 'It is paused.' : '') : `Next ${displayInstant(next_at)}.`;
  return (
    <div className={logStyles.facts}>
      {stopped_reason === null ? null : (
        <p className={styles.fault} role="status">
          {`It stopped: ${stopped_reason}`}
        </p>
      )}
      <p>{`Sent ${rhythmText(schedule)} to ${names === '' ? 'nobody' : names}. ${next}`}</p>
      <p className="muted">
        {`Days: ${scheduledDaysLabel(days).toLowerCase()}. Its link opens: ${FORMAT_LABELS[format]}. Set by ${owner_name} ${displayInstant(made_at)}.${changed}`}
      </p>
    </div>
  );
}

function OwnerActions({ schedule }: { schedule: ReportSchedule }) {
  const navigate = useNavigate();
  const writes = useScheduleWrites();
  const [isChanging, setChanging] = useState(false);
  const { data: views } = useQuery(viewsOf(schedule.report));
  const report = reportNamed(schedule.report);
  const view = views?.find(({ id }) => id === schedule.view_id);
  const { state } = schedule;
  const whyNotChange =
    report === undefined || (views !== undefined && view === undefined)
      ? 'Its view was deleted, or is shared no more. Delete the schedule.'
      : undefined;
  return (
    <>
      <Button
        variant="danger"
        onClick={() => void writes.remove(schedule, () => void navigate({ to: '/report-schedules' }))}
      >
        Delete
      </Button>
      <Button disabledReason={whyNotChange} onClick={() => setChanging(true)}>
        Change
      </Button>
      {state === 'running' ? (
        <Button onClick={() => void writes.run(schedule, 'paused')}>Pause</Button>
      ) : (
        <Button onClick={() => void writes.run(schedule, 'running')}>Let it run</Button>
      )}
      <Button
        variant="primary"
        disabledReason={state === 'stopped' ? 'It is stopped. Change it or let it run first.' : undefined}
        onClick={() => void writes.send(schedule)}
      >
        Send now
      </Button>
      {isChanging && report !== undefined && view !== undefined ? (
        <ScheduleDialog
          report={report}
          view={view}
          schedule={schedule}
          onClose={() => setChanging(false)}
          onSaved={() => {
            setChanging(false);
            void writes.reload();
          }}
        />
      ) : null}
    </>
  );
}

function ReaderActions({ schedule }: { schedule: ReportSchedule }) {
  const navigate = useNavigate();
  const writes = useScheduleWrites();
  return (
    <Button onClick={() => void writes.leave(schedule, () => void navigate({ to: '/report-schedules' }))}>Leave</Button>
  );
}

const MAIL_LABELS = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Not sent',
  no_server: 'No mail server',
  withheld: 'Withheld',
} as const;
const MAIL_HUES = { waiting: 'amber', sent: 'green', failed: 'red', no_server: 'slate', withheld: 'red' } as const;

/** Later than its job takes: no server ran when it was due. */
const LATE_MS = 120_000;

function SendingRow({ sending }: { sending: ReportSending }) {
  const { due_at, at, asked_by, period, path, stopped_reason, recipients } = sending;
  const isLate = Date.parse(at) - Date.parse(due_at) > LATE_MS;
  const [to = '', search = ''] = (path ?? '').split('?');
  const { [FILE_AT_ONCE]: _file, ...filter } = parseSearchText(search);
  return (
    <tr>
      <td className="figures">
        {displayInstant(due_at)}
        {asked_by === null ? null : <span className="muted">{`by hand, ${asked_by}`}</span>}
      </td>
      <td className="figures">
        {path === null ? 'Stopped' : displayInstant(at)}
        {isLate ? <span className="muted">late: no server ran</span> : null}
      </td>
      <td>{period ?? stopped_reason}</td>
      <td>
        {recipients.length === 0 ? null : (
          <ul className={styles.sent}>
            {recipients.map(({ name, state, reason }) => (
              <li key={name}>
                <StatusChip hue={MAIL_HUES[state]} label={MAIL_LABELS[state]} />{' '}
                <span>
                  {name}
                  {reason === null ? null : <span className="muted">{` ${reason}`}</span>}
                </span>
              </li>
            ))}
          </ul>
        )}
      </td>
      <td>
        {path === null ? null : (
          <Link to={to} search={filter} className={buttonClass({ size: 'sm' })}>
            Open report
          </Link>
        )}
      </td>
    </tr>
  );
}
