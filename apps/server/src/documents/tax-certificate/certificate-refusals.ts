import { nameConstraints } from '../../platform/http/constraint-errors.ts';
import { conflict } from '../../platform/http/problem.ts';

const changed = () =>
  conflict('certificate_changed', 'What was withheld has changed meanwhile. Look at the list and print again.');

/** Names what the schema refuses of certificates, so that a race and a polite check answer alike. */
export function nameCertificateConstraints(): void {
  nameConstraints({
    tax_certificate_line_once: changed,
    tax_certificate_of_posting: changed,
    tax_certificate_whole: changed,
    tax_certificate_kept: changed,
    tax_certificate_tax: () => conflict('nothing_withheld', 'Nothing was withheld, so there is nothing to certify.'),
  });
}
