import { expect, it } from 'vitest';
import { VAT_TYPE } from '../money/withholding.ts';
import { billingSignals, type BillingFacts } from './billing-signals.ts';

const { VATABLE, EXEMPT, ZERO_RATED } = VAT_TYPE;
const service = { vat: VATABLE, income_account: '408010', usual_vat: VATABLE } as const;
const QUIET: BillingFacts = {
  customer: { payee_desc: 'KUNWARI, INC.', vat: VATABLE, is_employee: false },
  services: [service, { ...service, usual_vat: null }],
  alike: [],
};

it.each<[string, Partial<BillingFacts>, string[]]>([
  ['a billing like any other', {}, []],
  [
    'an exempt customer who is billed VATable',
    {
      customer: { ...QUIET.customer, vat: EXEMPT },
      services: [service, { ...service, vat: ZERO_RATED, usual_vat: null }],
    },
    ['vat_doubt: KUNWARI, INC. is Vat Exempt by his record, and line 1 is billed VATable.'],
  ],
  ['an exempt customer who is billed exempt', { customer: { ...QUIET.customer, vat: EXEMPT }, services: [] }, []],
  [
    'an exempt line on income that is always VATable',
    { services: [service, { ...service, vat: EXEMPT }] },
    ['vat_doubt: Line 2 is billed Vat Exempt on 408010, which was billed Vatable before.'],
  ],
  [
    'an employee',
    { customer: { ...QUIET.customer, is_employee: true } },
    ['employee_billed: KUNWARI, INC. is an employee, and is billed as a customer.'],
  ],
  [
    'the same bill twice',
    { alike: [{ batch_id: '7' }] },
    ['billed_twice: KUNWARI, INC. is billed the same services and amounts by another billing of this month.'],
  ],
])('tells of %s', (_what, facts, told) => {
  const found = billingSignals({ ...QUIET, ...facts });
  expect(found.map(({ kind, sentence }) => `${kind}: ${sentence}`)).toEqual(told);
  expect(new Set(found.map(({ severity }) => severity)).size).toBeLessThanOrEqual(1);
});
