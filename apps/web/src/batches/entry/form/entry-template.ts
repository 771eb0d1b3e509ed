import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { LAST_DAY } from '@talaan/core/documents/regular/regular-schedule';
import { RATE_ONE } from '@talaan/core/money/rate';
import type { ResourceEntry } from '@talaan/contract/resource/define-resource';
import type { TemplateEntry } from '@talaan/contract/resources/books/regular-transaction.contract';
import type { regularTransaction } from '@talaan/contract/resources/books/regular-transaction.resource';
import type { EntryChoices } from '../../record/batch-calls.ts';
import type { Choice } from '../grid/grid-line.ts';
import { choiceOf, linesOfDetail } from '../lines/entry-line.ts';
import { filledLines, startLines } from '../lines/entry-lines.ts';
import { EMPTY_PART, type EntryForm } from './entry-form.ts';

/**
 * The form with what the server makes of a regular transaction: payee, bank, currency, taxes, remarks and lines; date,
 * confidentiality and the numbers of papers stay as they were entered.
 */
export function formOfTemplate({ headers, details, charged }: TemplateEntry, { header }: EntryForm): EntryForm {
  const made = headers[0]!;
  return {
    header: {
      ...header,
      regular_trx: made.regular_trx,
      adjusting: made.adjusting === 1,
      currency_id: made.currency_id,
      own_rate: false,
      remarks: made.remarks,
      payee: choiceOf(made.payee_id, made.payee_code, made.payee_desc),
      payee_bank_id: made.payee_bank_id,
      bank_id: made.bank_id,
      vat: made.vat,
      atc_code: made.atc_code ?? '',
      is_or_ar: made.is_or_ar ?? header.is_or_ar,
      tax_parts:
        charged.length === 0
          ? [EMPTY_PART]
          : charged.map(({ amount, atc_code }) => ({ ...EMPTY_PART, amount: amount ?? '', atc_code })),
    },
    lines: startLines(linesOfDetail(details, RATE_ONE)),
    touched: true,
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
