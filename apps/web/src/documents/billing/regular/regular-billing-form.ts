import { capital } from '@talaan/core/text/capital';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { readTypedAmount } from '@talaan/core/money/amount-formula';
import type {
  PreviewedBilling,
  RegularBillingInput,
} from '@talaan/contract/documents/billing/regular-billing.contract';
import type { TemplateEntry } from '@talaan/contract/resources/books/regular-transaction.contract';
import type { TypedAmounts } from '../../run/use-run.ts';
import type { BillingHeader } from '../billing-form.ts';

/** A line of what a template makes, by its place in it. */
export type RunLine = TemplateEntry['details'][number] & { readonly place: number };

/** A customer of a template with what he is billed, in the order of its lines. */
export interface RunCustomer {
  readonly payee_id: number;
  readonly code: string;
  readonly name: string;
  readonly lines: readonly RunLine[];
}

/** The customers of a template, each with all his lines. */
export function customersOf({ details }: TemplateEntry): RunCustomer[] {
  const ids = [...new Set(details.map(({ payee_id }) => payee_id))];
  return ids.flatMap((payee_id) => {
    const own = details.map((line, place) => ({ ...line, place })).filter((line) => line.payee_id === payee_id);
    const { payee_code, payee_desc } = own[0]!;
    return payee_id === null
      ? []
      : [{ payee_id, code: payee_code ?? '', name: payee_desc ?? `Customer ${payee_id}`, lines: own }];
  });
}

/** What is billed by a line, with VAT, as its field shows it; what is still asked is empty. */
export function amountOf({ place, credit_amount }: RunLine, typed: TypedAmounts): string {
  return typed[place] ?? (credit_amount === '0.00' ? '' : credit_amount);
}

/** The billings of these customers as the wire takes them; an amount that is none yet is 0, which the server refuses by its line. */
export function runInputOf(
  regular_trx: number,
  { billing_date, payment_term, currency_id, dollar_rate, remarks }: BillingHeader,
  customers: readonly RunCustomer[],
  typed: TypedAmounts,
): RegularBillingInput {
  const amount = (line: RunLine): string => {
    const text = amountOf(line, typed);
    return readTypedAmount(text).ok ? text : '0.00';
  };
  return {
    regular_trx,
    billing_date,
    payment_term: Number(payment_term),
    currency_id,
    dollar_rate: currency_id === CURRENCY_PESO ? null : dollar_rate,
    remarks,
    customers: customers.map(({ payee_id, lines }) => ({
      payee_id,
      branch_id: lines[0]!.branch_id,
      department_id: lines[0]!.department_id,
      billing_details: lines.map((line) => ({
        billing_service_id: line.billing_service_id,
        account_code: line.account_code,
        description: line.remarks,
        total_amount: amount(line),
      })),
    })),
  };
}

/** What keeps a customer from being billed, as sentences: the line is named where he has several. */
export function refusalsOf({ lines }: RunCustomer, told: PreviewedBilling | undefined): string[] {
  const texts = Object.values(told?.errors ?? {})
    .flat()
    .map((message) => (lines.length === 1 ? message.replace(/^line \d+: /i, '') : message));
  return [...new Set(texts.map(capital))];
}
