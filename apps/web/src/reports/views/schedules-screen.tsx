import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import * as z from 'zod';
import { reportNamed } from '@talaan/contract/reports/report-list';
import type { ReportSchedule } from '@talaan/contract/reports/views/schedules/report-schedule.contract';
import { scheduledDaysLabel } from '@talaan/contract/reports/views/schedules/scheduled-days';
import { rhythmText } from '@talaan/core/calendar/rhythm';
import { capital } from '@talaan/core/text/capital';
import { displayInstant } from '../../page/display-instant.ts';
import { LogTable } from '../../page/log-table.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { useSearchState } from '../../page/search-state.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import logStyles from '../../page/log-screen.module.css';
import { schedulesQuery, viewNameOf } from './schedule-calls.ts';
import { SchedulePage } from './schedule-page.tsx';
import styles from './schedule.module.css';

/** What the address says: which schedule is open; 0 none. */
const scheduleAddress = z.object({ id: z.coerce.number().int().min(0).catch(0) });

const STATE_LABELS = { running: 'Running', paused: 'Paused', stopped: 'Stopped' } as const;
const STATE_HUES = { running: 'green', paused: 'slate', stopped: 'red' } as const;

/** The reports that the user has sent by mail, and those that reach him; one of them with what it sent. */
export function SchedulesScreen() {
  const [{ id }] = useSearchState(scheduleAddress);
  const query = useQuery(schedulesQuery);
  const schedules = query.data ?? [];
  const opened = schedules.find((one) => one.id === id);
  if (opened !== undefined) return <SchedulePage key={id} schedule={opened} />;
  const own = schedules.filter(({ is_own }) => is_own);
  return (
    <>
      <PageHeader title="Schedules" count={query.isSuccess ? schedules.length : undefined} />
      <div className={logStyles.facts}>
        <p className="muted">
          Reports that are sent to users by mail, as a link. A new one is set under Views of a report, once its view is
          saved.
        </p>
      </div>
      <LoadState query={query} what="the schedules" className={logStyles.note} />
      {query.isSuccess && (id !== 0 || schedules.length === 0) ? (
        <p className={logStyles.note} role="status">
          {id === 0 ? 'You set no schedule, and none reaches you.' : 'There is no such schedule any more.'}
        </p>
      ) : null}
      <LogTable
        label="Schedules"
        className={`${logStyles.pieces} ${styles.schedules}`}
        headings={['Report', 'When', 'Days', 'Sent to', 'State', 'Last sent', 'Action']}
        rows={[...own, ...schedules.filter(({ is_own }) => !is_own)].map((schedule) => (
          <ScheduleRow key={schedule.id} schedule={schedule} />
        ))}
      />
    </>
  );
}

const NAMED = 3;

/** 'Ana Reyes, Ben Cruz, Carl Lim and 4 others'. */
function readersText(names: readonly string[]): string {
  const others = names.length - NAMED;
  // The name of one more takes no more room than 'and 1 other'.
  return others > 1 ? `${names.slice(0, NAMED).join(', ')} and ${others} others` : names.join(', ');
}

function ScheduleRow({ schedule }: { schedule: ReportSchedule }) {
  const { id, report, days, recipients, is_own, owner_name, next_at, last_at, stopped_reason } = schedule;
  const title = reportNamed(report)?.title ?? report;
  return (
    <tr>
      <td>
        {title}
        <span className="muted">{viewNameOf(schedule)}</span>
      </td>
      <td>
        {capital(rhythmText(schedule))}
        {is_own ? null : <span className="muted">{`set by ${owner_name}`}</span>}
      </td>
      <td>{scheduledDaysLabel(days)}</td>
      <td>{readersText(recipients.map(({ name }) => name))}</td>
      <td className={styles.state}>
        <ScheduleState {...schedule} />
        {next_at === null ? null : <span className="muted">{`next ${displayInstant(next_at)}`}</span>}
        {stopped_reason === null ? null : <span className="muted">{stopped_reason}</span>}
      </td>
      <td className="figures">{last_at === null ? 'Never' : displayInstant(last_at)}</td>
      <td>
        <Link
          to="."
          search={{ id: String(id) }}
          className={buttonClass({ size: 'sm' })}
          aria-label={`Open the schedule of ${title}, ${viewNameOf(schedule)}`}
        >
          Open
        </Link>
      </td>
    </tr>
  );
}

function ScheduleState({ state }: Pick<ReportSchedule, 'state'>) {
  return <StatusChip hue={STATE_HUES[state]} label={STATE_LABELS[state]} />;
}
