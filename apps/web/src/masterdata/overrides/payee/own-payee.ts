import type { FormValues } from '../../record/form-values.ts';
import type { ScreenOverride } from '../../record/resource-parts.ts';

/** Fields that payee, branch and business partner have under one name. */
const SHARED = [
  'business_type',
  'vat',
  'tin',
  'atc_code',
  'region',
  'city',
  'municipality',
  'barangay',
  'street',
  'house_unit',
  'zip_code',
  'contact_num',
] as const;

/**
 * What the payee of a branch or business partner starts with when it is added from that form: its type, and what the
 * form knows. `fields` names the form's field for each of the payee's that is called differently.
 */
export function payeeOf(own: {
  payee_type: string;
  fields: Readonly<Record<string, string>>;
}): NonNullable<ScreenOverride['startOfAdded']> {
  return (to, values) => {
    if (to !== 'payee') return {};
    const known = [...SHARED.map((name) => [name, name] as const), ...Object.entries(own.fields)];
    const start: FormValues = { payee_type: own.payee_type };
    for (const [name, from] of known) {
      const value = values[from];
      if (typeof value === 'string' && value !== '') start[name] = value;
    }
    return start;
  };
}
