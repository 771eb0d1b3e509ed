import { BATCH_ACTIONS, type BatchDetail, type AllowedActions } from '@talaan/contract/documents/batch-view.contract';
import type { EntryChoices } from '../batches/batch-calls.ts';
import type { Answer } from './render-app.tsx';

/** Choices of a small company: two accounts, two branches, one department, periods of May 2025 open and April closed. */
export const CHOICES: EntryChoices = {
  accounts: [
    {
      id: 1,
      code: '102103',
      name: 'CIB - BPI CA 0001',
      acct_group: 'A',
      acct_class: 'B',
      currency_id: 1,
      department_required: false,
      role: 'CIB',
    },
    {
      id: 2,
      code: '502010',
      name: 'Rental Fee - Branches',
      acct_group: 'E',
      acct_class: 'I',
      currency_id: 1,
      department_required: true,
      role: null,
    },
  ],
  banks: [],
  services: [],
  branches: [
    { id: 11, code: 'SMP-001', name: 'SAMPOL MAIN' },
    { id: 12, code: 'SMP-002', name: 'SAMPOL QUIAPO' },
  ],
  departments: [{ id: 21, code: 'ACCT', name: 'Accounting' }],
  sections: [{ id: 31, code: 'ACCT-GL', name: 'General Ledger', department_id: 21 }],
  tax_codes: [
    {
      id: 41,
      code: 'WC120',
      name: 'Contractors',
      atc_rate: '2.00',
      rates: [{ effective_from: '2025-06-01', atc_rate: '3.00' }],
    },
  ],
  currencies: [
    { id: 1, code: 'P', name: 'Peso', iso_code: 'PHP' },
    { id: 2, code: 'D', name: 'Dollar', iso_code: 'USD' },
  ],
  rates: [
    { fiscal_year: 2025, period_no: 5, currency_id: 2, acct_class: 'B', dolr_rate: '56.25' },
    { fiscal_year: 2025, period_no: 5, currency_id: 2, acct_class: 'I', dolr_rate: '56.50' },
  ],
  periods: [
    { fiscal_year: 2025, period_no: 4, general_journal: 0, cash_receipt: 0, disbursement: 0 },
    { fiscal_year: 2025, period_no: 5, general_journal: 1, cash_receipt: 1, disbursement: 1 },
  ],
  regular_transactions: [],
};

/** Actions of which only the named ones are allowed, each with the status that it leads to; `unlock` with that of the batch. */
export function actionsOf(allowed: Partial<Record<(typeof BATCH_ACTIONS)[number], number>>): AllowedActions {
  return Object.fromEntries(
    BATCH_ACTIONS.map((action) => [
      action,
      action in allowed
        ? { allowed: true, code: null, message: null, status: allowed[action] ?? null }
        : { allowed: false, code: 'refused', message: `You cannot ${action} it.`, status: null },
    ]),
  ) as AllowedActions;
}

/** What a journal says of bank, cheque and receipt: nothing. */
export const NO_PAPER = {
  bank_id: null,
  bank_code: null,
  bank_name: null,
  bank_account: null,
  cheque_number: null,
  vat: null,
  atc_code: null,
  is_or_ar: null,
  or_number: null,
  ar_number: null,
  receipt_status: null,
  trx_purchase_order: null,
  amount: '1500.00',
  cheque_amount: '0.00',
  voucher_amount: '0.00',
  number_of_cheques: 0,
  matures_on: null,
} as const;

/** A stored journal of two lines, an active draft of Ana Reyes (user 7) unless it is changed. */
export function batchOf(change: Partial<BatchDetail> = {}): BatchDetail {
  const line = {
    header_key: 0,
    document_number: 'JE0000007',
    payee_id: null,
    payee_code: null,
    payee_desc: null,
    department_id: 21,
    dept_code: 'ACCT',
    dept_desc: 'Accounting',
    branch_id: 11,
    brnc_code: 'SMP-001',
    brnc_name: 'SAMPOL MAIN',
    section_id: null,
    section_code: null,
    section_name: null,
    billing_service_id: null,
    billing_service_name: null,
    atc_code: null,
    tax_base: null,
    part: null,
    remarks: 'MAY 2025',
  };
  const amounts = (debit: string, credit: string) => ({
    debit_amount: debit,
    credit_amount: credit,
    debit_php: debit,
    credit_php: credit,
  });
  const document = {
    ...NO_PAPER,
    id: '8',
    header_key: 0,
    currency_id: 1,
    dollar_rate: '1.00',
    is_pdc: 0,
    waits_for_period: false,
    payee_bank_id: null,
    payee_account_number: null,
    payee_account_name: null,
    payee_bank_code: null,
    payee_bank_name: null,
    contact_person: null,
    document_number: 'JE0000007',
    document_date: '2025-05-21',
    status: 1,
    accounting_status: 0,
    payee_id: null,
    payee_code: null,
    payee_desc: null,
    remarks: 'RENT OF MAY',
    total_amount: '1500.00',
    total_debit: '1500.00',
    total_credit: '1500.00',
    voided_at: null,
    voided_by: null,
    void_reason: null,
    journal_entry_id: null,
    posted_at: null,
    reversal_entry_id: null,
    reversal_date: null,
    void_date: null,
  };
  return {
    ...NO_PAPER,
    id: '7',
    batch_number: '0010234',
    document_type: 'JE',
    adjusting: 0,
    document_number: 'JE0000007',
    document_count: 1,
    document_date: '2025-05-21',
    status: 1,
    accounting_status: 0,
    voided: false,
    processing: 0,
    locked_by: null,
    locked_by_name: null,
    locked_at: null,
    is_confidential: 0,
    is_pdc: 0,
    regular_trx: null,
    payee_id: null,
    payee_code: null,
    payee_desc: null,
    risk_signals: [],
    risk_ticks: [],
    remarks: 'RENT OF MAY',
    currency_id: 1,
    currency: 'PHP',
    dollar_rate: '1.00',
    total_amount: '1500.00',
    total_debit: '1500.00',
    total_credit: '1500.00',
    amount_php: '1500.00',
    prepared_by: 7,
    preparer: 'Ana Reyes',
    date_encoded: '2025-05-21T02:00:00Z',
    edit_by: 'Ana Reyes',
    edit_date: '2025-05-21T02:00:00Z',
    approved_by: null,
    approved_remarks: '',
    submitted_at: null,
    attachments: 0,
    row_version: 3,
    cycle: 1,
    period_open: true,
    headers: [document],
    documents: [document],
    details: [
      {
        ...line,
        line_no: 1,
        account_code: '502010',
        acct_desc: 'Rental Fee - Branches',
        ...amounts('1500.00', '0.00'),
      },
      { ...line, line_no: 2, account_code: '102103', acct_desc: 'CIB - BPI CA 0001', ...amounts('0.00', '1500.00') },
    ],
    upload_file: [],
    timeline: [],
    route: [],
    allowed_actions: actionsOf({ edit: 1, submit: 2, archive: 20, delete: 1 }),
    changes: null,
    warnings: [],
    ...change,
  };
}

/** A page of a list with the given batches. */
export function pageOfBatches(batches: readonly BatchDetail[]): Answer {
  return {
    body: {
      data: batches,
      current_page: 1,
      from: batches.length === 0 ? 0 : 1,
      to: batches.length,
      total: batches.length,
      per_page: 10,
      last_page: 1,
      first_page_url: '',
      prev_page_url: null,
      next_page_url: null,
      last_page_url: '',
      totals: [],
    },
  };
}
