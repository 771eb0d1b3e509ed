import { useQueryClient } from '@tanstack/react-query';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { CallArguments } from '@talaan/contract/http/client';
import type { ResultOf, Route } from '@talaan/contract/http/route';
import {
  chooseDefaultView,
  deleteReportView,
  updateReportView,
  type ReportView,
} from '@talaan/contract/reports/views/report-view.contract';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { askToConfirm, showError, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { viewsOf } from './view-in-force.ts';

/** What a user does to a view that exists; each shows what became of it, and true says that it was done. */
export function useViewWrites(report: string) {
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: viewsOf(report).queryKey });

  async function write<const R extends Route>(route: R, given: CallArguments<R>, done: string): Promise<boolean> {
    try {
      await withPleaseWait<ResultOf<R>>(callServer(route, given));
      showSuccess(done);
      return true;
    } catch (failure) {
      reportFailure(failure, (message) => showError(MESSAGES.updateFailed(message)));
      return false;
    } finally {
      await reload();
    }
  }

  const change = (
    { id, row_version }: ReportView,
    body: Partial<Pick<ReportView, 'filter' | 'folded' | 'is_shared'>>,
    done: string,
  ) => write(updateReportView, { params: { id }, body: { row_version, ...body } }, done);

  return {
    reload,
    replace: (view: ReportView, state: Pick<ReportView, 'filter' | 'folded'>) =>
      change(view, state, `View ${view.name} is saved.`),
    share: (view: ReportView, is_shared: boolean) =>
      change(view, { is_shared }, is_shared ? `View ${view.name} is shared.` : `View ${view.name} is yours alone.`),
    begin: ({ id, name }: ReportView, is_default: boolean) =>
      write(
        chooseDefaultView,
        { params: { id }, body: { is_default } },
        is_default
          ? `This report begins with the view ${name}.`
          : `This report no longer begins with the view ${name}.`,
      ),
    remove: async ({ id, name, is_shared }: ReportView): Promise<boolean> => {
      const sure = await askToConfirm({
        title: `Delete the view ${name}?`,
        text: is_shared ? 'It is shared: nobody else will have it either.' : 'The report stays as it is.',
        confirmLabel: 'Delete',
        danger: true,
      });
      return sure && write(deleteReportView, { params: { id } }, `View ${name} is deleted.`);
    },
  };
}
