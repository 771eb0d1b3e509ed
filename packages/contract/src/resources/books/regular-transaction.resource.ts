import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { MOST_CUSTOMERS } from '@talaan/core/documents/billing/billing';
import { billsCustomers, DOCUMENT_TYPES, RECEIPT_LABELS } from '@talaan/core/documents/document-type';
import type { DocumentFacts } from '@talaan/core/documents/document-facts';
import { LAST_DAY, REGULAR_SCHEDULES } from '@talaan/core/documents/regular/regular-schedule';
import { AMOUNT_MODES, LINE_PARTS, SIDES } from '@talaan/core/documents/regular/regular-template';
import { VAT_TYPES } from '@talaan/core/money/withholding';
import type { FieldFault, ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

const { CV, CW, OB, DM, CR, JE, BI } = DOCUMENT_TYPES;
/** What a template may be of: the documents that are entered on the entry page, and billings of many customers. */
const TEMPLATE_TYPES = {
  CV: CV.label,
  CW: CW.label,
  OB: OB.label,
  DM: DM.label,
  CR: CR.label,
  JE: JE.label,
  BI: BI.label,
} as const;

export const MOST_LINES = 500;
/** Sections are numbered up to it. */
export const MOST_SECTIONS = 500;
const ZERO = '0.00';
/** A period is yyyymm; which of its months there are, `check` says. */
const PERIODS = { min: 190001, max: 209912 };

/**
 * Templates of entries that are made again and again, in named sections; each line says where its amount comes from. One of
 * type BI bills many customers: each line is a service of a customer, its account that of the income, its credit what is billed
 * with VAT. Sections come before lines, which name theirs by its number: both are saved together.
 */
export const regularTransaction = defineResource({
  name: 'regular_transaction',
  title: { one: 'regular transaction', many: 'Regular Transactions' },
  fields: {
    txn_type: field.wording({ label: 'Title', max: 250 }),
    document_type: field.choice({ label: 'Document Type', of: TEMPLATE_TYPES, fixed: true }),
    adjusting: field.flag({ label: 'Adjusting entry', on: 'Yes', off: 'No', boolean: true, default: 0 }),
    payee_id: field.referenceById({ label: 'Payee', to: 'payee', optional: true }),
    payee_desc: field.lookup({ label: 'Payee name', through: 'payee_id', shows: ['payee_desc'] }),
    payee_code: field.lookup({ label: 'Payee code', through: 'payee_id', shows: ['payee_code'] }),
    currency_id: field.referenceById({ label: 'Currency', to: 'currency', default: CURRENCY_PESO }),
    bank_id: field.referenceById({ label: 'Bank account', to: 'bank', optional: true }),
    bank_account_name: field.lookup({ label: 'Bank account name', through: 'bank_id', shows: ['acct_desc'] }),
    is_or_ar: field.numberedChoice({ label: 'Receipt', of: RECEIPT_LABELS, optional: true }),
    vat: field.numberedChoice({ label: 'VAT', of: VAT_TYPES, optional: true, hint: 'Empty: that of the payee' }),
    atc_code: field.reference({
      label: 'ATC code',
      to: 'alpha_tax_code',
      column: 'atc_id',
      stores: 'id',
      optional: true,
      hint: 'Empty: that of the payee',
    }),
    remarks: field.wording({ label: 'Remarks', max: 2000, long: true, optional: true }),
    status: field.flag({ label: 'Status', on: 'Active', off: 'Inactive', default: 1 }),
    schedule: field.choice({ label: 'Schedule', of: REGULAR_SCHEDULES, default: 'none' }),
    first_period: field.integer({ label: 'First period', ...PERIODS, optional: true, hint: 'As 202506' }),
    last_period: field.integer({ label: 'Last period', ...PERIODS, optional: true, hint: 'As 202512; empty: open' }),
    day: field.integer({ label: 'Day', min: 1, max: LAST_DAY, default: LAST_DAY, hint: '31: the last of the month' }),
    reverse_next_period: field.flag({
      label: 'Reversed on the first of the next month',
      on: 'Yes',
      off: 'No',
      default: 0,
      hint: 'Adjusting journals only; the approval covers both',
    }),
    last_period_made: field.generated({ label: 'Last made for', type: 'integer', stored: false }),
    sections: field.children({
      label: 'Sections',
      one: 'section',
      table: 'regular_section',
      link: { column: 'regular_transaction_id', field: 'txn_type', to: 'regular_transaction', stores: 'id' },
      unique: ['section_no'],
      named: ['section_name'],
      fields: {
        section_no: field.integer({ label: 'No.', min: 1, max: MOST_SECTIONS }),
        section_name: field.wording({ label: 'Section name', max: 120 }),
      },
    }),
    lines: field.children({
      label: 'Lines',
      one: 'line',
      table: 'regular_line',
      link: { column: 'regular_transaction_id', field: 'txn_type', to: 'regular_transaction', stores: 'id' },
      unique: [],
      named: ['account_id'],
      fields: {
        section_no: field.integer({ label: 'Section no.', min: 1, max: MOST_SECTIONS, default: 1 }),
        account_id: field.referenceById({ label: 'Account', to: 'account' }),
        acct_desc: field.lookup({ label: 'Account name', through: 'account_id', shows: ['acct_desc'] }),
        account_code: field.lookup({ label: 'Account code', through: 'account_id', shows: ['acct_code'] }),
        amount_mode: field.choice({ label: 'Amount is', of: AMOUNT_MODES, optional: true, filled: true }),
        side: field.choice({ label: 'Side', of: SIDES, optional: true, filled: true }),
        part: field.choice({ label: 'Part', of: LINE_PARTS, optional: true }),
        debit_amount: field.amount({ label: 'Debit', default: ZERO, hint: 'Fixed, or proposed where it is asked' }),
        credit_amount: field.amount({ label: 'Credit', default: ZERO, hint: 'Of a billing: with VAT' }),
        payee_id: field.referenceById({ label: 'Payee', to: 'payee', optional: true }),
        payee_desc: field.lookup({ label: 'Payee name', through: 'payee_id', shows: ['payee_desc'] }),
        payee_code: field.lookup({ label: 'Payee code', through: 'payee_id', shows: ['payee_code'] }),
        department_id: field.referenceById({ label: 'Department', to: 'department', optional: true }),
        dept_desc: field.lookup({ label: 'Department name', through: 'department_id', shows: ['dept_desc'] }),
        dept_code: field.lookup({ label: 'Department code', through: 'department_id', shows: ['dept_code'] }),
        branch_id: field.referenceById({ label: 'Branch', to: 'branch', optional: true }),
        brnc_name: field.lookup({ label: 'Branch name', through: 'branch_id', shows: ['brnc_name'] }),
        brnc_code: field.lookup({ label: 'Branch code', through: 'branch_id', shows: ['brnc_code'] }),
        section_id: field.referenceById({ label: 'Section', to: 'section', optional: true }),
        section_name: field.lookup({ label: 'Section name', through: 'section_id', shows: ['section_name'] }),
        section_code: field.lookup({ label: 'Section code', through: 'section_id', shows: ['section_code'] }),
        billing_service_id: field.referenceById({ label: 'Service', to: 'billing_service', optional: true }),
        billing_service_name: field.lookup({
          label: 'Service name',
          through: 'billing_service_id',
          shows: ['billing_service_name'],
        }),
        atc_id: field.referenceById({ label: 'ATC code', to: 'alpha_tax_code', optional: true }),
        atc_code: field.lookup({ label: 'ATC', through: 'atc_id', shows: ['atc_code'] }),
        remarks: field.wording({ label: 'Remarks', max: 500, optional: true }),
      },
    }),
  },
  key: 'txn_type',
  unique: [['txn_type']],
  active: 'status',
  list: {
    columns: [
      'txn_type',
      'document_type',
      'payee_desc',
      'schedule',
      'last_period_made',
      { field: 'lines', width: 88 },
      'status',
    ],
    search: ['txn_type'],
    filters: ['document_type', 'schedule', 'status'],
    sort: 'txn_type',
  },
  dropdown: { name: ['txn_type'], extra: ['document_type'] },
  form: {
    width: 960,
    layout: 'tabs',
    sections: [
      {
        title: 'Regular transaction',
        fields: [
          'txn_type',
          'document_type',
          'adjusting',
          'payee_id',
          'currency_id',
          'bank_id',
          'is_or_ar',
          'vat',
          'atc_code',
          'status',
          'remarks',
        ],
      },
      { title: 'Schedule', fields: ['schedule', 'day', 'first_period', 'last_period', 'reverse_next_period'] },
      { title: 'Lines', fields: ['sections', 'lines'] },
    ],
  },
  describe: (row) => row.txn_type,
  check: (row) => [
    ...headerFaults(row),
    ...scheduleFaults(row),
    ...lineFaults(row.lines, row.sections),
    ...(billsCustomers(row.document_type) ? billingFaults(row.lines) : []),
  ],
});
export type RegularTransaction = ResourceRow<typeof regularTransaction>;

interface Header {
  readonly document_type: keyof typeof TEMPLATE_TYPES;
  readonly adjusting: 1 | 0;
  readonly reverse_next_period: 1 | 0;
  readonly payee_id: number | null;
  readonly bank_id: number | null;
  readonly is_or_ar: number | null;
}

/** What the document does not name must be empty, so that no entry is made with a value that its page does not show. */
function headerFaults(row: Header): FieldFault[] {
  const type: DocumentFacts = DOCUMENT_TYPES[row.document_type];
  const { header: has } = type;
  const faults: FieldFault[] = [];
  const mustBeEmpty = (name: string, what: string) =>
    faults.push({ field: name, message: `${what} must be empty: ${type.label} has none.` });
  if (!has.payee && row.payee_id !== null) mustBeEmpty('payee_id', 'Payee');
  if (billsCustomers(row.document_type) && row.payee_id !== null) {
    faults.push({ field: 'payee_id', message: 'Payee must be empty: each line of a billing names its customer.' });
  }
  if (has.bank_side === null && row.bank_id !== null) mustBeEmpty('bank_id', 'Bank account');
  if (!has.receipt && row.is_or_ar !== null) mustBeEmpty('is_or_ar', 'Receipt');
  if (row.adjusting === 1 && !type.has_adjusting) {
    faults.push({ field: 'adjusting', message: `Only a ${JE.label} can be an adjusting entry.` });
  }
  if (row.reverse_next_period === 1 && row.adjusting !== 1) {
    faults.push({ field: 'reverse_next_period', message: 'Only an adjusting entry is reversed in the next month.' });
  }
  return faults;
}

interface Scheduled {
  readonly first_period: number | null;
  readonly last_period: number | null;
}

function scheduleFaults({ first_period, last_period }: Scheduled): FieldFault[] {
  const noMonth = (period: number | null) => period !== null && (period % 100 < 1 || period % 100 > 12);
  const form = 'must be a year and a month, as 202506.';
  return [
    ...(noMonth(first_period) ? [{ field: 'first_period', message: `First period ${form}` }] : []),
    ...(noMonth(last_period) ? [{ field: 'last_period', message: `Last period ${form}` }] : []),
    ...(first_period !== null && last_period !== null && first_period > last_period
      ? [{ field: 'last_period', message: 'Last period is before the first.' }]
      : []),
  ];
}

interface AmountLine {
  readonly section_no: number;
  readonly amount_mode: string | null;
  readonly side: string | null;
  readonly part: string | null;
  readonly debit_amount: string;
  readonly credit_amount: string;
}

function lineFaults(lines: readonly AmountLine[], sections: readonly { readonly section_no: number }[]): FieldFault[] {
  // A template that names no section has its first one, which is numbered 1.
  const known = new Set(sections.length === 0 ? [1] : sections.map(({ section_no }) => section_no));
  return [
    ...(lines.length > MOST_LINES
      ? [{ field: 'lines', message: `A regular transaction has up to ${MOST_LINES} lines.` }]
      : []),
    ...lines.flatMap((line, at) =>
      faultsOfLine(line, known).map(([name, message]) => ({ field: `lines.${at}.${name}`, message })),
    ),
  ];
}

function faultsOfLine(
  { section_no, amount_mode, side, part, debit_amount, credit_amount }: AmountLine,
  sections: ReadonlySet<number>,
): [field: string, message: string][] {
  const hasDebit = debit_amount !== ZERO;
  const hasCredit = credit_amount !== ZERO;
  const faults: [string, string | false][] = [
    ['section_no', !sections.has(section_no) && `Section ${section_no} does not exist: add it to the sections.`],
    ['credit_amount', hasDebit && hasCredit && 'A line has a debit or a credit, not both.'],
    ['amount_mode', amount_mode === 'fixed' && !hasDebit && !hasCredit && 'A fixed line needs its amount.'],
    ['part', amount_mode === 'part' && part === null && 'Part is required of a line that follows from the others.'],
    [
      'amount_mode',
      part !== null &&
        (amount_mode ?? 'part') !== 'part' &&
        `A line of ${LINE_PARTS[part as keyof typeof LINE_PARTS]} follows from the others.`,
    ],
    [
      'debit_amount',
      part !== null && (hasDebit || hasCredit) && 'Amount must be empty: the line follows from the others.',
    ],
    ['side', side === 'C' && hasDebit && 'Side is that of the amount: debit.'],
    ['side', side === 'D' && hasCredit && 'Side is that of the amount: credit.'],
  ];
  return faults.filter((fault): fault is [string, string] => fault[1] !== false);
}

interface BilledLine {
  readonly payee_id: number | null;
  readonly billing_service_id: number | null;
  readonly branch_id: number | null;
  readonly department_id: number | null;
  readonly section_id: number | null;
  readonly atc_id: number | null;
  readonly part: string | null;
  readonly debit_amount: string;
}

/** A line that bills names whom and for what; what a billing says once is the same on all lines of a customer. */
function billingFaults(lines: readonly BilledLine[]): FieldFault[] {
  const customers = new Set(lines.map(({ payee_id }) => payee_id)).size;
  const tooMany = `A template bills up to ${MOST_CUSTOMERS} customers; put the others into another one.`;
  const faults = lines.flatMap((line, at) => {
    const first = lines.find(({ payee_id }) => payee_id === line.payee_id)!;
    const found: Partial<Record<keyof BilledLine, string | false>> = {
      payee_id: line.payee_id === null && 'Payee is required: a billing names its customer on each line.',
      billing_service_id: line.billing_service_id === null && 'Service is required on a line of a billing.',
      debit_amount: line.debit_amount !== ZERO && 'A billing has no debit: enter what is billed, with VAT, as credit.',
      branch_id: line.branch_id !== first.branch_id && 'Branch must be that of the other lines of the customer.',
      department_id:
        line.department_id !== first.department_id && 'Department must be that of the other lines of the customer.',
      section_id: line.section_id !== null && 'Section must be empty: Billing has none.',
      atc_id: line.atc_id !== null && 'ATC code must be empty: Billing has none.',
      part: line.part !== null && 'Part must be empty: VAT of a billing is that of its services.',
    };
    return Object.entries(found).flatMap(([name, message]) =>
      message ? [{ field: `lines.${at}.${name}`, message }] : [],
    );
  });
  return customers > MOST_CUSTOMERS ? [{ field: 'lines', message: tooMany }, ...faults] : faults;
}
