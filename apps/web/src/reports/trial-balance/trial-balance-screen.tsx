import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod';
import { encodePrintLink } from '@talaan/contract/prints/print-link';
import { monthFilter, PERIOD_TYPES, type PeriodFilter } from '@talaan/contract/reports/report-period';
import {
  exportTrialBalance,
  readTrialBalance,
  trialBalanceReport,
  type TrialBalanceRow,
  type TrialBalanceTotals,
} from '@talaan/contract/reports/trial-balance.report';
import { MONTH_NAMES, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { formatAmount, requireSum } from '@talaan/core/money/money';
import { callServer } from '../../api/client.ts';
import { downloadFile } from '../../api/download.ts';
import { failureMessage } from '../../api/report-failure.ts';
import { useSearchState } from '../../page/search-state.ts';
import { useUser } from '../../session/session.ts';
import { IconAlert, IconCheckCircle } from '../../ui/icons.tsx';
import { useToday } from '../../ui/dates/today.tsx';
import { keepLastFilter, readLastFilter } from '../last-filter.ts';
import { PeriodFields } from '../period-fields.tsx';
import { ReportScreen } from '../report-screen.tsx';
import { columnWidths, ReportTable } from '../report-table.tsx';
import { AccountPostingsPanel } from './account-postings-panel.tsx';
import styles from './trial-balance.module.css';

const text = z.string().optional().catch(undefined);
/** The address holds the filter in force, and the account whose postings are open. */
const address = z.object({
  type: z.enum(PERIOD_TYPES).optional().catch(undefined),
  year: text,
  month: text,
  date_from: text,
  date_to: text,
  account: text,
  page: z.coerce.number().int().min(1).catch(1),
  pages: z.coerce.number().int().catch(25),
});

/** /trial-balance: the filter, its report below, and the postings of an account below it (spec 2 §2, ux §7). */
export function TrialBalanceScreen() {
  const user = useUser();
  const today = useToday();
  const queries = useQueryClient();
  const [state, change] = useSearchState(address);
  const filter = filterInForce(state, user.id, today);
  const filterText = JSON.stringify(filter);
  const [draft, setDraft] = useState(filter);
  const [errors, setErrors] = useState(() => faultsOf(filter));
  const isValid = Object.keys(faultsOf(filter)).length === 0;

  // Back, forward and a shared link change the filter in force; the controls follow.
  useEffect(() => {
    const next = JSON.parse(filterText) as PeriodFilter;
    setDraft(next);
    setErrors(faultsOf(next));
  }, [filterText]);

  const key = [trialBalanceReport.name, filterText] as const;
  const report = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callServer(readTrialBalance, { query: filter, signal }),
    placeholderData: keepPreviousData,
    enabled: isValid,
  });

  function generate(): void {
    const faults = faultsOf(draft);
    setErrors(faults);
    if (Object.keys(faults).length > 0) return;
    const next = filterFields(draft);
    keepLastFilter(user.id, trialBalanceReport.name, { ...next });
    if (JSON.stringify(next) === filterText) void report.refetch();
    change({
      year: undefined,
      month: undefined,
      date_from: undefined,
      date_to: undefined,
      ...next,
      account: undefined,
      page: 1,
    });
  }

  const { data } = report;
  return (
    <ReportScreen
      title={trialBalanceReport.title}
      filters={<PeriodFields value={draft} onChange={setDraft} errors={errors} />}
      onGenerate={generate}
      exports={{
        formats: ['xlsx', 'pdf'],
        download: (format) => downloadFile(exportTrialBalance, { query: { ...filter, format } }),
        fullPage: `/report-trialbalance/${encodePrintLink({ ...filter })}`,
      }}
      result={data && { header: data.header, isEmpty: data.data.length === 0 }}
      loading={report.isFetching}
      failure={report.isError ? failureMessage(report.error) : undefined}
      onRetry={() => void report.refetch()}
      onCancel={() => void queries.cancelQueries({ queryKey: key })}
      proof={data && <Proof totals={data.totals} />}
      panel={
        state.account === undefined ? null : (
          <AccountPostingsPanel
            filter={filter}
            account={state.account}
            widths={columnWidths(trialBalanceReport, data?.data ?? [], data?.totals)}
            page={state.page}
            pages={state.pages}
            onPage={(page) => change({ page })}
            onPerPage={(pages) => change({ pages, page: 1 })}
            onClose={() => change({ account: undefined, page: 1 })}
          />
        )
      }
    >
      {(report.isError && data === undefined) || !isValid ? null : (
        <ReportTable
          report={trialBalanceReport}
          caption={`${trialBalanceReport.title} ${data?.header.period ?? ''}`}
          rows={data?.data}
          totals={data?.totals}
          rowKey={rowKey}
          refetching={report.isPlaceholderData}
          onOpen={(row) => change({ account: row.account_code, page: 1 })}
          openHint={`opens the postings${periodLabel(filter)}`}
          currentKey={state.account}
        />
      )}
    </ReportScreen>
  );
}

const rowKey = (row: TrialBalanceRow) => row.account_code;

/** The filter of the address, else the one this user last generated with, else the current month. */
function filterInForce(state: Partial<PeriodFilter>, userId: number, today: CalendarDate): PeriodFilter {
  if (state.type !== undefined) return filterFields({ ...state, type: state.type });
  const last = address.parse(readLastFilter(userId, trialBalanceReport.name) ?? {});
  if (last.type !== undefined && readTrialBalance.query.safeParse(filterFields({ ...last, type: last.type })).success) {
    return filterFields({ ...last, type: last.type });
  }
  return monthFilter(today);
}

/** What is wrong with a filter, by field; empty when the server would answer it. */
function faultsOf(filter: PeriodFilter): Record<string, string> {
  const checked = readTrialBalance.query.safeParse(filter);
  return Object.fromEntries(checked.error?.issues.map((issue) => [String(issue.path[0]), issue.message]) ?? []);
}

/** The fields that the type of the filter uses. */
function filterFields({ type, year, month, date_from, date_to }: PeriodFilter): PeriodFilter {
  return type === 'ftm' ? { type, year, month } : { type, date_from, date_to };
}

/** ', May 2025' of a month; nothing for days, which the header block states. */
function periodLabel({ type, year, month }: PeriodFilter): string {
  return type === 'ftm' ? `, ${MONTH_NAMES[Number(month) - 1] ?? ''} ${year ?? ''}` : '';
}

/** The line under the totals: the books balance, or by how much they do not. */
function Proof({ totals }: { totals: TrialBalanceTotals }) {
  const balanced = requireSum(totals.cur_difference) === 0n && requireSum(totals.total_difference) === 0n;
  return (
    <>
      <span className={balanced ? styles.balanced : styles.unbalanced}>
        {balanced ? <IconCheckCircle /> : <IconAlert />}
        {balanced ? 'Debits equal credits' : 'Debits and credits differ'}
      </span>
      <span className="figures">{`Current difference ${formatAmount(requireSum(totals.cur_difference))}`}</span>
      <span className="figures">{`Total difference ${formatAmount(requireSum(totals.total_difference))}`}</span>
    </>
  );
}
