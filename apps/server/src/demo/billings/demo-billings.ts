import {
  addDays,
  addMonths,
  calendarDateOf,
  endOfMonth,
  startOfMonth,
  yearOf,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import { STATUS, type Status } from '@talaan/core/documents/status';
import { VAT_TYPE, type VatType } from '@talaan/core/money/withholding';
import { OPENING_INVOICES } from '../journals/opening-journals.ts';

/** The department whose services are billed. */
export const BILLING_DEPARTMENT = 'ACCT';

/** A billing of the demo company before it is entered; its lines have one VAT type. */
export interface SeedBilling {
  readonly date: CalendarDate;
  readonly payee: string;
  readonly vat: VatType;
  readonly term: number;
  readonly remarks: string;
  /** `[service, description, total with VAT]`. */
  readonly services: readonly (readonly [service: string, description: string, total: string])[];
  /** Where its way through the approvals has come to. */
  readonly until: Status;
  /** What became of it there. */
  readonly afterwards?: 'returned' | 'rejected' | 'cancelled';
}

const INCOME = { [VAT_TYPE.VATABLE]: '408010', [VAT_TYPE.ZERO_RATED]: '408020', [VAT_TYPE.EXEMPT]: '408030' } as const;

/** The account of the income of a billing. */
export function incomeAccount({ vat }: Pick<SeedBilling, 'vat'>): string {
  return INCOME[vat as keyof typeof INCOME];
}

/** The invoices that were open when the company began its books on 1 January of the first year. */
export function openingInvoices(firstYear: number): SeedBilling[] {
  return OPENING_INVOICES.map(([payee, service, total]) => ({
    date: calendarDateOf(firstYear, 1, 1)!,
    payee,
    vat: VAT_TYPE.VATABLE,
    term: 0,
    remarks: `BALANCE OF ${firstYear - 1}`,
    services: [[service, `OPEN AT THE END OF ${firstYear - 1}`, total]],
    until: STATUS.APPROVED,
  }));
}

/** What is billed each month: with VAT, zero-rated and exempt. */
function monthlyInvoices(month: CalendarDate): SeedBilling[] {
  const date = addDays(month, 4);
  const of = monthText(addMonths(month, -1));
  const head = { date, until: STATUS.APPROVED };
  return [
    {
      ...head,
      payee: 'C0001',
      vat: VAT_TYPE.VATABLE,
      term: 30,
      remarks: `SYSTEM USAGE, ADVERTISING AND TRAINING, ${of}`,
      services: [
        ['SYSTEM USAGE FEE', of, '89,600.00'],
        ['ADVERTISING PLACEMENT', `14 TERMINALS, ${of}`, '16,800.00'],
        ['TRAINING AND ONBOARDING', 'TELLERS', '5,600.00'],
      ],
    },
    {
      ...head,
      payee: 'C0002',
      vat: VAT_TYPE.ZERO_RATED,
      term: 15,
      remarks: `SETTLEMENT SERVICE, ${of}`,
      services: [['FOREIGN SETTLEMENT SERVICE', of, '85,000.00']],
    },
    {
      ...head,
      payee: 'C0003',
      vat: VAT_TYPE.EXEMPT,
      term: 0,
      remarks: `SPACE RENTAL, ${of}`,
      services: [['KIOSK AND SPACE RENTAL', of, '47,250.75']],
    },
  ];
}

/** This year's invoices of the last three months, and billings of this month in every state. */
export function currentBillings(today: CalendarDate): SeedBilling[] {
  const month = startOfMonth(today);
  const months = [-3, -2, -1, 0].map((by) => addMonths(month, by));
  const past = months.flatMap((of) => (yearOf(of) === yearOf(today) ? monthlyInvoices(of) : []));
  const dayOfMonth = (day: number) => earlier(addDays(month, day - 1), today);
  const one = (
    day: number,
    payee: string,
    [service, total]: readonly [string, string],
    until: Status,
    afterwards?: SeedBilling['afterwards'],
  ): SeedBilling => ({
    date: dayOfMonth(day),
    payee,
    vat: VAT_TYPE.VATABLE,
    term: 30,
    remarks: `${service}, ${monthText(month)}`,
    services: [[service, monthText(month), total]],
    until,
    ...(afterwards === undefined ? {} : { afterwards }),
  });
  return [
    ...past.filter(({ date }) => date <= today),
    one(6, 'R0004', ['CASH PICK-UP AND DELIVERY', '28,000.00'], STATUS.APPROVED, 'cancelled'),
    one(7, 'R0001', ['REMITTANCE PROCESSING FEE', '13,440.00'], STATUS.APPROVED),
    one(8, 'R0004', ['CASH PICK-UP AND DELIVERY', '25,760.00'], STATUS.APPROVED),
    one(9, 'C0001', ['TRAINING AND ONBOARDING', '168,000.00'], STATUS.FOR_APPROVAL_3),
    one(10, 'R0004', ['REMITTANCE PROCESSING FEE', '61,600.00'], STATUS.FOR_APPROVAL_2),
    one(11, 'R0001', ['REMITTANCE PROCESSING FEE', '15,680.00'], STATUS.FOR_APPROVAL_1),
    one(12, 'C0001', ['ADVERTISING PLACEMENT', '11,200.00'], STATUS.FOR_APPROVAL_1, 'returned'),
    one(12, 'R0004', ['CASH PICK-UP AND DELIVERY', '2,240.00'], STATUS.FOR_APPROVAL_1, 'rejected'),
    one(13, 'C0001', ['SYSTEM USAGE FEE', '44,800.00'], STATUS.ACTIVE),
  ];
}

const MONTH_TEXT = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function monthText(date: CalendarDate): string {
  return MONTH_TEXT.format(Date.parse(`${endOfMonth(date)}T00:00:00Z`)).toUpperCase();
}

const earlier = (one: CalendarDate, other: CalendarDate) => (one < other ? one : other);
