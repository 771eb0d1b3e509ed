import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod';
import { CallRefused } from '@talaan/contract/http/client';
import { monthRunRoutes, type RunInput, type RunRow } from '@talaan/contract/resources/books/month-run.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import { addMonths, MONTH_NAMES, requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { formatAmount, requireAmount } from '@talaan/core/money/money';
import { runTotals } from '@talaan/core/documents/regular/month-run';
import { flattenServerErrors } from '@talaan/core/text/field-rules';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { useActKey } from '../../api/use-act-key.ts';
import { FootBar, FootSum, FootSums } from '../../batches/entry/frame/foot-bar.tsx';
import { BATCHES_KEY, batchCalls } from '../../batches/record/batch-calls.ts';
import { PageHeader } from '../../page/page-header.tsx';
import { useSearchState } from '../../page/search-state.ts';
import { useWhyNot } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { MonthPicker } from '../../ui/dates/month-picker.tsx';
import { useToday } from '../../ui/dates/today.tsx';
import { showErrorList, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { useUnsaved } from '../../ui/layers/unsaved.ts';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import { isOpen, runInputOf, type TypedAmounts } from './month-run-form.ts';
import { MonthRunTable } from './month-run-table.tsx';
import styles from './month-run.module.css';

const address = z.object({
  /** The month that is run, `YYYY-MM`; without one the present. */
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .optional()
    .catch(undefined),
});

const dueIn = (period: number) =>
  queryOptions({
    queryKey: [BATCHES_KEY, 'month-run', period],
    queryFn: async ({ signal }) => (await callServer(monthRunRoutes.monthRun, { query: { period }, signal })).data,
    staleTime: 0,
  });

const previewOf = (body: RunInput) =>
  queryOptions({
    queryKey: [BATCHES_KEY, 'month-run-preview', body],
    queryFn: async ({ signal }) => (await callServer(monthRunRoutes.previewRun, { body, signal })).data,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

const nameOf = (month: string) => `${MONTH_NAMES[Number(month.slice(5)) - 1]!} ${month.slice(0, 4)}`;

/** /regulartxns/month-run: what comes every month is made as drafts, after its amounts were typed and seen (picture 26). */
export function MonthRunScreen() {
  const today = useToday();
  const [{ month = today.slice(0, 7) }, change] = useSearchState(address);
  const whyNot = useWhyNot('Regular Transactions', ACCESS.insert);
  return (
    <div className={styles.page}>
      <PageHeader
        title="Month run"
        actions={<MonthPicker value={month} onChange={(next) => change({ month: next })} label="Month of the run" />}
      />
      {whyNot === undefined ? <MonthRun key={month} month={month} /> : <p className={styles.note}>{whyNot}</p>}
    </div>
  );
}

/** A month with what was typed for it, what that makes, and the act that makes it. */
function useMonthRun(period: number) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<TypedAmounts>({});
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const { key, noteFailure, noteDone } = useActKey();
  const isTyped = Object.keys(typed).length > 0;
  useUnsaved(isTyped);
  const due = useQuery(dueIn(period));
  const open = (due.data?.rows ?? []).filter(isOpen);
  const told = useQuery({
    ...previewOf(runInputOf(period, open, typed)),
    enabled: open.length > 0 && isTyped,
  });
  const previewed = new Map(isTyped ? told.data?.rows.map((row) => [row.regular_trx, row]) : []);
  const rows = (due.data?.rows ?? []).map((row) => previewed.get(row.regular_trx) ?? row);
  const ready = rows.filter(({ regular_trx, state }) => state === 'ready' && !left.has(regular_trx));

  async function make(): Promise<void> {
    try {
      const body = runInputOf(period, ready, typed);
      const headers = { 'idempotency-key': key };
      const { data } = await withPleaseWait(callServer(monthRunRoutes.makeRun, { body, headers }));
      noteDone();
      setTyped({});
      showSuccess(`${draftsOf(ready)} made, the first as ${data.made[0]!.batch_number}.`);
    } catch (failure) {
      noteFailure(failure);
      const lines = failure instanceof CallRefused ? flattenServerErrors(failure.problem.errors ?? {}) : [];
      reportFailure(failure, (message) => showErrorList('Nothing was made', lines.length === 0 ? [message] : lines));
    }
    await client.invalidateQueries({ queryKey: [BATCHES_KEY] });
  }

  return {
    due,
    rows,
    ready,
    typed,
    left,
    make,
    isWaiting: told.isFetching || told.isPlaceholderData,
    onLeave: (id: number, isLeft: boolean) => setLeft((before) => toggled(before, id, isLeft)),
    onAmount: (line_id: number, amount: string) => setTyped((before) => ({ ...before, [line_id]: amount })),
  };
}

const draftsOf = (rows: readonly RunRow[]) => (rows.length === 1 ? '1 draft' : `${rows.length} drafts`);

const toggled = (set: ReadonlySet<number>, id: number, isIn: boolean) =>
  new Set([...set].filter((one) => one !== id).concat(isIn ? [id] : []));

function MonthRun({ month }: { month: string }) {
  const { due, rows, ready, typed, left, make, isWaiting, onLeave, onAmount } = useMonthRun(
    Number(month.replace('-', '')),
  );
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const noneReady = ready.length === 0 ? 'Nothing is ready: enter the amounts that miss.' : undefined;
  const whyNot = isWaiting ? 'The preview is on its way.' : noneReady;
  useShortcut('mod+Enter', `Make ${draftsOf(ready)}`, () => void make(), { enabled: whyNot === undefined });

  if (due.data === undefined) return <LoadState query={due} what="the month" className={styles.note} />;
  if (rows.length === 0) {
    return (
      <p className={styles.note}>
        No template is due in {nameOf(month)}. Give one a schedule in{' '}
        <Link to="/regulartxns">Regular Transactions</Link>.
      </p>
    );
  }
  const before = addMonths(requireCalendarDate(`${month}-01`), -1).slice(0, 7);
  return (
    <>
      <div className={styles.work}>
        <section className={styles.scroll} aria-label="Templates" data-region>
          <MonthRunTable
            rows={rows}
            months={{ before: nameOf(before), now: nameOf(month) }}
            left={left}
            opened={opened}
            typed={typed}
            onLeave={onLeave}
            onOpen={(id, isOpened) => setOpened((open) => toggled(open, id, isOpened))}
            onAmount={onAmount}
          />
          <p className="muted small">
            Enter: next open amount · = Enter: as last month · Space on a box: leave out · Ctrl Enter: make
          </p>
        </section>
        <WillBeMade rows={ready} />
      </div>
      <FootBar label="Counts and actions" sums={<Counts rows={rows} ready={ready.length} />}>
        <Button variant="primary" disabledReason={whyNot} onClick={() => void make()}>
          {`Make ${draftsOf(ready)}`}
        </Button>
      </FootBar>
    </>
  );
}

function Counts({ rows, ready }: { rows: readonly RunRow[]; ready: number }) {
  const count = (state: RunRow['state']) => String(rows.filter((row) => row.state === state).length);
  return (
    <FootSums>
      <FootSum name="Will be made">{String(ready)}</FootSum>
      <FootSum name="Missing">{count('missing')}</FootSum>
      <FootSum name="Refused">{count('refused')}</FootSum>
      <FootSum name="Made already">{count('made')}</FootSum>
    </FootSums>
  );
}

/** What the ready rows come to, by type. */
function WillBeMade({ rows }: { rows: readonly RunRow[] }) {
  const choices = useQuery(batchCalls.choices());
  const currency = (id: number) => choices.data?.currencies.find((one) => one.id === id)?.iso_code ?? '';
  return (
    <aside className={styles.side} aria-label="Will be made" data-region>
      <h2>Will be made</h2>
      <dl>
        {runTotals(rows).map(({ document_type, currency_id, count, net }) => (
          <div key={`${document_type} ${currency_id}`}>
            <dt>
              {document_type} · {DOCUMENT_TYPES[document_type].label} <b>{count}</b>
            </dt>
            <dd className="figures">{`${currency(currency_id)} ${formatAmount(requireAmount(net))}`}</dd>
          </div>
        ))}
      </dl>
      <p className="muted small">Numbers are given when they are made. Nothing is sent for approval.</p>
    </aside>
  );
}
