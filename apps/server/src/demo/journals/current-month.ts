import { addDays, startOfMonth, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { STATUS, type Status } from '@talaan/core/documents/status';
import { requireAmount } from '@talaan/core/money/money';
import { credit, debit, pesoJournal, type SeedJournal } from './seed-journal.ts';
import { HEAD_OFFICE } from './story-company.ts';

/** A journal of this month that is still on its way, and how it got where it is. */
export interface PendingJournal {
  readonly journal: SeedJournal;
  readonly preparer: 'preparer' | 'preparer2';
  /** Where the approvals brought it. */
  readonly status: Status;
  readonly is_confidential?: 0 | 1;
  /** What happened after that. */
  readonly afterwards?: 'returned' | 'rejected' | 'voided' | 'in_process';
}

type Case = readonly [
  remarks: string,
  amount: string,
  debit: string,
  credit: string,
  facts: Omit<PendingJournal, 'journal'>,
];

const ana = { preparer: 'preparer' } as const;
const ben = { preparer: 'preparer2' } as const;

const CASES: readonly Case[] = [
  ['Reclassify courier charges to freight', '8540.00', '503020', '503010', { ...ana, status: STATUS.ACTIVE }],
  [
    'Correct department of training costs',
    '36200.00',
    '501090',
    '503100',
    { ...ana, status: STATUS.FOR_REVIEW, afterwards: 'returned' },
  ],
  [
    'Accrue audit fee of the quarter',
    '125000.00',
    '504020',
    '205050',
    { ...ben, status: STATUS.ACTIVE, afterwards: 'in_process' },
  ],
  [
    'Retainer of outside counsel',
    '60000.00',
    '504010',
    '205050',
    { ...ana, status: STATUS.ACTIVE, is_confidential: 1 },
  ],
  ['Amortize prepaid insurance', '14750.50', '503060', '205080', { ...ben, status: STATUS.ACTIVE }],
  ['Bank charges of the payroll account', '1150.00', '503090', '102104', { ...ana, status: STATUS.ACTIVE }],

  ['Accrue repairs of the vault, Davao', '18600.00', '502070', '205080', { ...ana, status: STATUS.FOR_REVIEW }],
  ['Accrue janitorial services', '33000.00', '502060', '205030', { ...ben, status: STATUS.FOR_REVIEW }],
  ['Reclassify link costs to computer network', '47300.25', '502080', '502040', { ...ana, status: STATUS.FOR_REVIEW }],
  ['Interest on bank deposits', '9875.30', '102101', '408040', { ...ben, status: STATUS.FOR_REVIEW }],
  ['Accrue marketing of the holiday campaign', '210000.00', '505010', '205080', { ...ana, status: STATUS.FOR_REVIEW }],

  ['Accrue subscription fees', '12400.00', '503030', '205080', { ...ben, status: STATUS.FOR_APPROVAL_1 }],
  ['Accrue transportation of auditors', '6250.00', '503050', '205080', { ...ana, status: STATUS.FOR_APPROVAL_1 }],
  ['Accrue software support', '78500.00', '502080', '205080', { ...ana, status: STATUS.FOR_APPROVAL_1 }],
  ['Accrue consultancy for the tax review', '145000.00', '504030', '205050', { ...ben, status: STATUS.FOR_APPROVAL_1 }],

  ['Accrue medical benefits', '55300.00', '501060', '205080', { ...ana, status: STATUS.FOR_APPROVAL_2 }],
  ['Accrue incentives of branch staff', '96000.00', '501070', '205070', { ...ben, status: STATUS.FOR_APPROVAL_2 }],
  ['Accrue directors per diem', '112000.00', '504040', '205080', { ...ana, status: STATUS.FOR_APPROVAL_2 }],

  [
    'Write off cash shortage with approval of the board',
    '128400.00',
    '506060',
    '101020',
    { ...ana, status: STATUS.FOR_APPROVAL_3 },
  ],
  [
    'Accrue licenses and permits of the year',
    '386000.00',
    '503070',
    '205080',
    { ...ben, status: STATUS.FOR_APPROVAL_3 },
  ],

  [
    'Reclassify representation to marketing',
    '22900.00',
    '505010',
    '503040',
    { ...ben, status: STATUS.FOR_REVIEW, afterwards: 'rejected' },
  ],
  [
    'Accrue freight of forms, entered twice',
    '17250.00',
    '503020',
    '205080',
    { ...ana, status: STATUS.APPROVED, afterwards: 'voided' },
  ],
];

/** The journals of this month in every state, dated within the month up to today. */
export function pendingJournals(today: CalendarDate): PendingJournal[] {
  const first = startOfMonth(today);
  return CASES.map(([remarks, text, debited, credited, facts], place) => {
    const amount = requireAmount(text);
    const wanted = addDays(first, (place * 2) % 26);
    const date = wanted > today ? today : wanted;
    const where = { branch: HEAD_OFFICE, department: 'ACCT' };
    const journal = pesoJournal(date, remarks, [
      debit(amount, { account: debited, ...where }),
      credit(amount, { account: credited, ...where }),
    ]);
    return { journal, ...facts };
  });
}
