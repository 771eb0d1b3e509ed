import type { ReportView } from '@talaan/contract/reports/views/report-view.contract';
import type { ActionMenuProps, MenuAction } from '../../ui/menus/action-menu.tsx';
import type { useViewWrites } from './view-writes.ts';

export interface ViewMenuOf {
  readonly views: readonly ReportView[];
  /** The one in force. */
  readonly view: ReportView | null;
  /** Asks for the views again, where they did not come. */
  readonly retry: (() => void) | null;
  readonly writes: ReturnType<typeof useViewWrites>;
  readonly onChoose: (view: ReportView | null) => void;
  readonly onSave: () => void;
  readonly onSaveAs: () => void;
  readonly onRename: () => void;
  readonly onSchedule: () => void;
  readonly onSchedules: () => void;
  readonly onDeleted: () => void;
}

/** The menu of the views: the own and the shared ones, then what is done with the one that is chosen. */
export function viewMenu(of: ViewMenuOf): ActionMenuProps['groups'] {
  const { views, view, retry, onChoose, onSave, onSaveAs, onSchedule, onSchedules } = of;
  const offered = (one: ReportView, detail: string): MenuAction => ({
    id: `view ${one.id}`,
    label: one.name,
    detail: [detail, one.is_default ? 'default' : ''].filter(Boolean).join(' · '),
    checked: one.id === view?.id,
    onSelect: () => onChoose(one),
  });
  const none = { id: 'none', label: 'No view', checked: view === null, onSelect: () => onChoose(null) };
  return [
    {
      heading: 'My views',
      actions: views.filter(({ is_own }) => is_own).map((one) => offered(one, one.is_shared ? 'shared' : '')),
    },
    {
      heading: 'Shared by others',
      actions: views.filter(({ is_own }) => !is_own).map((one) => offered(one, one.owner_name)),
    },
    {
      actions: [
        ...(retry ? [{ id: 'retry', label: "Couldn't load the views. Retry", onSelect: retry }] : []),
        ...(views.length === 0 ? [] : [none]),
      ],
    },
    {
      actions: [
        { id: 'save', label: 'Save', keys: 'mod+s', onSelect: onSave } as const,
        { id: 'save as', label: 'Save as…', onSelect: onSaveAs },
      ],
    },
    { actions: view === null ? [] : actsOn(view, of) },
    {
      actions: [
        ...(view === null ? [] : [{ id: 'schedule', label: 'Send by schedule…', onSelect: onSchedule }]),
        { id: 'schedules', label: 'Schedules', onSelect: onSchedules },
      ],
    },
  ];
}

/** What is done with a view; all but beginning with it is its owner's. */
function actsOn(view: ReportView, { writes, onRename, onDeleted }: ViewMenuOf): MenuAction[] {
  const { is_own, is_shared, is_default } = view;
  const begin: MenuAction = {
    id: 'default',
    label: is_default ? 'Begin this report without it' : 'Begin this report with it',
    onSelect: () => void writes.begin(view, !is_default),
  };
  if (!is_own) return [begin];
  return [
    begin,
    {
      id: 'share',
      label: is_shared ? 'Share no more' : 'Share',
      detail: is_shared ? '' : 'with whoever may see this report',
      onSelect: () => void writes.share(view, !is_shared),
    },
    { id: 'rename', label: 'Rename…', onSelect: onRename },
    {
      id: 'delete',
      label: 'Delete…',
      danger: true,
      onSelect: () => void writes.remove(view).then((done) => (done ? onDeleted() : undefined)),
    },
  ];
}
