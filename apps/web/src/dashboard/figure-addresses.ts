import {
  BATCH_FIGURES,
  CHEQUE_FIGURES,
  ENTRIES_PATH,
  OTHER_FIGURES,
  type DashboardDays,
  type FigureName,
} from '@talaan/contract/dashboard/dashboard-figures';
import { STATUS } from '@talaan/core/documents/status';

export interface Address {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** What people call a figure. */
export function labelOf(name: FigureName): string {
  if (name === 'oldest_waiting') return 'Oldest waiting';
  return { ...LABELS, ...OTHER_FIGURES }[name as keyof typeof OTHER_FIGURES];
}

const LABELS = Object.fromEntries(
  Object.entries({ ...BATCH_FIGURES, ...CHEQUE_FIGURES }).map(([name, { label }]) => [name, label]),
);

const INBOX = { view: 'approvals' } as const;
const ALL_MONTHS = { all: '1' } as const;

/** The screens that show the list of a figure already; the others have theirs under `/entries`. */
const SCREENS: Readonly<Partial<Record<FigureName, (days: DashboardDays) => Address>>> = {
  waiting: () => ({ to: '/', search: INBOX }),
  oldest_waiting: () => ({ to: '/', search: INBOX }),
  above_limit: () => ({ to: '/', search: { ...INBOX, limit: 'above' } }),
  to_release: () => ({ to: '/trx-payment', search: { status: String(STATUS.FOR_RELEASE), ...ALL_MONTHS } }),
  in_process: () => ({ to: '/trx-active', search: ALL_MONTHS }),
  to_print: (days) => ({ to: '/trxcheck', search: chequeSearch('to_print', days) }),
  maturing: (days) => ({ to: '/trxcheck', search: chequeSearch('maturing', days) }),
  open_periods: ({ month }) => ({
    to: '/acctperiodmain',
    search: { view: 'matrix', fiscal_year: month.slice(0, 4) },
  }),
  mail_failed: () => ({ to: '/outgoing-mail', search: { state: 'failed' } }),
};

/** Where the list behind a figure opens. */
export function addressOf(name: FigureName, days: DashboardDays): Address {
  const month = days.month.slice(0, 7);
  return SCREENS[name]?.(days) ?? { to: ENTRIES_PATH, search: { of: name, month } };
}

/** The address of the cheque register says a query in these words (`chequeQueryOf`). */
function chequeSearch(name: keyof typeof CHEQUE_FIGURES, days: DashboardDays): Record<string, string> {
  const { state, is_pdc, from, to } = CHEQUE_FIGURES[name].query(days) as {
    state: string[];
    is_pdc?: number;
    from?: string;
    to?: string;
  };
  return {
    state: state.join(','),
    ...(is_pdc === undefined ? {} : { pdc: String(is_pdc) }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}
