/** What master data says of a payee that bears on paying him. */
export interface PayeeState {
  readonly payee_code: string;
  readonly payee_desc: string;
  /** The business partner of his that is on hold, as 'BP-0001 Kunwari Pawnshops'; null for none. */
  readonly held_by: string | null;
  /** 0 active, 1 inactive, 2 resigned; null for whoever is no employee. */
  readonly employee_status: number | null;
  /** 0 active, 1 inactive; null for whoever is no sub-agent. */
  readonly sub_agent_status: number | null;
}

/** Why a payment to the payee is neither submitted nor released; null when it may be. */
export function paymentHold({ payee_code, payee_desc, held_by }: PayeeState): string | null {
  return held_by === null
    ? null
    : `Payee ${payee_code} ${payee_desc} is on hold: business partner ${held_by} has On hold set. Take the hold off there, or pay somebody else.`;
}

/** Why nothing new is billed to a customer, given the reason that is kept of it; null where he is billed. */
export function billingHold({
  payee_code,
  payee_desc,
  billing_hold,
}: Pick<PayeeState, 'payee_code' | 'payee_desc'> & { readonly billing_hold: string | null }): string | null {
  return billing_hold === null
    ? null
    : `Customer ${payee_code} ${payee_desc} is on hold: ${billing_hold.replace(/[^.!?]$/, '$&.')} Clear Billing hold at Payee Details to bill him.`;
}

/** What whoever pays the payee should know and may go on with, as sentences: final pay is due to whoever resigned. */
export function payeeWarnings({ payee_desc, employee_status, sub_agent_status }: PayeeState): string[] {
  return [
    ...(employee_status === RESIGNED
      ? [`${payee_desc} has resigned (Employee status). Pay only what is still due.`]
      : []),
    ...(employee_status === INACTIVE ? [`${payee_desc} is inactive as an employee (Employee status).`] : []),
    ...(sub_agent_status === INACTIVE ? [`${payee_desc} is inactive as a sub-agent (Sub-agent status).`] : []),
  ];
}

const INACTIVE = 1;
const RESIGNED = 2;
