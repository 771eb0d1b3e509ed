import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { LAST_DAY } from '@talaan/core/documents/regular/regular-schedule';
import { RATE_ONE } from '@talaan/core/money/rate';
import type { ResourceEntry } from '@talaan/contract/resource/define-resource';
import type {
  RegularTransaction,
  regularTransaction,
} from '@talaan/contract/resources/books/regular-transaction.resource';
import type { EntryChoices } from '../../record/batch-calls.ts';
import type { Choice } from '../grid/grid-line.ts';
import { choiceOf, linesOfDetail } from '../lines/entry-line.ts';
import { filledLines, startLines } from '../lines/entry-lines.ts';
import { EMPTY_PART, type EntryForm } from './entry-form.ts';

/**
 * The entry that a regular transaction makes: payee, bank, currency, remarks and lines are those of the template; date,
 * confidentiality and the numbers of papers stay as they were entered. What follows from the payee is looked up anew.
 */
export function entryOfTemplate(template: RegularTransaction, { header }: EntryForm): EntryForm {
  return {
    header: {
      ...header,
      regular_trx: template.id,
      adjusting: template.adjusting === 1,
      currency_id: template.currency_id,
      own_rate: false,
      remarks: template.remarks ?? '',
      payee: choiceOf(template.payee_id, template.payee_code, template.payee_desc),
      payee_bank_id: null,
      bank_id: template.bank_id,
      vat: null,
      atc_code: '',
      is_or_ar: template.is_or_ar ?? header.is_or_ar,
      tax_parts: [EMPTY_PART],
    },
    lines: startLines(linesOfDetail(template.lines.map(lineOf), RATE_ONE)),
    touched: true,
  };
}

/** A line of a template says nothing of pesos and tax, which are those of the day, and was proposed by no helper. */
function lineOf(line: RegularTransaction['lines'][number]) {
  return {
    ...line,
    account_code: line.account_code ?? '',
    acct_desc: line.acct_desc ?? '',
    remarks: line.remarks ?? '',
    debit_php: '0.00',
    credit_php: '0.00',
    billing_invoice_no: null,
    tax_base: null,
    part: null,
  };
}

/**
 * The regular transaction that an entry is kept as, under a title. Without its amounts the template leaves them to be
 * typed each time.
 */
export function templateOf(
  { header, lines }: EntryForm,
  choices: EntryChoices,
  { title, keepsAmounts }: { title: string; keepsAmounts: boolean },
): Record<keyof ResourceEntry<typeof regularTransaction>, unknown> {
  const has = DOCUMENT_TYPES[header.document_type].header;
  const amount = (text: string): string => (keepsAmounts && text !== '' ? text : '0.00');
  return {
    txn_type: title,
    document_type: header.document_type,
    adjusting: header.adjusting ? 1 : 0,
    payee_id: has.payee ? (header.payee?.id ?? null) : null,
    currency_id: header.currency_id,
    bank_id: has.bank_side === null ? null : header.bank_id,
    reverse_next_period: 0,
    is_or_ar: has.receipt ? header.is_or_ar : null,
    vat: null,
    atc_code: null,
    remarks: header.remarks,
    status: 1,
    schedule: 'none',
    first_period: null,
    last_period: null,
    day: LAST_DAY,
    sections: [],
    lines: filledLines(lines).map(({ line }) => ({
      section_no: 1,
      amount_mode: null,
      side: line.credit !== '' && line.credit !== '0.00' ? 'C' : 'D',
      part: null,
      account_id: idOf(choices.accounts, line.account),
      payee_id: line.payee?.id ?? null,
      department_id: line.department?.id ?? null,
      branch_id: line.branch?.id ?? null,
      section_id: line.section?.id ?? null,
      billing_service_id: line.billing_service?.id ?? null,
      atc_id: idOf(choices.tax_codes, line.atc),
      debit_amount: amount(line.debit),
      credit_amount: amount(line.credit),
      remarks: line.remarks,
    })),
  };
}

/** The Record ID of an account or tax code, which a stored line names by its code only. */
function idOf(records: readonly Choice[], choice: Choice | null): number | null {
  return records.find(({ code }) => code === choice?.code)?.id ?? null;
}
