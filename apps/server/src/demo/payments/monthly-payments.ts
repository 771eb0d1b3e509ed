import {
  addDays,
  addMonths,
  calendarDateOf,
  startOfMonth,
  yearOf,
  type CalendarDate,
} from '@talaan/core/calendar/calendar-date';
import { STATUS } from '@talaan/core/documents/status';
import { requireAmount } from '@talaan/core/money/money';
import { VAT_TYPE, type VatType } from '@talaan/core/money/withholding';
import { variedAmount } from '../journals/seeded-variation.ts';
import { HEAD_OFFICE } from '../journals/story-company.ts';
import { JANITORIAL_ORDER } from '../orders/demo-orders.ts';
import type { PaymentType, SeedPayment } from './seed-payment.ts';

const { NA, VATABLE, EXEMPT } = VAT_TYPE;

/** `[type, payee, what for, account, department, monthly base, VAT, tax code, bank, day]`. */
type Regular = readonly [
  type: PaymentType,
  payee: string,
  remarks: string,
  account: string,
  department: string | undefined,
  base: string,
  vat: VatType,
  atc: string | undefined,
  bank: string,
  day: number,
];

const JANITOR = 'S0014';

/** What is paid and received every month beside what the journals tell of. */
const REGULAR: readonly Regular[] = [
  ['CV', 'S0009', 'OFFICE SUPPLIES OF BRANCHES', '503010', 'ACCT', '38000.00', VATABLE, 'WI158', '102103', 4],
  ['CV', 'S0015', 'PRINTED FORMS AND RECEIPTS', '503010', 'ACCT', '16800.00', VATABLE, 'WI158', '102103', 6],
  ['CV', 'S0010', 'COURIER OF DOCUMENTS', '503020', 'ACCT', '12600.00', VATABLE, 'WC160', '102103', 7],
  ['CV', JANITOR, 'JANITORIAL SERVICES, HEAD OFFICE', '502060', 'ACCT', '28000.00', VATABLE, 'WC120', '102103', 9],
  ['CV', 'S0018', 'REPAIR OF SERVICE VEHICLES', '502070', 'TREA', '14000.00', VATABLE, 'WC158', '102103', 12],
  ['CV', 'S0012', 'NOTARIAL FEES', '504020', 'EXEC', '9500.00', NA, 'WI010', '102103', 14],
  ['CV', 'S0016', 'PARKING RENTAL', '502010', 'EXEC', '18000.00', NA, 'WI100', '102103', 5],
  ['CV', 'E0001', 'REIMBURSEMENT OF TRAVEL EXPENSES', '503050', 'ACCT', '7400.00', NA, undefined, '102103', 16],
  ['CV', 'E0004', 'REIMBURSEMENT OF REPRESENTATION', '503040', 'EXEC', '5200.00', NA, undefined, '102103', 18],
  ['CW', 'S0017', 'SOFTWARE SUPPORT', '502080', 'ITDV', '61600.00', VATABLE, 'WC160', '102104', 10],
  ['CW', 'S0019', 'RADIO ADVERTISEMENTS', '505010', 'EXEC', '112000.00', VATABLE, 'WC120', '102104', 20],
  ['CW', 'S0013', 'INSURANCE PREMIUM', '503060', 'TREA', '22400.00', VATABLE, undefined, '102104', 15],
  ['OB', 'S0005', 'COMMISSION OF THE BUSINESS CENTER', '505020', 'NCRO', '28000.00', VATABLE, 'WC515', '102101', 7],
  ['OB', 'B0001', 'COMMISSION OF THE PARTNER', '505020', 'NLUZ', '33600.00', VATABLE, 'WI515', '102101', 8],
  ['OB', 'B0002', 'COMMISSION OF THE PARTNER', '505020', 'SLUZ', '19600.00', VATABLE, 'WI515', '102101', 8],
  ['OB', 'B0005', 'COMMISSION OF THE PARTNER', '505020', 'VISO', '14300.00', EXEMPT, 'WI515', '102101', 8],
  ['OB', 'B0006', 'COMMISSION OF THE PARTNER', '505020', 'MINO', '17900.00', EXEMPT, 'WI515', '102101', 9],
  [
    'DM',
    // Between its own accounts.
    HEAD_OFFICE,
    'FUNDING OF THE PAYROLL ACCOUNT, FIRST HALF',
    '102104',
    undefined,
    '480000.00',
    NA,
    undefined,
    '102101',
    13,
  ],
  [
    'DM',
    // Between its own accounts.
    HEAD_OFFICE,
    'FUNDING OF THE PAYROLL ACCOUNT, SECOND HALF',
    '102104',
    undefined,
    '495000.00',
    NA,
    undefined,
    '102101',
    28,
  ],
  ['DM', 'S0017', 'SERVICE CHARGES OF THE BANK', '503090', 'TREA', '1850.00', NA, undefined, '102101', 29],
  ['CR', 'R0002', 'COMMISSIONS RECEIVED', '105020', undefined, '84000.00', NA, undefined, '102101', 3],
  ['CR', 'R0003', 'COMMISSIONS RECEIVED', '105020', undefined, '66500.00', NA, undefined, '102101', 11],
  ['CR', 'R0004', 'COMMISSIONS RECEIVED', '105020', undefined, '52300.00', NA, undefined, '102103', 17],
  ['CR', 'C0001', 'SHARE IN ADVERTISING', '408080', 'EXEC', '22400.00', NA, undefined, '102103', 19],
  ['CR', 'B0003', 'RENT OF A BRANCH COUNTER', '408050', 'NCRO', '8400.00', NA, undefined, '102101', 21],
  ['CR', 'E0007', 'CASH ADVANCE RETURNED', '503050', 'ACCT', '1250.00', NA, undefined, '102101', 23],
];

/** The receipts that each payor gets in turn: official, acknowledgement, both. */
const RECEIPTS = [1, 2, 3] as const;

/**
 * What the demo company pays and takes in from January of this year up to today, released; and a running series of
 * post-dated cheques for the lease of its delivery vans. The same for the same day.
 */
export function regularPayments(today: CalendarDate): SeedPayment[] {
  const payments: SeedPayment[] = [vanLease(today)];
  const first = calendarDateOf(yearOf(today), 1, 1)!;
  for (let index = 0, month = first; month <= today; index += 1, month = addMonths(month, 1)) {
    for (const [entry, regular] of REGULAR.entries()) {
      const date = addDays(month, Math.min(regular[9], 28) - 1);
      if (date < today) payments.push(paymentOf(regular, date, index, entry));
    }
  }
  return payments.toSorted((left, right) => (left.dates[0]! < right.dates[0]! ? -1 : 1));
}

function paymentOf(regular: Regular, date: CalendarDate, month_index: number, entry: number): SeedPayment {
  const [type, payee, remarks, account, department, base, vat, atc, bank] = regular;
  const place = { month_index, month: month_index + 1, entry: 200 + entry, line: 1 };
  return {
    type,
    dates: [date],
    payee,
    bank,
    remarks,
    total_minor: variedAmount(requireAmount(base), place),
    account,
    branch: HEAD_OFFICE,
    ...(department === undefined ? {} : { department }),
    vat,
    ...(atc === undefined ? {} : { atc }),
    ...(type === 'CR' ? { is_or_ar: RECEIPTS[(month_index + entry) % RECEIPTS.length]! } : {}),
    ...(payee === JANITOR ? { order: JANITORIAL_ORDER } : {}),
    preparer: entry % 3 === 1 ? 'preparer' : 'preparer2',
    status: STATUS.APPROVED,
  };
}

/** Six cheques, two of them before this month: some are posted, the others mature. */
function vanLease(today: CalendarDate): SeedPayment {
  const first = addDays(addMonths(startOfMonth(today), -2), 4);
  // The books open with January of this year.
  const start = yearOf(first) < yearOf(today) ? addDays(startOfMonth(today), 4) : first;
  return {
    type: 'CW',
    dates: Array.from({ length: 6 }, (_, place) => addMonths(start, place)),
    payee: 'S0003',
    bank: '102104',
    remarks: 'LEASE OF DELIVERY VANS, SIX MONTHS',
    total_minor: requireAmount('28000.00'),
    account: '502020',
    branch: HEAD_OFFICE,
    department: 'TREA',
    vat: VATABLE,
    atc: 'WC100',
    preparer: 'preparer2',
    status: STATUS.APPROVED,
  };
}
