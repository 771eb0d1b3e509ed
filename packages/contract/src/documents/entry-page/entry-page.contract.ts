import * as z from 'zod';
import { ACCOUNT_ROLES, type AccountRole } from '@talaan/core/ledger/account-role';
import { ACCESS } from '@talaan/core/access/access-level';
import { MOST_CHEQUES } from '@talaan/core/calendar/post-dated-series';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { riskView, routeStage } from '../batch-view.contract.ts';
import { calendarDay, documentType, requiredId, typedAmount } from '../wire-values.ts';
import { wireNumber } from '../../http/wire-number.ts';

const ROLES = Object.keys(ACCOUNT_ROLES) as AccountRole[];

const TAG = 'Transactions';
const create = { kind: 'document', level: ACCESS.insert } as const;
const typeQuery = z.object({ document_type: documentType.optional() });

/** The working number for a new entry: the one the caller already holds for the draft, else a fresh one. */
export const takeBatchNumber = defineRoute({
  method: 'GET',
  path: '/trx/batch-number',
  summary: 'Reserve a batch number',
  tag: TAG,
  access: create,
  query: z.object({ draft_id: z.uuid().optional(), document_type: documentType.optional() }),
  response: recordOf(z.object({ batch_number: z.string() })),
  keeps: true,
});

/** Gives an unused reservation back; it is the next one handed out. */
export const returnBatchNumber = defineRoute({
  method: 'DELETE',
  path: '/trx/batch-number/{batch_number}',
  summary: 'Give a reserved batch number back',
  tag: TAG,
  access: { kind: 'session' },
  params: z.object({ batch_number: z.string().max(20) }),
  query: typeQuery,
  response: recordOf(z.object({ returned: z.boolean() })),
});

/** Shows which document number the next save would take; nothing is taken. */
export const previewDocumentNumber = defineRoute({
  method: 'GET',
  path: '/trx/doc-number',
  summary: 'Preview the next document number',
  tag: TAG,
  access: create,
  query: z.object({ document_type: documentType.optional() }),
  response: recordOf(z.object({ document_number: z.string() })),
});

/** The numbers that the next vouchers would take, one for each cheque; nothing is taken (decisions §5). */
export const previewVoucherNumbers = defineRoute({
  method: 'GET',
  path: '/trx/voucher-number',
  summary: 'Preview the next voucher numbers',
  tag: TAG,
  access: create,
  query: z.object({
    count: wireNumber(
      z
        .number('count must be a number.')
        .int()
        .min(1, 'count must be at least 1.')
        .max(MOST_CHEQUES, `A series has up to ${MOST_CHEQUES} cheques.`),
    ).default(1),
  }),
  response: recordOf(z.object({ voucher_number: z.string(), voucher_numbers: z.array(z.string()) })),
});

/** Callers may send the token of the e-receipt provider as the specification shows; the server has its own. */
const receiptNumberQuery = z.object({ token: z.string().max(4000).optional() });

/** The official receipt number that the next issue would take; nothing is taken. */
export const previewOfficialReceipt = defineRoute({
  method: 'GET',
  path: '/trx/or-number',
  summary: 'Preview the next official receipt number',
  tag: TAG,
  access: create,
  query: receiptNumberQuery,
  response: recordOf(z.object({ or_number: z.string() })),
});

/** The acknowledgement receipt number that the next issue would take; nothing is taken. */
export const previewAcknowledgementReceipt = defineRoute({
  method: 'GET',
  path: '/trx/ar-number',
  summary: 'Preview the next acknowledgement receipt number',
  tag: TAG,
  access: create,
  query: receiptNumberQuery,
  response: recordOf(z.object({ ar_number: z.string() })),
});

/** Who must and who may approve such an entry: shown before submitting. */
export const previewApprovalRoute = defineRoute({
  method: 'GET',
  path: '/trx/approval-route',
  summary: 'Preview the approval route of an amount',
  tag: TAG,
  access: create,
  query: z.object({
    document_type: documentType,
    total_amount: z.string().max(40),
    currency_id: requiredId('currency id').default(1),
    dollar_rate: z.string().max(20).default('1'),
    /** What it writes off of invoices, with what was written off of them before. */
    written_off: typedAmount.optional(),
  }),
  response: recordOf(
    z.object({
      route: z.array(routeStage),
      /** Why nobody could approve it; null when every stage has somebody. */
      refusal: z.string().nullable(),
    }),
  ),
});

/** What an approver would be told of a payment as it is typed; nothing is kept. */
export const previewRisks = defineRoute({
  method: 'POST',
  path: '/trx/risks',
  summary: 'Preview the risk signals of a payment',
  tag: TAG,
  access: create,
  body: z.object({
    document_type: documentType,
    /** The stored batch that is changed. */
    batch_number: z.string().max(20).nullable().default(null),
    payee_id: z.int().positive(),
    payee_bank_id: z.int().positive().nullable().default(null),
    currency_id: z.int().positive().default(1),
    dollar_rate: z.string().max(20).default('1'),
    /** Of each document, in the currency. */
    total_amount: z.string().max(40),
    /** Calendar dates; of a series one for each cheque. */
    dates: z.array(z.iso.date()).min(1).max(MOST_CHEQUES),
    remarks: z.string().max(2000).default(''),
    regular_trx: z.int().positive().nullable().default(null),
  }),
  response: recordOf(z.array(riskView)),
  reads: true,
  in_preview: true,
});

const code = { id: z.int(), code: z.string(), name: z.string() };

/** Everything the entry grid chooses from, in one call; payees are searched by /payefile/dropdown-list. */
export const entryChoices = defineRoute({
  method: 'GET',
  path: '/trx/entry-choices',
  summary: 'Choices of the entry grid',
  tag: TAG,
  access: create,
  response: recordOf(
    z.object({
      accounts: z.array(
        z.object({
          ...code,
          acct_group: z.string(),
          acct_class: z.string(),
          currency_id: z.int(),
          department_required: z.boolean(),
          /** What the account is in the books: CIB, EWT, INPUT_VAT …; null for none. */
          role: z.enum(ROLES).nullable(),
        }),
      ),
      /** Own bank accounts: code is the account number, name what it is called. */
      banks: z.array(
        z.object({
          ...code,
          bank_code: z.string(),
          bank_name: z.string(),
          acct_code: z.string(),
          currency_id: z.int(),
        }),
      ),
      services: z.array(z.object({ id: z.int(), name: z.string() })),
      branches: z.array(z.object(code)),
      departments: z.array(z.object(code)),
      sections: z.array(z.object({ ...code, department_id: z.int() })),
      /** The rate of a date is the last of `rates` that has begun, else `atc_rate`. */
      tax_codes: z.array(
        z.object({
          ...code,
          atc_rate: z.string(),
          rates: z.array(z.object({ effective_from: calendarDay, atc_rate: z.string() })),
        }),
      ),
      currencies: z.array(z.object({ ...code, iso_code: z.string() })),
      rates: z.array(
        z.object({
          fiscal_year: z.int(),
          period_no: z.int(),
          currency_id: z.int(),
          acct_class: z.string(),
          dolr_rate: z.string(),
        }),
      ),
      periods: z.array(
        z.object({
          fiscal_year: z.int(),
          period_no: z.int(),
          general_journal: z.int(),
          cash_receipt: z.int(),
          disbursement: z.int(),
        }),
      ),
      /** Templates of entries, by title; `GET /regular-txn/{id}` answers one with its lines. */
      regular_transactions: z.array(z.object({ id: z.int(), txn_type: z.string(), document_type: z.string() })),
    }),
  ),
});

/** Codes of pasted rows, resolved to ids; a code that is unknown or inactive is absent from the answer. */
export const resolvePayees = defineRoute({
  method: 'POST',
  path: '/trx/resolve-payees',
  summary: 'Resolve payee codes of pasted lines',
  tag: TAG,
  access: create,
  body: z.object({ codes: z.array(z.string().max(40)).max(5000) }),
  response: recordOf(z.array(z.object(code))),
  reads: true,
  in_preview: true,
});
