import { expect, it } from 'vitest';
import { allResources } from './resource-table.ts';
import { FOR_INFORMATION } from '../resource/field.ts';

it('a field that nothing depends on says so in its form', () => {
  const told = allResources().flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, { hint }]) =>
      hint?.startsWith(FOR_INFORMATION) ? [`${name}.${field}`] : [],
    ),
  );
  expect(told).toEqual([
    'business_partner.risk_code',
    'business_partner.risk_eval_date',
    'business_partner.client_type',
    'business_partner.dpa_consent_tag',
    'business_partner.pep_tag',
    'business_partner.kyc_stat',
    'regional_head.rh_code',
    'user.approver',
  ]);
});
