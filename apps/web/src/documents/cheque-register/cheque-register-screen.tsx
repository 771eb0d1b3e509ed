import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import { exportCheques } from '@talaan/contract/documents/cheque.contract';
import { downloadFile } from '../../api/download.ts';
import { ExportMenu } from '../../page/export-menu.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { PaperRunDialog } from '../../notices/paper-run-dialog.tsx';
import { useWhyNot } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconDocument, IconPlus, IconPrint } from '../../ui/icons.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { OpenAlarms } from './alarms/open-alarms.tsx';
import { SettleAlarmDialog } from './alarms/settle-alarm-dialog.tsx';
import { CalendarView } from './calendar-view.tsx';
import { ChequeBooksDialog } from './cheque-books-dialog.tsx';
import { chequeCalls } from './cheque-calls.ts';
import { chequeQueryOf, useChequeListState, type ChequeListState } from './cheque-list-state.ts';
import { vouchersOf, type Asked } from './cheque-moves.ts';
import { MoveChequesDialog } from './move-cheques-dialog.tsx';
import { CalibrateDialog } from './stock/calibrate-dialog.tsx';
import { NumberChequesDialog } from './stock/number-cheques-dialog.tsx';
import { RegisterList } from './register-list.tsx';
import { OpenRuns } from './runs/open-runs.tsx';
import { RunAnswerDialog } from './runs/run-answer-dialog.tsx';
import { RunChequesDialog } from './runs/run-cheques-dialog.tsx';
import { SpoiledLeafDialog } from './spoiled-leaf-dialog.tsx';
import styles from './cheque-register.module.css';

/** /trxcheck: the cheque register with the state of every cheque, and the calendar of what falls due (ux §6.7). */
export function ChequeRegisterScreen() {
  const [state, change] = useChequeListState();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const isCalendar = state.view === 'calendar';
  const list = useQuery({
    ...chequeCalls.list({ ...chequeQueryOf(state), page: state.page, pages: state.pages }),
    enabled: !isCalendar,
  });
  const whyNotEnter = useWhyNot('Check Transactions', ACCESS.insert);
  const whyNotPrint = useWhyNot('Check Transactions', ACCESS.update);

  function narrow(changed: Partial<ChequeListState>): void {
    setSelected(new Set());
    change({ ...changed, page: 1 }, { replace: 'q' in changed });
  }

  useShortcut('n', 'Enter a spoiled leaf', () => setAsked({ kind: 'leaf' }), { enabled: whyNotEnter === undefined });

  return (
    <div className={styles.screen}>
      <PageHeader
        title="Check Transactions"
        count={isCalendar ? undefined : list.data?.total}
        actions={
          <>
            <Button icon={<IconDocument />} onClick={() => setAsked({ kind: 'books' })}>
              Cheque books
            </Button>
            <Button icon={<IconPrint />} disabledReason={whyNotPrint} onClick={() => setAsked({ kind: 'calibrate' })}>
              Calibrate printer
            </Button>
            <ExportMenu
              command="Export Check Transactions"
              download={(format) => downloadFile(exportCheques, { query: { ...chequeQueryOf(state), format } })}
            />
            <Button
              icon={<IconPlus />}
              keys="n"
              disabledReason={whyNotEnter}
              onClick={() => setAsked({ kind: 'leaf' })}
            >
              Spoiled leaf
            </Button>
          </>
        }
      />
      <OpenAlarms onOpen={(id) => change({ view: '', id })} />
      {whyNotPrint === undefined ? <OpenRuns onOpen={(run) => change({ run })} /> : null}
      {isCalendar ? (
        <CalendarView state={state} change={change} onNarrow={narrow} />
      ) : (
        <RegisterList
          state={state}
          change={change}
          list={list}
          selected={selected}
          onSelect={setSelected}
          onNarrow={narrow}
          onAsk={setAsked}
        />
      )}
      {asked?.kind === 'move' ? (
        <MoveChequesDialog action={asked.action} cheques={asked.cheques} onClose={close} />
      ) : null}
      {asked?.kind === 'number' ? <NumberChequesDialog cheques={asked.cheques} onClose={close} /> : null}
      {asked?.kind === 'vouchers' ? (
        <PaperRunDialog documents={vouchersOf(asked.cheques)} onClose={() => setAsked(null)} />
      ) : null}
      {asked?.kind === 'run' ? (
        <RunChequesDialog
          cheques={asked.cheques}
          onClose={(run) => {
            close(run !== null);
            if (run !== null) change({ run });
          }}
        />
      ) : null}
      {state.run > 0 && asked === null ? (
        <RunAnswerDialog
          key={state.run}
          id={state.run}
          onClose={() => change({ run: 0 }, { replace: true })}
          onRunAgain={(cheques) => {
            change({ run: 0 }, { replace: true });
            setAsked({ kind: 'run', cheques });
          }}
        />
      ) : null}
      {asked?.kind === 'settle' ? (
        <SettleAlarmDialog id={asked.alarm} cheque={asked.cheque} onClose={() => setAsked(null)} />
      ) : null}
      {asked?.kind === 'books' ? <ChequeBooksDialog onClose={() => setAsked(null)} /> : null}
      {asked?.kind === 'calibrate' ? <CalibrateDialog onClose={() => setAsked(null)} /> : null}
      {asked?.kind === 'leaf' ? <SpoiledLeafDialog onClose={() => setAsked(null)} /> : null}
    </div>
  );

  function close(done: boolean): void {
    setAsked(null);
    if (done) setSelected(new Set());
  }
}
