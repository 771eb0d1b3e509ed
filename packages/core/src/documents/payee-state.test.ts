import { describe, expect, it } from 'vitest';
import { billingHold, payeeWarnings, paymentHold, type PayeeState } from './payee-state.ts';

const PAYEE: PayeeState = {
  payee_code: 'P-001',
  payee_desc: 'Ana Cruz',
  held_by: null,
  employee_status: null,
  sub_agent_status: null,
};

describe('the state of a payee', () => {
  it('stops payments while his business partner is on hold, naming both and the way out', () => {
    expect(paymentHold(PAYEE)).toBeNull();
    expect(paymentHold({ ...PAYEE, held_by: 'BP-0001 Kunwari Pawnshops' })).toBe(
      'Payee P-001 Ana Cruz is on hold: business partner BP-0001 Kunwari Pawnshops has On hold set. Take the hold off there, or pay somebody else.',
    );
  });

  it('stops billings while he is on hold himself, with the reason and the way out', () => {
    expect(billingHold({ ...PAYEE, billing_hold: null })).toBeNull();
    const told =
      'Customer P-001 Ana Cruz is on hold: Unpaid since May. Clear Billing hold at Payee Details to bill him.';
    expect(billingHold({ ...PAYEE, billing_hold: 'Unpaid since May.' })).toBe(told);
    expect(billingHold({ ...PAYEE, billing_hold: 'Unpaid since May' })).toBe(told);
  });

  it.each([
    [{}, []],
    [{ employee_status: 0, sub_agent_status: 0 }, []],
    [{ employee_status: 1 }, ['Ana Cruz is inactive as an employee (Employee status).']],
    [{ employee_status: 2 }, ['Ana Cruz has resigned (Employee status). Pay only what is still due.']],
    [{ sub_agent_status: 1 }, ['Ana Cruz is inactive as a sub-agent (Sub-agent status).']],
  ])('warns of %j', (change, warnings) => {
    expect(payeeWarnings({ ...PAYEE, ...change })).toEqual(warnings);
  });
});
