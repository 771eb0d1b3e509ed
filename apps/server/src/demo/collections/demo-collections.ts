import {
  addDays,
  addMonths,
  calendarDateOf,
  startOfMonth,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import { STATUS } from '@talaan/core/documents/status';
import type { SeedBilling } from '../billings/demo-billings.ts';

/** What a collection of the demo company settles of one invoice. */
interface SeedApplication {
  readonly invoice: SeedBilling;
  readonly cash: string;
  readonly withheld?: string;
  readonly written_off?: string;
}

/** A collection of the demo company before it is entered. */
export interface SeedCollection {
  readonly date: CalendarDate;
  readonly payee: string;
  readonly remarks: string;
  readonly received: string;
  /** 1 official receipt, 2 acknowledgement, 3 both. */
  readonly receipt: 1 | 2 | 3;
  readonly applications: readonly SeedApplication[];
  readonly write_off_account?: string;
  /** A draft, one with its receipt, or one that was cancelled after it. */
  readonly state: 'draft' | 'issued' | 'cancelled';
}

/** What customers withhold of their monthly invoices: 2 % of what is without VAT. */
const WITHHELD: Readonly<Record<string, readonly [cash: string, withheld: string]>> = {
  C0001: ['110,000.00', '2,000.00'],
  C0002: ['83,300.00', '1,700.00'],
  C0003: ['46,305.73', '945.02'],
};

/**
 * What came in for the invoices of the demo company: of the opening ones in the first year, of the later ones as they fall
 * due, and collections of this month in every state.
 */
export function demoCollections(
  opening: readonly SeedBilling[],
  current: readonly SeedBilling[],
  today: CalendarDate,
): SeedCollection[] {
  const month = startOfMonth(today);
  const approved = current.filter(({ until, afterwards }) => until === STATUS.APPROVED && afterwards === undefined);
  const monthly = approved.filter(({ payee, date }) => payee in WITHHELD && date < month);
  const last = addMonths(month, -1);
  const ofLastMonth = (payee: string) => monthly.find((one) => one.payee === payee && one.date >= last);
  const settled = monthly.filter((invoice) => invoice !== ofLastMonth('C0001') && dueDay(invoice) <= today);
  return [
    ...openingCollections(opening),
    ...settled.map((invoice) => inFull(invoice, dueDay(invoice), 'issued')),
    ...thisMonth(
      approved.filter(({ date }) => date >= month),
      today,
    ),
    ...[ofLastMonth('C0001')].flatMap((invoice) => (invoice === undefined ? [] : [inFull(invoice, today, 'draft')])),
  ];
}

/** Customers pay two weeks after the invoice. */
const dueDay = ({ date }: SeedBilling) => addDays(date, 14);

/** A whole monthly invoice, with the tax that its customer withholds. */
function inFull(invoice: SeedBilling, date: CalendarDate, state: SeedCollection['state']): SeedCollection {
  const [cash, withheld] = WITHHELD[invoice.payee]!;
  return {
    date,
    payee: invoice.payee,
    remarks: invoice.remarks,
    received: cash,
    receipt: 1,
    applications: [{ invoice, cash, withheld }],
    state,
  };
}

/** Most of what was open at the beginning came in within the first quarter; a part is still owed. */
function openingCollections(opening: readonly SeedBilling[]): SeedCollection[] {
  const [system, advertising, remittance] = opening;
  if (system === undefined || advertising === undefined || remittance === undefined) return [];
  const year = Number(system.date.slice(0, 4));
  return [
    {
      date: calendarDateOf(year, 2, 15)!,
      payee: system.payee,
      remarks: 'BALANCES OF LAST YEAR',
      received: '2,576,000.00',
      receipt: 1,
      applications: [
        { invoice: system, cash: '1,680,000.00' },
        { invoice: advertising, cash: '896,000.00' },
      ],
      state: 'issued',
    },
    {
      date: calendarDateOf(year, 3, 20)!,
      payee: remittance.payee,
      remarks: 'ON ACCOUNT OF LAST YEAR',
      received: '500,000.00',
      receipt: 2,
      applications: [{ invoice: remittance, cash: '500,000.00' }],
      state: 'issued',
    },
  ];
}

/** Of this month: one with more than its invoice, one in part with a small write-off, one whose cheque came back. */
function thisMonth(invoices: readonly SeedBilling[], today: CalendarDate): SeedCollection[] {
  const [processing, delivery] = ['R0001', 'R0004'].map((payee) => invoices.find((one) => one.payee === payee));
  if (processing === undefined || delivery === undefined) return [];
  return [
    {
      date: today,
      payee: processing.payee,
      remarks: 'PAYMENT AND DEPOSIT FOR NEXT MONTH',
      received: '15,000.00',
      receipt: 3,
      applications: [{ invoice: processing, cash: '13,440.00' }],
      state: 'issued',
    },
    {
      date: today,
      payee: delivery.payee,
      remarks: 'CHEQUE OF THE WEEK',
      received: '25,760.00',
      receipt: 1,
      applications: [{ invoice: delivery, cash: '25,760.00' }],
      state: 'cancelled',
    },
    {
      date: today,
      payee: delivery.payee,
      remarks: 'PART PAYMENT, LESS BANK CHARGES',
      received: '20,000.00',
      receipt: 1,
      applications: [{ invoice: delivery, cash: '20,000.00', written_off: '10.00' }],
      write_off_account: '503090',
      state: 'issued',
    },
  ];
}
