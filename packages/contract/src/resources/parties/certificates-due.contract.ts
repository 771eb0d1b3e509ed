import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { FISCAL_YEARS } from '../books/period.choices.ts';
import { wireNumber } from '../../http/wire-number.ts';

/** Pesos as decimal text with 2 decimals. */
const pesos = z.string();

/** What one customer withheld in one quarter by the books, and what the 2307s received of that quarter say. */
const certificateDue = z.object({
  /** Empty for tax in the books that names no customer. */
  payee_code: z.string().nullable(),
  payee_desc: z.string().nullable(),
  email: z.string().nullable(),
  fiscal_year: z.int(),
  quarter: z.int(),
  withheld: pesos,
  certified: pesos,
  /** Withheld less certified: above 0 where a certificate is missing, below where more was certified than taken. */
  missing: pesos,
  /** The day by which the certificate was to come: the 20th after the quarter. A calendar date. */
  due_date: z.string(),
});
export type CertificateDue = z.infer<typeof certificateDue>;

/** Which of them: those whose certificates are not what was withheld, or all. */
export const CERTIFICATE_STATES = ['open', 'all'] as const;

/** The chasing list: by customer and quarter of a year, the largest difference first. The withheld tax is the collections' own. */
export const listCertificatesDue = defineRoute({
  method: 'GET',
  path: '/certificates-due',
  summary: 'Tax withheld by customers against the 2307s received, by customer and quarter',
  tag: 'Master data',
  access: { kind: 'module', module: 'Collection', level: ACCESS.select },
  query: z.strictObject({
    fiscal_year: wireNumber(
      z
        .number('Year must be a whole number from 1901 to 2100.')
        .int('Year must be a whole number from 1901 to 2100.')
        .min(FISCAL_YEARS.min, 'Year must be a whole number from 1901 to 2100.')
        .max(FISCAL_YEARS.max, 'Year must be a whole number from 1901 to 2100.'),
    ),
    state: z.enum(CERTIFICATE_STATES, 'state must be open or all.').default('open'),
  }),
  response: recordOf(z.object({ rows: z.array(certificateDue), withheld: pesos, certified: pesos, missing: pesos })),
});
export type CertificatesDue = z.infer<typeof listCertificatesDue.response>['data'];
