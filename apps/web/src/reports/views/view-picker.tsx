import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnyReport } from '@talaan/contract/reports/define-report';
import type { ReportView, ViewFilter } from '@talaan/contract/reports/report-view.contract';
import { Button } from '../../ui/buttons/button.tsx';
import { showError, showNotice } from '../../ui/feedback/feedback.ts';
import { IconBookmark, IconChevronDown } from '../../ui/icons.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { ActionMenu, type MenuAction } from '../../ui/menus/action-menu.tsx';
import { hasDays, plainFilter, withoutDays } from '../filters/filter.ts';
import { viewsOf } from './view-in-force.ts';
import { ViewDialog } from './view-dialog.tsx';
import { useViewWrites } from './view-writes.ts';
import styles from './view-picker.module.css';

export interface ViewPickerProps {
  report: AnyReport;
  /** The view that was chosen, or begun with. */
  view: ReportView | null;
  /** What the controls say. */
  filter: ViewFilter;
  /** They say what no report is made of: nothing is saved of them. */
  isFaulty: boolean;
  /** 'May 2025': the days of the controls in words. */
  days: string;
  /** Puts a view in force, or none. */
  onChoose: (view: ReportView | null) => void;
  /** What the controls say is this view's from now on, or nobody's. */
  onName: (view: ReportView | null) => void;
}

/**
 * The saved view of a report, the first control of its filter bar (ux §13): its name, and whether the controls say something else;
 * a menu of the own and the shared ones, and of what is done with the one that is chosen. Alt V opens it, Ctrl S keeps it.
 */
export function ViewPicker({ report, view, filter, isFaulty, days, onChoose, onName }: ViewPickerProps) {
  const { data: views = [], isError, refetch } = useQuery(viewsOf(report.name));
  const writes = useViewWrites(report.name);
  const [dialog, setDialog] = useState<'new' | 'name' | null>(null);
  const isChanged = view !== null && differs(report, view, filter);

  function ask(): void {
    if (isFaulty) showError('The filter has faults. Correct them before it is saved.');
    else setDialog('new');
  }
  function save(): void {
    if (view === null || !view.is_own || isFaulty) ask();
    else if (!isChanged) showNotice(`View ${view.name} is as it was saved.`);
    else void writes.replace(view, hasDays(report, view.filter) ? filter : withoutDays(report, filter));
  }
  useShortcut('mod+s', 'Save the view', save);

  const offered = (one: ReportView, detail: string): MenuAction => ({
    id: `view ${one.id}`,
    label: one.name,
    detail: [detail, one.is_default ? 'default' : ''].filter(Boolean).join(' · '),
    checked: one.id === view?.id,
    onSelect: () => onChoose(one),
  });
  const groups = [
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
        ...(isError ? [{ id: 'retry', label: "Couldn't load the views. Retry", onSelect: () => void refetch() }] : []),
        ...(views.length === 0
          ? []
          : [{ id: 'none', label: 'No view', checked: view === null, onSelect: () => onChoose(null) }]),
      ],
    },
    {
      actions: [
        { id: 'save', label: 'Save', keys: 'mod+s', onSelect: save } as const,
        { id: 'save as', label: 'Save as…', onSelect: ask },
      ],
    },
    { actions: view === null ? [] : actsOn(view) },
  ];

  function actsOn(chosen: ReportView): MenuAction[] {
    const { is_own, is_shared, is_default } = chosen;
    const begin: MenuAction = {
      id: 'default',
      label: is_default ? 'Begin this report without it' : 'Begin this report with it',
      onSelect: () => void writes.begin(chosen, !is_default),
    };
    if (!is_own) return [begin];
    return [
      begin,
      {
        id: 'share',
        label: is_shared ? 'Share no more' : 'Share',
        detail: is_shared ? '' : 'with whoever may see this report',
        onSelect: () => void writes.share(chosen, !is_shared),
      },
      { id: 'rename', label: 'Rename…', onSelect: () => setDialog('name') },
      {
        id: 'delete',
        label: 'Delete…',
        danger: true,
        onSelect: () => void writes.remove(chosen).then((done) => (done ? onName(null) : undefined)),
      },
    ];
  }

  return (
    <>
      <ActionMenu
        label="Views"
        keys="alt+v"
        side="bottom-start"
        width={320}
        target={
          <Button
            className={styles.button ?? ''}
            icon={<IconBookmark />}
            iconAfter={<IconChevronDown />}
            title={view?.name}
          >
            <span className={styles.name}>{view === null ? 'Views' : view.name}</span>
            {isChanged || view?.is_shared ? (
              <span className={styles.tag}>{isChanged ? 'changed' : 'shared'}</span>
            ) : null}
          </Button>
        }
        groups={groups}
      />
      {dialog === null ? null : (
        <ViewDialog
          report={report.name}
          {...(dialog === 'name' && view !== null ? { renamed: view } : {})}
          filter={withoutDays(report, filter)}
          filterWithDays={filter}
          days={days}
          onClose={() => setDialog(null)}
          onSaved={(saved) => {
            setDialog(null);
            void writes.reload().then(() => onName(saved));
          }}
        />
      )}
    </>
  );
}

/** Whether the controls say something else than a view; of its days only where it has any. */
function differs(report: AnyReport, view: ReportView, filter: ViewFilter): boolean {
  const now = hasDays(report, view.filter) ? filter : withoutDays(report, filter);
  return textOf(plainFilter(report, view.filter)) !== textOf(now);
}

const textOf = (filter: ViewFilter): string =>
  JSON.stringify(Object.entries(filter).toSorted(([one], [other]) => (one < other ? -1 : 1)));
