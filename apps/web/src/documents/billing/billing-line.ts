import { invoiceSums, type BilledService } from '@talaan/core/documents/billing/billing-lines';
import { NO_AMOUNT, readTypedAmount } from '@talaan/core/money/amount-formula';
import { amountText, parseAmount } from '@talaan/core/money/money';
import { VAT_TYPES, type VatType } from '@talaan/core/money/withholding';
import type { BillingInput } from '@talaan/contract/documents/billing/billing.contract';
import { BILLING_SERVICES } from '@talaan/contract/documents/billing/billing.fields';
import type { Choice, GridColumn, GridLine } from '../../batches/entry/grid/grid-line.ts';
import * as grid from '../../batches/entry/grid/grid-lines.ts';
import { readPastedAmount, type PastedCells } from '../../batches/entry/grid/pasted-table.ts';
import { findByText } from '../../batches/entry/lines/pasted-lines.ts';
import type { EntryChoices } from '../../batches/record/batch-calls.ts';

export type ChosenField = 'service' | 'vat' | 'account';
type TextField = 'description' | 'total_amount';
/** What follows from a total and its VAT. */
type ComputedField = 'income_amount' | 'vat_amount';
export type BillingField = ChosenField | TextField | ComputedField;

/** One service as it is being typed: texts, '' for none; the total, with VAT, is decimal text of scale 2. */
export interface BillingLine
  extends GridLine<BillingField>, Readonly<Record<ChosenField, Choice | null>>, Readonly<Record<TextField, string>> {}

export type BillingLines = grid.GridLines<BillingLine>;
export type BillingLinesChange = grid.LinesChange<BillingLine, BillingField>;

const CHOSEN: readonly ChosenField[] = ['service', 'vat', 'account'];
const TEXTS: readonly TextField[] = ['description', 'total_amount'];

export const isChosen = (field: BillingField): field is ChosenField => CHOSEN.some((one) => one === field);
export const isComputed = (field: BillingField): field is ComputedField =>
  field === 'income_amount' || field === 'vat_amount';

export function emptyBillingLine(key: number): BillingLine {
  return {
    key,
    service: null,
    description: '',
    vat: null,
    account: null,
    total_amount: '',
    carried: false,
    unread: {},
    faults: {},
    formulas: {},
  };
}

/** Whether nothing of its own was entered: such a line is neither counted nor saved. */
export function isBlankBillingLine(line: BillingLine): boolean {
  const isEmpty = line.service === null && TEXTS.every((field) => line[field] === '');
  return isEmpty && Object.keys(line.unread).length === 0 && (line.carried || (line.vat ?? line.account) === null);
}

export const BILLING_GRID = grid.linesOf<BillingField, BillingLine, grid.CellValue>({
  empty: emptyBillingLine,
  isBlank: isBlankBillingLine,
  withCell: (line, field, value) => {
    if (isComputed(field)) return line;
    const base = { ...grid.forget<BillingField, BillingLine>(line, [field]), carried: false };
    if (value.kind === 'unread')
      return grid.unreadCell<BillingField, BillingLine>(base, field, value, isChosen(field) ? null : '');
    if (isChosen(field)) return value.kind === 'choice' ? { ...base, [field]: value.choice } : line;
    if (value.kind === 'text') return { ...base, [field]: value.text };
    if (value.kind !== 'amount') return line;
    return { ...base, [field]: value.amount, formulas: value.formula === undefined ? {} : { [field]: value.formula } };
  },
  valueOf: (line, field) => {
    if (isComputed(field)) return null;
    return isChosen(field) ? { kind: 'choice', choice: line[field] } : { kind: 'text', text: line[field] };
  },
  carried: ['account', 'vat'],
});

const { description, vat, total_amount } = BILLING_SERVICES.fields;

/** The columns of a billing; what follows from the others stands at the end. */
export const BILLING_COLUMNS: readonly GridColumn<BillingField>[] = [
  { field: 'service', header: 'Service', width: 184, least: 144, required: true },
  { field: 'description', header: description.label, width: 120, grows: true },
  { field: 'vat', header: vat.label, width: 88 },
  { field: 'account', header: 'Income Account', width: 224, least: 184, required: true },
  { field: 'total_amount', header: total_amount.label, width: 104, required: true },
  { field: 'income_amount', header: 'Income', width: 92, computed: true },
  { field: 'vat_amount', header: 'VAT Amount', width: 88, computed: true },
];

/** The VAT kinds as a line may choose them. */
const VAT_CHOICES: readonly Choice[] = Object.entries(VAT_TYPES).map(([id, code]) => ({
  id: Number(id),
  code,
  name: '',
}));

/** What each column is chosen from. Services have no code: their names stand for them. */
export type BillingChoices = Readonly<Record<ChosenField, readonly Choice[]>>;

export function billingChoices({ services, accounts }: EntryChoices): BillingChoices {
  return {
    service: services.map(({ id, name }) => ({ id, code: name, name })),
    vat: VAT_CHOICES,
    account: accounts.filter(({ acct_group }) => acct_group === 'I').map(({ id, code, name }) => ({ id, code, name })),
  };
}

export function vatChoice(type: number): Choice | null {
  return VAT_CHOICES.find(({ id }) => id === type) ?? null;
}

/** What a line bills by its own VAT or that of the whole billing; its amounts are 0 while they cannot be read. */
export function billedService(line: BillingLine, vatOfAll: number | null): BilledService {
  return {
    billing_service_id: line.service?.id ?? 0,
    vat: (line.vat?.id ?? vatOfAll ?? 0) as VatType,
    income_account: line.account?.code ?? '',
    total_minor: parseAmount(line.total_amount) ?? 0n,
  };
}

/** Income and VAT of a line, in minor units. */
export function incomeAndVat(line: BillingLine, vatOfAll: number | null): { income: bigint; vat: bigint } {
  const { total_minor, vat_minor } = invoiceSums([billedService(line, vatOfAll)]);
  return { income: total_minor - vat_minor, vat: vat_minor };
}

/** The text of a cell, as it is edited and copied. */
export function billingCellText(line: BillingLine, field: BillingField): string {
  if (isComputed(field)) return '';
  return line.unread[field] ?? (isChosen(field) ? (line[field]?.code ?? '') : line[field]);
}

/** What a typed text means in a cell; `picked` is the row that was highlighted in an open picker. */
export function readBillingCell(
  field: ChosenField | TextField,
  text: string,
  choices: BillingChoices,
  picked?: Choice | null,
): grid.CellValue {
  const typed = text.trim();
  if (isChosen(field)) {
    const choice = picked ?? (typed === '' ? null : findByText(choices[field], typed));
    if (choice !== null || typed === '') return { kind: 'choice', choice };
    return { kind: 'unread', text: typed, message: `${SUBJECTS[field]} ${typed} is not on the list.` };
  }
  if (typed === '' || field === 'description') return { kind: 'text', text: typed };
  const read = readTypedAmount(typed);
  if (!read.ok) return { kind: 'unread', text: typed, message: `Total ${read.message}` };
  if (read.minor === 0n) return { kind: 'unread', text: typed, message: `Total ${NO_AMOUNT}` };
  return { kind: 'amount', amount: amountText(read.minor), ...(read.isSum ? { formula: typed } : {}) };
}

const SUBJECTS: Readonly<Record<ChosenField, string>> = { service: 'Service', vat: 'VAT', account: 'Income account' };

/** Headings as exports and people write them, letters only. */
export const BILLING_HEADINGS: Readonly<Record<string, BillingField>> = {
  service: 'service',
  servicename: 'service',
  billingservice: 'service',
  description: 'description',
  remarks: 'description',
  particulars: 'description',
  vat: 'vat',
  vattype: 'vat',
  account: 'account',
  accountcode: 'account',
  incomeaccount: 'account',
  total: 'total_amount',
  totalamount: 'total_amount',
  amount: 'total_amount',
};

/** The pasted rows as changes of lines. A text that means nothing stays in its cell, with the reason. */
export function pastedBillingLines(
  { columns, rows }: PastedCells<BillingField>,
  choices: BillingChoices,
): Partial<BillingLine>[] {
  return rows.map((cells) => {
    const line: Record<string, unknown> = {};
    const unread: Partial<Record<BillingField, string>> = {};
    const faults: Partial<Record<BillingField, string>> = {};
    for (const [index, field] of columns.entries()) {
      const text = cells[index];
      if (field === null || text === undefined || isComputed(field)) continue;
      const amount = field === 'total_amount' ? readPastedAmount(text) : null;
      const read =
        amount?.fault === undefined
          ? readBillingCell(field, amount?.value ?? text, choices)
          : { kind: 'unread' as const, text, message: `Total ${amount.fault}` };
      if (read.kind === 'unread') {
        line[field] = isChosen(field) ? null : '';
        unread[field] = read.text;
        faults[field] = read.message;
      } else line[field] = read.kind === 'choice' ? read.choice : read.kind === 'text' ? read.text : read.amount;
    }
    return { ...line, unread, faults };
  });
}

/** A line as the wire takes it. What could not be read is sent as it stands, so that the answer names it. */
export function billingLineInputOf(line: BillingLine): BillingInput['billing_details'][number] {
  return {
    billing_service_id: line.service?.id ?? null,
    account_code: billingCellText(line, 'account'),
    description: line.description,
    ...(line.vat === null ? {} : { vat: line.vat.id }),
    total_amount: billingCellText(line, 'total_amount') || '0',
  };
}
