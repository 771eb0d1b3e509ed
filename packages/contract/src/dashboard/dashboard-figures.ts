import { addDays, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { STATUS } from '@talaan/core/documents/status';
import type { listBatches } from '../documents/desk.contract.ts';
import type { listCheques } from '../documents/cheque-register/cheque.contract.ts';
import type { CallOf } from '../http/route.ts';
import { RESOURCE_INDEX } from '../resource/resource-index.ts';
import type { AllocatedKind } from '../resources/numbers/number-series.fields.ts';

/** As whom somebody sees the dashboard, the weightiest first (ux §1.3); a reader is who has none of the others. */
export const DASHBOARD_ROLES = ['administrator', 'approver', 'cashier', 'preparer', 'reader'] as const;
export type DashboardRole = (typeof DASHBOARD_ROLES)[number];

type BatchQuery = CallOf<typeof listBatches>['query'];
type ChequeQuery = CallOf<typeof listCheques>['query'];

/** A day of the company, and the month that the dashboard shows, as its first day. */
export interface DashboardDays {
  readonly today: CalendarDate;
  readonly month: CalendarDate;
}

interface BatchFigure {
  readonly label: string;
  /** What an empty list has none of. */
  readonly many: string;
  /** What the list behind the figure asks for: the figure counts and sums just that. */
  readonly query: (days: DashboardDays) => BatchQuery;
}

const statuses = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_status, index) => String(from + index));
const mine = { preparer: 'me' } as const;

/** What somebody has had open for more hours is in process too long: a session without a write ends after one. */
export const IN_PROCESS_HOURS = 1;

/** Figures of transactions: each is a list of the call `GET /trx/header`. What waits is of all months. */
export const BATCH_FIGURES = {
  editable: {
    label: 'My editable entries',
    many: 'entries to finish',
    query: () => ({ ...mine, status: [String(STATUS.ACTIVE)] }),
  },
  returned: { label: 'Returned to me', many: 'returned entries', query: () => ({ ...mine, returned: 1 }) },
  in_approval: {
    label: 'In approval',
    many: 'entries in approval',
    query: () => ({ ...mine, status: statuses(STATUS.FOR_REVIEW, STATUS.FOR_APPROVAL_3) }),
  },
  own_release: {
    label: 'For release',
    many: 'entries for release',
    query: () => ({ ...mine, status: [String(STATUS.FOR_RELEASE)] }),
  },
  waiting: {
    label: 'Waiting for me',
    many: 'entries that wait',
    query: () => ({ for_my_approval: 1, sort: 'submitted_at' }),
  },
  above_limit: {
    label: 'Above my limit',
    many: 'entries above your limit',
    query: () => ({ for_my_approval: 1, above_limit: 1, sort: 'submitted_at' }),
  },
  approved: {
    label: 'Approved by me this month',
    many: 'entries that you approved',
    query: ({ month }) => ({ approved_in: month }),
  },
  to_release: {
    label: 'To release',
    many: 'payments to release',
    query: () => ({ payments: 1, status: [String(STATUS.FOR_RELEASE)] }),
  },
  locked: { label: 'Open by me', many: 'entries open by you', query: () => ({ locked_by_me: 1 }) },
  in_process: { label: 'Records in process', many: 'transactions in process', query: () => ({ processing: 1 }) },
  in_process_long: {
    label: 'In process too long',
    many: 'transactions in process too long',
    query: () => ({ processing: 1, in_process_hours: IN_PROCESS_HOURS }),
  },
  on_its_way: {
    label: 'On their way',
    many: 'entries on their way',
    query: () => ({ status: statuses(STATUS.ACTIVE, STATUS.FOR_RELEASE) }),
  },
  archived: {
    label: 'Archived this month',
    many: 'archived entries',
    query: ({ month }) => ({ document_date: month, status: [String(STATUS.ARCHIVED)] }),
  },
  of_month: { label: 'Entries of the month', many: 'entries', query: ({ month }) => ({ document_date: month }) },
  own_month: {
    label: 'My entries of the month',
    many: 'entries',
    query: ({ month }) => ({ ...mine, document_date: month }),
  },
} as const satisfies Record<string, BatchFigure>;
export type BatchFigureName = keyof typeof BATCH_FIGURES;
export const BATCH_FIGURE_NAMES = Object.keys(BATCH_FIGURES) as BatchFigureName[];

/** Where the list behind a figure of transactions is shown, under `of` with its name and, where it is of a month, `month`. */
export const ENTRIES_PATH = '/entries';

/** A post-dated cheque is announced so many days before its day. */
export const MATURES_WITHIN_DAYS = 30;

interface ChequeFigure {
  readonly label: string;
  readonly query: (days: DashboardDays) => ChequeQuery;
}

/** Figures of cheques: each is a list of the register. */
export const CHEQUE_FIGURES = {
  to_print: { label: 'Cheques to print', query: () => ({ state: ['queued'] }) },
  maturing: {
    label: 'Cheques that mature',
    query: ({ today }) => ({
      state: ['queued', 'printed', 'released'],
      is_pdc: 1,
      from: today,
      to: addDays(today, MATURES_WITHIN_DAYS),
    }),
  },
} as const satisfies Record<string, ChequeFigure>;
export type ChequeFigureName = keyof typeof CHEQUE_FIGURES;

/** Figures of what an administrator looks after. */
export const OTHER_FIGURES = {
  open_periods: 'Open periods this fiscal year',
  numbers_left: 'Numbers left in series',
  mail_failed: 'Mail not delivered',
} as const;
export type OtherFigureName = keyof typeof OTHER_FIGURES;

/** `oldest_waiting` is the age of the oldest of `waiting`, in days. */
export type FigureName = BatchFigureName | ChequeFigureName | OtherFigureName | 'oldest_waiting';

/** The four figures of each role, in their order; one is left out where its list is closed to the person. */
export const FIGURES_OF: Readonly<Record<DashboardRole, readonly FigureName[]>> = {
  administrator: ['open_periods', 'numbers_left', 'in_process', 'mail_failed'],
  approver: ['waiting', 'oldest_waiting', 'above_limit', 'approved'],
  cashier: ['to_release', 'to_print', 'maturing', 'locked'],
  preparer: ['editable', 'returned', 'in_approval', 'own_release'],
  reader: ['on_its_way', 'archived', 'open_periods', 'maturing'],
};

/** Series are amber from this share of their numbers on, and red from that one (ux §1.3). */
export const SERIES_LOW = 0.1;
export const SERIES_LAST = 0.02;

/** The screen of each kind of series that people allocate. */
export const SERIES_SCREENS: Readonly<Record<AllocatedKind, string>> = {
  voucher: RESOURCE_INDEX.voucher_series.screen,
  or: RESOURCE_INDEX.official_receipt_series.screen,
  ar: RESOURCE_INDEX.acknowledgement_receipt_series.screen,
  bi: RESOURCE_INDEX.billing_invoice_series.screen,
};
