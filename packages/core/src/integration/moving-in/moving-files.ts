/** The files of a move: what a company brings from its old books, and the columns of each (`many.md` §5). */
import { column, type UploadFile } from '../upload-columns.ts';

export const MOVING_KINDS = ['balances', 'invoices', 'vouchers', 'cheques', 'deposits', 'statements'] as const;
export type MovingKind = (typeof MOVING_KINDS)[number];

const required = true;
const BRANCH = column('branch', 'Branch', { names: 'branch', also: ['BR', 'Branch Code', 'Branch ID'] });
/** The remarks of a voucher are put behind its number and its dates. */
const REMARKS = column('remarks', 'Remarks', { longest: 2000, also: ['Remark', 'Particulars'] });
const DUE_DATE = column('due_date', 'Due date', { form: 'date', also: ['Due'] });
const AMOUNT = column('amount', 'Amount', { required, form: 'amount' });
const BANK_ACCOUNT = column('bank', 'Bank account', {
  required,
  names: 'bank',
  also: ['Account no', 'Account number', 'Bank'],
});
const ACCOUNT = column('account', 'Account', {
  required,
  names: 'account',
  also: ['Acct', 'Account Code', 'GL', 'Chart of Accounts', 'Account ID'],
});

/** A row stands for itself: nothing is joined. */
type MovingFile = Omit<UploadFile, 'source' | 'half'> & { readonly half: 'header'; readonly what: string };

export const MOVING_FILES: Readonly<Record<MovingKind, MovingFile>> = {
  balances: {
    title: 'Trial balance',
    what: 'Every account with its balance on the day, as the old books print it.',
    half: 'header',
    columns: [
      ACCOUNT,
      column('debit_amount', 'Debit', { required, form: 'amount', also: ['DR'] }),
      column('credit_amount', 'Credit', { required, form: 'amount', also: ['CR'] }),
      BRANCH,
      column('department', 'Department', { names: 'department', also: ['Dept', 'Department ID'] }),
      column('payee', 'Analysis', { names: 'payee', also: ['Customer', 'Payee', 'Payee Code'] }),
      column('currency', 'Currency', {
        names: 'currency',
        says: 'of the receivable, where its balances are given by currency',
      }),
      column('fc_debit', 'FC debit', { form: 'amount', also: ['Foreign debit'] }),
      column('fc_credit', 'FC credit', { form: 'amount', also: ['Foreign credit'] }),
      REMARKS,
    ],
  },
  invoices: {
    title: 'Open invoices',
    what: 'What customers still owe, an invoice a row, under its old number.',
    half: 'header',
    columns: [
      column('payee', 'Customer', { required, names: 'payee', also: ['Payee', 'Customer Code', 'Customer Name'] }),
      column('number', 'Invoice no', { required, form: 'number', also: ['Invoice', 'Invoice Number', 'SI No'] }),
      column('on_date', 'Billing date', { required, form: 'date', also: ['Date', 'Invoice date'] }),
      column('term', 'Term', { form: 'count', also: ['Days', 'Payment term'] }),
      DUE_DATE,
      column('currency', 'Currency', { names: 'currency' }),
      column('rate', 'Rate', { form: 'rate', also: ['Dollar rate'] }),
      column('original_amount', 'Original amount', { form: 'amount', also: ['Invoice amount', 'Total'] }),
      column('amount', 'Open amount', { required, form: 'amount', also: ['Open', 'Balance', 'Amount due'] }),
      column('vat', 'VAT', { form: 'count' }),
      column('service', 'Service', { names: 'service' }),
      BRANCH,
      REMARKS,
    ],
  },
  vouchers: {
    title: 'Open vouchers',
    what: 'What suppliers are still owed, a bill a row, by the liability account on which it stands.',
    half: 'header',
    columns: [
      column('payee', 'Supplier', { required, names: 'payee', also: ['Payee', 'Vendor', 'Supplier Code'] }),
      column('number', 'Reference', { required, form: 'number', also: ['Ref', 'Voucher', 'Voucher no'] }),
      column('on_date', 'Date', { required, form: 'date', also: ['Voucher date'] }),
      DUE_DATE,
      ACCOUNT,
      AMOUNT,
      BRANCH,
      REMARKS,
    ],
  },
  cheques: {
    title: 'Cheques',
    what: 'Cheques that are out and not paid by the bank, and cheques of customers that are held.',
    half: 'header',
    columns: [
      column('direction', 'Direction', { required, also: ['Issued or received'] }),
      column('bank_name', 'Bank', { required, also: ['Bank account', 'Account no', 'Drawn on'] }),
      column('number', 'Cheque no', { required, form: 'number', also: ['Check No', 'Cheque number'] }),
      column('on_date', 'Cheque date', { required, form: 'date', also: ['Date', 'Check date'] }),
      column('payee', 'Payee', { required, names: 'payee', also: ['Customer', 'Supplier', 'Payee Code'] }),
      AMOUNT,
      column('invoice_no', 'Invoice no', { also: ['Invoice'] }),
    ],
  },
  deposits: {
    title: 'Deposits in transit',
    what: 'What was deposited and is not on the bank statement yet.',
    half: 'header',
    columns: [
      BANK_ACCOUNT,
      column('on_date', 'Date', { required, form: 'date', also: ['Deposit date'] }),
      column('number', 'Reference', { required, form: 'number', also: ['Ref', 'Deposit slip'] }),
      AMOUNT,
    ],
  },
  statements: {
    title: 'Bank statements',
    what: 'What each bank says of each account at the end of the day.',
    half: 'header',
    columns: [
      BANK_ACCOUNT,
      column('balance', 'Statement balance', { required, form: 'balance', also: ['Balance', 'Ending balance'] }),
    ],
  },
};
