import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { CallArguments } from '@talaan/contract/http/client';
import type { Route } from '@talaan/contract/http/route';
import {
  deleteReportSchedule,
  leaveReportSchedule,
  listReportSchedules,
  listReportSendings,
  runReportSchedule,
  sendReportSchedule,
  type ReportSchedule,
} from '@talaan/contract/reports/views/schedules/report-schedule.contract';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { askToConfirm, showError, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';

const SCHEDULES_KEY = 'report schedules';

/** Mails go out in the background: a list that is open shows it. */
const ASK_AGAIN_MS = 10_000;

/** The schedules that the user set, and those that reach him. */
export const schedulesQuery = queryOptions({
  queryKey: [SCHEDULES_KEY],
  queryFn: async ({ signal }) => (await callServer(listReportSchedules, { signal })).data,
  refetchInterval: ASK_AGAIN_MS,
});

/** What a schedule sent, the newest first. */
export const sendingsQuery = (id: number) =>
  queryOptions({
    queryKey: [SCHEDULES_KEY, 'sendings', id],
    queryFn: async ({ signal }) => (await callServer(listReportSendings, { params: { id }, signal })).data,
    refetchInterval: ASK_AGAIN_MS,
  });

/** 'By branch', or what is said of a view that is gone. */
export const viewNameOf = ({ view_name }: Pick<ReportSchedule, 'view_name'>): string => view_name ?? 'a deleted view';

/** What is done to a schedule that exists; each shows what became of it. */
export function useScheduleWrites() {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: [SCHEDULES_KEY] });

  async function write<const R extends Route>(
    route: R,
    given: CallArguments<R>,
    done: (answer: { data: unknown }) => string | null,
  ): Promise<void> {
    try {
      const said = done((await withPleaseWait(callServer(route, given))) as { data: unknown });
      if (said !== null) showSuccess(said);
    } catch (failure) {
      reportFailure(failure);
    } finally {
      await reload();
    }
  }

  return {
    reload,
    send: ({ id, recipients }: ReportSchedule) =>
      write(sendReportSchedule, { params: { id } }, ({ data }) => {
        const { state, stopped_reason } = data as ReportSchedule;
        if (state !== 'stopped')
          return recipients.length === 1 ? 'It is sent to 1 user.' : `It is sent to ${recipients.length} users.`;
        showError(`It stopped: ${stopped_reason}`);
        return null;
      }),
    run: ({ id, row_version }: ReportSchedule, state: 'running' | 'paused') =>
      write(runReportSchedule, { params: { id }, body: { row_version, state } }, () =>
        state === 'running' ? 'The schedule runs.' : 'The schedule is paused.',
      ),
    leave: async ({ id, owner_name }: ReportSchedule, onLeft: () => void): Promise<void> => {
      const sure = await askToConfirm({
        title: 'Leave this schedule?',
        text: `You get no more mails of it. ${owner_name}, who set it, may put you on it again.`,
        confirmLabel: 'Leave',
      });
      if (!sure) return;
      await write(leaveReportSchedule, { params: { id } }, () => {
        onLeft();
        return 'You left the schedule.';
      });
    },
    remove: async (schedule: ReportSchedule, onGone: () => void): Promise<void> => {
      const sure = await askToConfirm({
        title: `Delete the schedule of ${viewNameOf(schedule)}?`,
        text: 'Nobody gets it any more. What was sent stays in the audit trail.',
        confirmLabel: 'Delete',
        danger: true,
      });
      if (!sure) return;
      await write(deleteReportSchedule, { params: { id: schedule.id } }, () => {
        onGone();
        return 'The schedule is deleted.';
      });
    },
  };
}
