import type { ScreenOverride } from '../record/resource-parts.ts';
import { payeeOf } from './payee/own-payee.ts';

/** Payee type of a business partner's own payee (spec 1 §3, other type list). */
const BUSINESS_PARTNER = '2';

/** A payee that is added from the form is the partner's own. */
export const businessPartnerOverride: ScreenOverride = {
  startOfAdded: payeeOf({
    payee_type: BUSINESS_PARTNER,
    fields: { payee_code: 'bp_code', payee_desc: 'name', email_add: 'email_address' },
  }),
};
