import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ACCESS } from '@talaan/core/access/access-level';
import { PERIOD_CLOSED, PERIOD_OPEN, PERIOD_OPEN_TEXT, type PeriodFlag } from '@talaan/core/calendar/accounting-period';
import { monthOf, yearOf } from '@talaan/core/calendar/calendar-date';
import { resourceRoutes } from '@talaan/contract/resource/resource-routes';
import { accountingPeriod } from '@talaan/contract/resources/books/accounting-period.resource';
import { callServer } from '../../api/client.ts';
import { useToday } from '../../ui/dates/today.tsx';
import { Dashboard, type PeriodFlags } from './dashboard.tsx';
import { useRoleAccess } from '../../session/session.ts';
import { SetupCard } from './setup-card.tsx';

const { dropdown } = resourceRoutes(accountingPeriod);

/** The dashboard with what the server knows: the period of today, for whoever enters transactions or keeps the periods. */
export function DashboardScreen({ tabs }: { tabs?: ReactNode | undefined }) {
  const today = useToday();
  const [fiscal_year, period_no] = [yearOf(today), monthOf(today)];
  const maySee = useRoleAccess().some(
    ({ module_name, module_type, access_level }) =>
      access_level >= ACCESS.select && (module_name === accountingPeriod.module || module_type === 'T'),
  );
  const found = useQuery({
    enabled: maySee,
    queryKey: ['accounting-period', fiscal_year, period_no],
    queryFn: async ({ signal }) => {
      const { data } = await callServer(dropdown, { query: { fiscal_year, period_no }, signal });
      return data[0] === undefined ? null : flagsOf(data[0], fiscal_year, period_no);
    },
  });
  const period = found.isPending ? 'loading' : found.isError ? 'failed' : found.data;
  return (
    <Dashboard
      tabs={tabs}
      setup={<SetupCard />}
      period={maySee ? period : undefined}
      onRetryPeriod={() => void found.refetch()}
    />
  );
}

/** The dropdown list spells the flags out: 'OPEN' or 'CLOSED' (decisions §10). */
function flagsOf(row: Record<string, unknown>, fiscal_year: number, period_no: number): PeriodFlags {
  const flag = (value: unknown): PeriodFlag => (value === PERIOD_OPEN_TEXT ? PERIOD_OPEN : PERIOD_CLOSED);
  return {
    fiscal_year,
    period_no,
    disbursement: flag(row['disbursement']),
    cash_receipt: flag(row['cash_receipt']),
    general_journal: flag(row['general_journal']),
  };
}
