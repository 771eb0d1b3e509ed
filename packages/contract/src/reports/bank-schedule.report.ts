import * as z from 'zod';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { defineReport } from './kit/define-report.ts';
import { choices, period, reference } from './kit/report-filters.ts';
import { calendarDay } from '../documents/wire-values.ts';

/**
 * What a voucher charges to an account: debit less credit in pesos of a line that is not on the account of its bank, so that the rows of
 * a voucher add up to what it takes from the bank; what was withheld is negative. A voucher that was voided on its own day is one row
 * VOID of 0.00 (reports.md §0, §8).
 */
const bankScheduleRow = z.object({
  voucher_date: calendarDay,
  voucher_number: z.string().nullable(),
  cheque_number: z.string().nullable(),
  /** Payee and remarks of the voucher. */
  particulars: z.string(),
  amount: z.string(),
  account_code: z.string().nullable(),
  /** 'VOID' where the voucher is. */
  account_charge: z.string(),
  /** The account behind the bank account. */
  bank_account: z.string(),
  bank_name: z.string(),
  bank_id: z.string(),
  document_type: z.string(),
  batch_number: z.string(),
  entry_id: z.string(),
  /** 0 for the row of a voided voucher. */
  line_no: z.int(),
  is_reversal: z.boolean(),
  is_masked: z.boolean(),
});
export type BankScheduleRow = z.infer<typeof bankScheduleRow>;

const { CV, CW, OB, DM } = DOCUMENT_TYPES;

/** The CV CIB subsidiary schedule: what the vouchers of each bank account are charged to. */
export const bankScheduleReport = defineReport({
  name: 'cib-subsidiary-schedule',
  calls: [{ path: '/rpt/cibsubschedReport' }],
  filters: {
    period: period(),
    bank_id: reference('Bank', 'bank', 'All banks', 'id'),
    document_type: choices('Types', { CV: CV.label, CW: CW.label, OB: OB.label, DM: DM.label }, ['CV', 'CW']),
  },
  row: bankScheduleRow,
  key: ['entry_id', 'line_no'],
  drill: [],
  totals: z.object({ amount: z.string() }),
  layout: {
    columns: [
      { field: 'voucher_date', header: 'Date', kind: 'date', width: 11, once: 'entry_id' },
      {
        field: 'voucher_number',
        header: 'Voucher No.',
        kind: 'code',
        width: 13,
        once: 'entry_id',
        opens: 'document',
      },
      { field: 'cheque_number', header: 'Cheque No.', kind: 'code', width: 13, once: 'entry_id' },
      { field: 'particulars', header: 'Particulars', kind: 'text', width: 44, grows: true, once: 'entry_id' },
      { field: 'amount', header: 'Amount', kind: 'amount', width: 16, total: true },
      { field: 'account_code', header: 'Account Code', kind: 'code', width: 12 },
      { field: 'account_charge', header: 'Account Charge', kind: 'text', width: 32, grows: true },
      { field: 'document_type', header: 'Type', kind: 'code', width: 5, on: ['file'] },
      { field: 'batch_number', header: 'Batch', kind: 'code', width: 10, on: ['file'] },
      { field: 'bank_account', header: 'Bank Account Code', kind: 'code', width: 12, on: ['file'] },
      { field: 'bank_name', header: 'Bank Account', kind: 'text', width: 30, on: ['file'] },
    ],
    levels: [
      {
        code: 'bank_account',
        name: 'bank_name',
        one: 'charge',
        many: 'charges',
        sums: 'below',
        opens: {
          report: 'subsidiary',
          filter: ([account = '']) => ({ account_from: account, account_to: account, document_type: '' }),
        },
      },
    ],
    basis: 'PHP, posted vouchers',
  },
  orientation: 'portrait',
  totalLabel: 'Total',
  paged: true,
  masked: ['particulars'],
});
