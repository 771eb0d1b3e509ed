import type { ScreenOverride } from '../record/resource-parts.ts';
import { payeeOf } from './payee/own-payee.ts';

/** Payee type of a branch's own payee (spec 1 §3, other type list). */
const BRANCH = '3';

/** A payee that is added from the form is the branch's own. */
export const branchOverride: ScreenOverride = {
  startOfAdded: payeeOf({
    payee_type: BRANCH,
    fields: { payee_code: 'brnc_code', payee_desc: 'brnc_name', email_add: 'email_add' },
  }),
};
