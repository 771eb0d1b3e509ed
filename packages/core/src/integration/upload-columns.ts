/** The files in which other systems hand over batches, and the columns of each (decisions §7). */

/** A kind of record that a cell names by code, by name or by Record ID. */
export type NamedRecord = 'branch' | 'department' | 'section' | 'payee' | 'account' | 'service' | 'bank' | 'currency';

/** How the text of a cell is read. */
export type CellForm = 'text' | 'number' | 'amount' | 'balance' | 'rate' | 'date' | 'count' | 'flag';

export interface UploadColumn {
  readonly name: string;
  /** Its heading in a template, and how messages call it. */
  readonly label: string;
  /** What else files call it. */
  readonly also: readonly string[];
  readonly required: boolean;
  readonly form: CellForm;
  /** Of a text: so many characters at most; line breaks belong into longer ones. */
  readonly longest: number;
  /** What kind of record it names; absent where it names none. */
  readonly names?: NamedRecord;
  /** What a template says of it, where neither its form nor what it names says enough. */
  readonly says?: string;
  /** It tells of a document, not of one of its lines. */
  readonly of_head: boolean;
}

/** What a name or a number of somebody else's may have, and what remarks may. */
export const SHORT_TEXT = 250;
export const LONG_TEXT = 4000;

type ColumnFacts = Partial<Omit<UploadColumn, 'name' | 'label'>>;

/** A column of text that may be empty, but for what is said of it. */
export const column = (name: string, label: string, facts: ColumnFacts = {}): UploadColumn => ({
  name,
  label,
  also: [],
  required: false,
  form: 'text',
  longest: SHORT_TEXT,
  of_head: false,
  ...facts,
});

const required = true;
const of_head = true;

const BATCH_NO = column('batch_no', 'Batch no', { form: 'number', also: ['Batch', 'Batch Number'] });
const DOCUMENT_NO = column('document_no', 'Document no', {
  required,
  form: 'number',
  also: ['Doc No', 'Ref', 'Document Number'],
});

const BANK = [
  column('bank_code', 'Bank code', { of_head, says: 'code' }),
  column('bank_account', 'Bank account', { of_head, says: 'account number' }),
] as const;
const DEPARTMENT = column('department', 'Department', { names: 'department', also: ['Dept', 'Department ID'] });
const PAYEE = column('payee', 'Payee', { names: 'payee', also: ['Payee Code', 'Payee Name', 'Payee ID'] });
const TYPE = column('document_type', 'Document type', {
  of_head,
  required,
  also: ['Type'],
  says: 'CV, CW, OB, DM, JE or CR',
});
const DATE = column('document_date', 'Document date', { of_head, required, form: 'date', also: ['Date'] });
const LINES = column('lines', 'Lines', { of_head, form: 'count' });
const TOTAL = column('debit_total', 'Debit total', { of_head, form: 'amount', also: ['Debit', 'Total'] });

/** What a document says of itself beside its type, date and parties. */
const OF_DOCUMENT = [
  column('currency', 'Currency', { of_head, says: 'code; empty is PHP' }),
  column('dollar_rate', 'Rate', { of_head, also: ['Dollar rate'], says: '55.250000; empty is the rate on file' }),
  ...BANK,
  column('payee_account_number', 'Payee account', { of_head, says: 'account number' }),
  column('vat', 'VAT', { of_head, says: '0 none, 1 vatable, 2 exempt, 3 zero rated' }),
  column('cheque_number', 'Cheque no', { of_head, also: ['Check No', 'Cheque number'] }),
  column('is_or_ar', 'Receipt', { of_head, says: '1 official, 2 acknowledgement, 3 both' }),
  column('is_confidential', 'Confidential', { of_head, form: 'flag' }),
] as const;

const OF_LINE = [
  column('account_code', 'Chart of Accounts', {
    required,
    names: 'account',
    also: ['Acct', 'Account', 'Account Code', 'GL', 'Account ID'],
  }),
  column('debit_amount', 'Debit', { required, form: 'amount', also: ['DR'] }),
  column('credit_amount', 'Credit', { required, form: 'amount', also: ['CR'] }),
  column('branch', 'Branch', { required, names: 'branch', also: ['BR', 'Branch Code', 'Branch ID'] }),
  DEPARTMENT,
  column('section', 'Section', { names: 'section', also: ['Sect', 'Section ID'] }),
  { ...PAYEE, also: ['Analysis', 'EMP_NAME', 'Employee', ...PAYEE.also] },
  column('service', 'Service', { names: 'service', also: ['Service ID'] }),
  column('atc_code', 'ATC', { says: 'code' }),
  column('tax_base', 'Tax base', { form: 'amount' }),
  column('billing_invoice_no', 'Invoice no', { also: ['Invoice'], says: 'number of one of our invoices' }),
  column('debit_php', 'PHP debit', { form: 'amount' }),
  column('credit_php', 'PHP credit', { form: 'amount' }),
  column('remarks', 'Remarks', { longest: LONG_TEXT, also: ['Remark'] }),
] as const;

const REMARKS_OF_DOCUMENT = column('remarks', 'Remarks', {
  of_head,
  longest: LONG_TEXT,
  also: ['Particulars', 'Remark'],
});

export const UPLOAD_KINDS = ['header-is', 'detail-is', 'header-p', 'detail-p', 'entries'] as const;
export type UploadKind = (typeof UPLOAD_KINDS)[number];

/** What a file holds of a batch. */
export type UploadHalf = 'header' | 'detail' | 'whole';

export interface UploadFile {
  readonly title: string;
  /** The source whose batches it holds, where nobody says another. */
  readonly source: string;
  readonly half: UploadHalf;
  readonly columns: readonly UploadColumn[];
}

const asHead = (one: UploadColumn): UploadColumn => ({ ...one, of_head });

export const UPLOAD_FILES: Readonly<Record<UploadKind, UploadFile>> = {
  'header-is': {
    title: 'IS header',
    source: 'IS',
    half: 'header',
    columns: [
      BATCH_NO,
      DOCUMENT_NO,
      TYPE,
      DATE,
      asHead(DEPARTMENT),
      asHead(PAYEE),
      ...OF_DOCUMENT,
      column('atc_code', 'ATC', { of_head, says: 'code' }),
      REMARKS_OF_DOCUMENT,
      LINES,
      TOTAL,
    ],
  },
  'detail-is': { title: 'IS detail', source: 'IS', half: 'detail', columns: [BATCH_NO, DOCUMENT_NO, ...OF_LINE] },
  'header-p': {
    title: 'Payroll header',
    source: 'PAYROLL',
    half: 'header',
    columns: [
      BATCH_NO,
      column('document_date', 'Pay date', { of_head, required, form: 'date', also: ['Date'] }),
      column('period_from', 'Period from', { of_head, required, form: 'date', also: ['From'] }),
      column('period_to', 'Period to', { of_head, required, form: 'date', also: ['To'] }),
      { ...TYPE, required: false },
      asHead(DEPARTMENT),
      asHead(PAYEE),
      ...BANK,
      REMARKS_OF_DOCUMENT,
      column('employees', 'Employees', { of_head, form: 'count' }),
      LINES,
      TOTAL,
    ],
  },
  'detail-p': {
    title: 'Payroll detail',
    source: 'PAYROLL',
    half: 'detail',
    columns: [BATCH_NO, { ...DOCUMENT_NO, required: false }, ...OF_LINE],
  },
  entries: {
    title: 'Entries',
    source: 'ENTRIES',
    half: 'whole',
    columns: [
      { ...DOCUMENT_NO, label: 'Entry no', also: ['Journal No', ...DOCUMENT_NO.also] },
      DATE,
      BATCH_NO,
      { ...TYPE, required: false },
      column('head_department', 'Batch department', { of_head, names: 'department' }),
      column('head_payee', 'Document payee', { of_head, names: 'payee' }),
      ...OF_DOCUMENT,
      column('head_atc', 'Document ATC', { of_head, says: 'code' }),
      column('head_remarks', 'Particulars', { of_head }),
      ...OF_LINE,
    ],
  },
};
