import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnyReport } from '@talaan/contract/reports/kit/define-report';
import type { ReportView } from '@talaan/contract/reports/views/report-view.contract';
import { Button } from '../../ui/buttons/button.tsx';
import { showError, showNotice } from '../../ui/feedback/feedback.ts';
import { IconBookmark, IconChevronDown } from '../../ui/icons.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { ActionMenu } from '../../ui/menus/action-menu.tsx';
import { useScheduleWrites } from './schedule-calls.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { viewsOf } from './view-in-force.ts';
import { ViewDialog } from './view-dialog.tsx';
import { viewMenu } from './view-menu.ts';
import { differs, stateLike, type ViewState } from './view-state.ts';
import { useViewWrites } from './view-writes.ts';
import styles from './view-picker.module.css';

export interface ViewPickerProps extends ViewState {
  report: AnyReport;
  /** The view that was chosen, or begun with; `filter` and `folded` are what controls and table say. */
  view: ReportView | null;
  /** The controls say what no report is made of: nothing is saved of them. */
  isFaulty: boolean;
  /** 'May 2025': the days of the controls in words. */
  days: string;
  /** Puts a view in force, or none. */
  onChoose: (view: ReportView | null) => void;
  /** What controls and table say is this view's from now on, or nobody's. */
  onName: (view: ReportView | null) => void;
}

/**
 * The saved view of a report, the first control of its filter bar (ux §13): its name, and whether controls or table say something else;
 * a menu of the own and the shared ones, and of what is done with the one that is chosen. Alt V opens it, Ctrl S keeps it.
 */
export function ViewPicker({ report, view, filter, folded, isFaulty, days, onChoose, onName }: ViewPickerProps) {
  const { data: views = [], isError, refetch } = useQuery(viewsOf(report.name));
  const writes = useViewWrites(report.name);
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<ViewDialogOpened>(null);
  const now = { filter, folded };
  const isChanged = view !== null && differs(report, view, now);

  function saveAs(): void {
    if (isFaulty) showError('The filter has faults. Correct them before it is saved.');
    else setDialog('new');
  }
  function save(): void {
    if (view === null || !view.is_own || isFaulty) saveAs();
    else if (!isChanged) showNotice(`View ${view.name} is as it was saved.`);
    else void writes.replace(view, stateLike(report, view, now));
  }
  useShortcut('mod+s', 'Save the view', save);

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
        groups={viewMenu({
          views,
          view,
          retry: isError ? () => void refetch() : null,
          writes,
          onChoose,
          onSave: save,
          onSaveAs: saveAs,
          onRename: () => setDialog('name'),
          onSchedule: () => setDialog('schedule'),
          onSchedules: () => void navigate({ to: '/report-schedules' }),
          onDeleted: () => onName(null),
        })}
      />
      <OpenedDialog
        report={report}
        dialog={dialog}
        view={view}
        now={now}
        days={days}
        onClose={() => setDialog(null)}
        onSaved={(saved) => {
          setDialog(null);
          void writes.reload().then(() => onName(saved));
        }}
      />
    </>
  );
}

/** A new view, another name for the one in force, or its schedule. */
type ViewDialogOpened = 'new' | 'name' | 'schedule' | null;

interface OpenedDialogProps extends Pick<ViewPickerProps, 'report' | 'view' | 'days'> {
  dialog: ViewDialogOpened;
  now: ViewState;
  onClose: () => void;
  onSaved: (view: ReportView) => void;
}

function OpenedDialog({ report, dialog, view, now, days, onClose, onSaved }: OpenedDialogProps) {
  const schedules = useScheduleWrites();
  if (dialog === null) return null;
  if (dialog !== 'schedule') {
    const renamed = dialog === 'name' && view !== null ? { renamed: view } : {};
    return <ViewDialog report={report} {...renamed} state={now} days={days} onClose={onClose} onSaved={onSaved} />;
  }
  if (view === null) return null;
  return (
    <ScheduleDialog
      report={report}
      view={view}
      onClose={onClose}
      onSaved={() => {
        onClose();
        void schedules.reload();
      }}
    />
  );
}
