import type { CERTIFICATE_SHEETS } from '@talaan/contract/documents/tax-certificate/tax-certificate.contract';

export type CertificateSheet = (typeof CERTIFICATE_SHEETS)[number];

/** The sheets that a 2307 is printed on, to choose from. */
export const CERTIFICATE_SHEET_CHOICES: readonly { value: CertificateSheet; label: string }[] = [
  { value: 'A4', label: 'A4' },
  { value: 'Folio', label: '8.5 × 13 in' },
];
