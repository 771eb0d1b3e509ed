/**
 * What an accountant should know of an invoice before it is approved and while it stands: a VAT or a customer that is doubtful,
 * and the same bill a second time. They are told and hold nobody up: a customer may well be billed twice alike.
 */
import { billingDoubts, type BilledCustomer, type DoubtedService } from '../documents/billing/billing-doubts.ts';
import { signalOf, type RiskSignal } from './risk-signals.ts';

/** What the signals are found in. Nothing cancelled or rejected is in it. */
export interface BillingFacts {
  readonly customer: BilledCustomer;
  readonly services: readonly DoubtedService[];
  /** Other billings of the same customer, services and amounts in the month of this one; what a template made of another is none. */
  readonly alike: readonly { readonly batch_id: string }[];
}

/** Every signal of a billing. */
export function billingSignals({ customer, services, alike }: BillingFacts): RiskSignal[] {
  const twice = `${customer.payee_desc} is billed the same services and amounts by ${alike.length === 1 ? 'another billing' : `${alike.length} other billings`} of this month.`;
  return [
    ...(alike.length === 0 ? [] : [signalOf('billed_twice', 'notice', alike, { sentence: twice })]),
    ...billingDoubts(customer, services).map(({ kind, text }) =>
      signalOf(kind, 'notice', [], { sentence: text, basis: text }),
    ),
  ];
}
