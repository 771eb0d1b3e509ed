import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import { exportCheques } from '@talaan/contract/documents/cheque-register/cheque.contract';
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
        actions={<RegisterActs state={state} whyNotEnter={whyNotEnter} whyNotPrint={whyNotPrint} onAsk={setAsked} />}
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
      {asked === null ? null : (
        <AskedDialog
          asked={asked}
          onClose={close}
          onRun={(run) => {
            close(run !== null);
            if (run !== null) change({ run });
          }}
        />
      )}
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
    </div>
  );

  function close(done: boolean): void {
    setAsked(null);
    if (done) setSelected(new Set());
  }
}

/** What is done with the register as a whole: books, printer, export, and a leaf that pays nothing. */
function RegisterActs({
  state,
  whyNotEnter,
  whyNotPrint,
  onAsk,
}: {
  state: ChequeListState;
  whyNotEnter: string | undefined;
  whyNotPrint: string | undefined;
  onAsk: (asked: Asked) => void;
}) {
  return (
    <>
      <Button icon={<IconDocument />} onClick={() => onAsk({ kind: 'books' })}>
        Cheque books
      </Button>
      <Button icon={<IconPrint />} disabledReason={whyNotPrint} onClick={() => onAsk({ kind: 'calibrate' })}>
        Calibrate printer
      </Button>
      <ExportMenu
        command="Export Check Transactions"
        download={(format) => downloadFile(exportCheques, { query: { ...chequeQueryOf(state), format } })}
      />
      <Button icon={<IconPlus />} keys="n" disabledReason={whyNotEnter} onClick={() => onAsk({ kind: 'leaf' })}>
        Spoiled leaf
      </Button>
    </>
  );
}

/** The dialog of what is asked for; it is closed with whether anything was done. */
function AskedDialog({
  asked,
  onClose,
  onRun,
}: {
  asked: Asked;
  onClose: (done: boolean) => void;
  /** A run was printed; null: none was. */
  onRun: (run: number | null) => void;
}) {
  const leave = (): void => onClose(false);
  switch (asked.kind) {
    case 'move':
      return <MoveChequesDialog action={asked.action} cheques={asked.cheques} onClose={onClose} />;
    case 'number':
      return <NumberChequesDialog cheques={asked.cheques} onClose={onClose} />;
    case 'vouchers':
      return <PaperRunDialog documents={vouchersOf(asked.cheques)} onClose={leave} />;
    case 'run':
      return <RunChequesDialog cheques={asked.cheques} onClose={onRun} />;
    case 'settle':
      return <SettleAlarmDialog id={asked.alarm} cheque={asked.cheque} onClose={leave} />;
    case 'books':
      return <ChequeBooksDialog onClose={leave} />;
    case 'calibrate':
      return <CalibrateDialog onClose={leave} />;
    case 'leaf':
      return <SpoiledLeafDialog onClose={leave} />;
  }
}
