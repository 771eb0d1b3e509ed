import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { printOf } from '../document-print.ts';
import { flag, oneOf, requiredId } from '../wire-values.ts';

const TAG = 'BIR Form 2307';
/** Pesos as decimal text with 2 decimals; corrections are less than nothing. */
const pesos = z.string();

/** A row of Part III. */
const certificateRow = z.object({
  atc_code: z.string(),
  atc_desc: z.string(),
  month_1: pesos,
  month_2: pesos,
  month_3: pesos,
  total: pesos,
  tax: pesos,
});
export type CertificateRowOnPaper = z.infer<typeof certificateRow>;

const party = z.object({
  /** `123-456-789-00000`; '' where none is known, as of everything that follows. */
  tin: z.string(),
  /** LAST, FIRST MIDDLE of a person, else the registered name. */
  name: z.string(),
  address: z.string(),
  zip_code: z.string(),
});

/** What a certificate says, as it was issued. */
export const certificateRecord = z.object({
  fiscal_year: z.int(),
  quarter: z.int(),
  payee: party.extend({ foreign_address: z.string() }),
  payor: party,
  signatory: z.object({ name: z.string(), title: z.string(), tin: z.string() }),
  income: z.array(certificateRow),
  business: z.array(certificateRow),
});
export type CertificateRecord = z.infer<typeof certificateRecord>;

/** Why no mail goes to the address of a payee: it was changed within the last day, or by whoever would send. */
const ADDRESS_HOLDS = ['address_is_new', 'address_is_own'] as const;
export type AddressHold = (typeof ADDRESS_HOLDS)[number];

/** What is done for a payee: a certificate, a copy of those that hold it, their end, or nothing. */
export const CERTIFICATE_ACTS = ['issue', 'copy', 'withdraw', 'nothing'] as const;

/** What a print would do for one payee and quarter, and what would be missing on its paper. */
const plannedCertificate = z.object({
  payee_id: z.int(),
  payee_code: z.string(),
  payee_desc: z.string(),
  email_add: z.string(),
  address_hold: z.enum(ADDRESS_HOLDS).nullable(),
  fiscal_year: z.int(),
  quarter: z.int(),
  act: z.enum(CERTIFICATE_ACTS),
  /** Something of what is certified was taken back since: with `replace` there is a new one. */
  is_changed: z.boolean(),
  /** How many of its certificates end. */
  replaces: z.int(),
  total_base: pesos,
  total_tax: pesos,
  /** 'no TIN', 'no ZIP code': printed blank. */
  missing: z.array(z.string()),
});
export type PlannedCertificate = z.infer<typeof plannedCertificate>;

/** What a print or a check would do. */
const planned = z.object({
  data: z.array(plannedCertificate),
  /** What the profile of the company lacks on every certificate. */
  company_lacks: z.array(z.string()),
});

/** A 2307 is printed on A4, at nine tenths of its size, or on 8.5 × 13 in. */
export const CERTIFICATE_SHEETS = ['A4', 'Folio'] as const;

/** More are made in the background. */
export const CERTIFICATES_AT_ONCE = 20;

const ofQuarter = {
  fiscal_year: oneOf(
    'fiscal year',
    Array.from({ length: 200 }, (_, at) => 1901 + at),
  ),
  quarter: oneOf('quarter', [1, 2, 3, 4]),
  payee_ids: z
    .array(requiredId('payee id'), 'payee ids is required.')
    .min(1, 'Choose whose certificates to print.')
    .max(500, 'Up to 500 payees at once.'),
  /** Everything of the quarter anew, in place of what was certified before. */
  replace: flag.default(0),
};
const sheet = z.enum(CERTIFICATE_SHEETS, 'sheet must be A4 or Folio.').default('A4');
const params = z.object({ id: z.string().min(1).max(20) });
const ofDocument = { kind: 'document', level: ACCESS.select } as const;
const ofList = (level: 1 | 2) => ({ kind: 'module', module: 'BIR Form 2307', level }) as const;

/** What the print of a batch would certify. */
export const checkCertificatesOfBatch = defineRoute({
  method: 'GET',
  path: '/trx/print-2307/{id}',
  summary: 'What the 2307s of a batch would certify',
  tag: TAG,
  access: ofDocument,
  params,
  response: planned,
});

/** Certifies what a batch withheld, and answers the certificates as one file; asked for again, it answers copies of them. */
export const printCertificatesOfBatch = defineRoute({
  method: 'POST',
  path: '/trx/print-2307/{id}',
  summary: '2307s of a batch as PDF',
  tag: TAG,
  access: ofDocument,
  params,
  body: z.object({ sheet }),
  file: 'application/pdf',
  reads: true,
  long: true,
});

/** What the certificates of a quarter would be. */
export const checkCertificates = defineRoute({
  method: 'POST',
  path: '/rpt/bir2307/check',
  summary: 'What the 2307s of a quarter would certify',
  tag: TAG,
  access: ofList(ACCESS.select),
  body: z.object(ofQuarter),
  response: planned,
  reads: true,
  in_preview: true,
});

/** A certificate as its paper shows it: whether it holds, or ended by another one or without any. */
const shownCertificate = certificateRecord.extend({ state: z.enum(['stands', 'replaced', 'withdrawn']) });

/** Of one payee what his certificates of a quarter say, or what would be certified; no copy of them. */
export const previewCertificate = defineRoute({
  method: 'POST',
  path: '/rpt/bir2307/preview',
  summary: 'The 2307 of a payee and quarter as it would be printed',
  tag: TAG,
  access: ofList(ACCESS.select),
  body: z.object({ fiscal_year: ofQuarter.fiscal_year, quarter: ofQuarter.quarter, payee_id: requiredId('payee id') }),
  response: recordOf(z.object({ plan: plannedCertificate, certificates: z.array(printOf(shownCertificate)) })),
  reads: true,
  in_preview: true,
});

/** The certificates of a quarter, and on what they are printed. */
export const quarterOnSheet = z.object({ ...ofQuarter, sheet });

/** Certifies a quarter of these payees, and answers all certificates as one file. */
export const printCertificates = defineRoute({
  method: 'POST',
  path: '/rpt/bir2307/print',
  summary: '2307s of a quarter as PDF',
  tag: TAG,
  access: ofList(ACCESS.insert),
  body: quarterOnSheet,
  file: 'application/pdf',
  reads: true,
  long: true,
});

/** What became of a mail to a payee. */
export const CERTIFICATE_MAIL_OUTCOMES = ['queued', 'no_address', ...ADDRESS_HOLDS, 'nothing'] as const;

/** The same by mail, one to each payee. */
export const mailCertificates = defineRoute({
  method: 'POST',
  path: '/rpt/bir2307/mail',
  summary: 'Send the 2307s of a quarter to their payees',
  tag: TAG,
  access: ofList(ACCESS.insert),
  body: z.object(ofQuarter),
  response: z.object({
    data: z.array(
      z.object({
        payee_id: z.int(),
        payee_desc: z.string(),
        outcome: z.enum(CERTIFICATE_MAIL_OUTCOMES),
        to_address: z.string(),
      }),
    ),
    queued: z.int(),
    /** Whether a mail server is set; without one the mails are kept as not sent. */
    has_server: z.boolean(),
  }),
});
