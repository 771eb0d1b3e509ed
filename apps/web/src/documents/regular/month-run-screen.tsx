import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod';
import type { RunRow } from '@talaan/contract/resources/books/month-run.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import { addMonths, MONTH_NAMES, requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { FootSums } from '../../batches/entry/frame/foot-bar.tsx';
import { useSearchState } from '../../page/search-state.ts';
import { useWhyNot } from '../../session/why-not.ts';
import { MonthPicker } from '../../ui/dates/month-picker.tsx';
import { useToday } from '../../ui/dates/today.tsx';
import { KeyboardHint } from '../../ui/keyboard/keyboard-hint.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { toggled } from '../../ui/toggled.ts';
import { RunFoot, RunLoading, RunNote, RunPage } from '../run/run-page.tsx';
import { goTo, goToNext, toMendOf } from './month-run-form.ts';
import { MonthRunSide } from './month-run-side.tsx';
import { MonthRunTable } from './month-run-table.tsx';
import { draftsOf, useMonthRun, type MonthRun } from './use-month-run.ts';
import styles from './month-run.module.css';

const address = z.object({
  /** The month that is run, `YYYY-MM`; without one the present. */
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .optional()
    .catch(undefined),
});

const nameOf = (month: string) => `${MONTH_NAMES[Number(month.slice(5)) - 1]!} ${month.slice(0, 4)}`;

/** /regulartxns/month-run: what comes every month is made as drafts, after its amounts were typed and seen (picture 26). */
export function MonthRunScreen() {
  const today = useToday();
  const [{ month = today.slice(0, 7) }, change] = useSearchState(address);
  const whyNot = useWhyNot('Regular Transactions', ACCESS.insert);
  return (
    <RunPage
      title="Month run"
      actions={<MonthPicker value={month} onChange={(next) => change({ month: next })} label="Month of the run" />}
      whyNot={whyNot}
    >
      <MonthOfRun key={month} month={month} />
    </RunPage>
  );
}

function MonthOfRun({ month }: { month: string }) {
  const run = useMonthRun(Number(month.replace('-', '')));
  const { due, rows, chosen, ready, makeReady } = run;
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const toMend = toMendOf(chosen);
  useShortcut('F8', 'Next fault', () => goToNext(toMend.map(({ id }) => id)), { enabled: toMend.length > 0 });

  if (due.data === undefined) return <RunLoading query={due} what="the month" />;
  if (rows.length === 0) {
    return (
      <RunNote>
        No template is due in {nameOf(month)}. Give one a schedule in{' '}
        <Link to="/regulartxns">Regular Transactions</Link>.
      </RunNote>
    );
  }
  const before = addMonths(requireCalendarDate(`${month}-01`), -1).slice(0, 7);
  return (
    <>
      <div className={styles.work}>
        <section className={styles.scroll} aria-label="Templates" data-region>
          <h2 className="visually-hidden">Templates</h2>
          <MonthRunTable
            run={run}
            months={{ before: nameOf(before), now: nameOf(month) }}
            opened={opened}
            onOpen={(id, isOpened) => setOpened((open) => toggled(open, [id], isOpened))}
          />
          <Keys />
        </section>
        <MonthRunSide run={run} month={nameOf(month)} toMend={toMend} onGo={goTo} />
      </div>
      <RunFoot
        label="Counts and actions"
        sums={<Counts rows={chosen} made={rows} ready={ready.length} />}
        act={`Make ${draftsOf(ready)}`}
        keys="mod+Enter"
        reasons={{
          'The preview is on its way.': run.isWaiting,
          'Nothing is ready: enter the amounts that miss.': ready.length === 0,
        }}
        onAct={makeReady}
      />
    </>
  );
}

function Counts({ rows, made, ready }: { rows: readonly RunRow[]; made: MonthRun['rows']; ready: number }) {
  const count = (of: readonly RunRow[], state: RunRow['state']) =>
    String(of.filter((row) => row.state === state).length);
  return (
    <FootSums
      figures={{
        'Will be made': String(ready),
        Missing: count(rows, 'missing'),
        Refused: count(rows, 'refused'),
        'Made already': count(made, 'made'),
      }}
    />
  );
}

/** What the keyboard does in the table. */
function Keys() {
  return (
    <p className={`${styles.keys} text-2 small`}>
      <span>
        <KeyboardHint keys="Enter" /> next amount
      </span>
      <span>
        <KeyboardHint keys="=" /> <KeyboardHint keys="Enter" /> as last month
      </span>
      <span>
        <KeyboardHint keys="mod+d" /> copy above
      </span>
      <span>
        <KeyboardHint keys="Space" /> leave out
      </span>
      <span>
        <KeyboardHint keys="F8" /> next fault
      </span>
      <span>
        <KeyboardHint keys="alt+Enter" /> take the correction
      </span>
      <span>
        <KeyboardHint keys="ArrowRight" /> <KeyboardHint keys="ArrowLeft" /> lines
      </span>
    </p>
  );
}
