import { field } from '../../resource/field.ts';

/**
 * The address of a branch, payee or business partner, smallest part first (spec 1 §3). It has no province: the HR
 * system's provinces stand in the city, their cities and municipalities in the municipality.
 */
export const addressFields = {
  house_unit: field.address({ label: 'House or unit', max: 250, optional: true }),
  street: field.address({ label: 'Street', max: 250, optional: true }),
  barangay: field.address({ label: 'Barangay', max: 250, optional: true, place: 'barangay' }),
  municipality: field.address({ label: 'Municipality', max: 250, optional: true, place: 'municipality' }),
  city: field.address({ label: 'City', max: 250, optional: true, place: 'city' }),
  region: field.address({ label: 'Region', max: 250, optional: true, place: 'region' }),
  zip_code: field.number({ label: 'Zip code', max: 10, optional: true }),
} as const;

/** Their order in a form: from the largest part to the smallest where each is chosen inside the one before. */
export const ADDRESS_FORM = ['region', 'city', 'municipality', 'barangay', 'street', 'house_unit', 'zip_code'] as const;
