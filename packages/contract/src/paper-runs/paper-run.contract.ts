import * as z from 'zod';
import { batchName } from '@talaan/core/documents/batch-key';
import { ALL_DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { printCertificates, quarterOnSheet } from '../documents/tax-certificate/tax-certificate.contract.ts';
import { recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { reportFile } from '../reports/files/report-file.contract.ts';

/** How many documents become one file. */
export const DOCUMENTS_IN_A_RUN = 500;

/** How many of these files a person may have that are not yet made. */
export const RUNS_AT_ONCE = 2;

const TAG = 'Printing';
const session = { kind: 'session' } as const;

const document = z.strictObject({
  document_type: z.enum(ALL_DOCUMENT_TYPES, 'document type is none.'),
  batch_number: z.string('batch number is required.').trim().min(1, 'batch number is required.').max(20),
  /** One voucher of a batch, by its number; all that stand where it is left out. */
  document_number: z.string().trim().min(1, 'document number is empty.').max(20).optional(),
});
export type DocumentInRun = z.infer<typeof document>;

/** How a run names what it prints: `CV 0000012`, and of one voucher its number as well: `CV 0000012, 0000345`. */
export function nameInRun({ document_number, ...batch }: DocumentInRun): string {
  return document_number === undefined ? batchName(batch) : `${batchName(batch)}, ${document_number}`;
}

/** Types whose papers are of one document each, which may be named alone. */
const NAMED_ALONE: readonly string[] = ['CV', 'CW'] satisfies DocumentType[];

const isPrintable = ({ document_type, document_number }: DocumentInRun) =>
  document_number === undefined || NAMED_ALONE.includes(document_type);

/** In the order in which they are to be printed; one that is named twice, or beside its whole batch, is printed once. */
const body = z.strictObject({
  documents: z
    .array(document.refine(isPrintable, 'document number names a voucher: CV or CW.'), 'documents is required.')
    .min(1, 'Choose what to print.')
    .max(DOCUMENTS_IN_A_RUN, `Up to ${DOCUMENTS_IN_A_RUN} documents at once.`),
});

/** What a run would print, and why not. Each asks the level of the print of one; unknown and hidden ones are answered alike. */
export const checkPaperRun = defineRoute({
  method: 'POST',
  path: '/papers/check',
  summary: 'Which of many documents would be printed, and why the others would not',
  tag: TAG,
  access: session,
  body,
  response: z.object({
    data: z.array(document.extend({ /** Null where it is printed. */ reason: z.string().nullable() })),
  }),
  reads: true,
  in_preview: true,
});

/**
 * Has the papers of many documents made as one PDF in the background: each on its own paper, by its type, and a copy in the register,
 * counted in the moment in which the file is ready. Answers 202 with the file, which is cancelled and taken out as those of reports
 * are; 422 that names each document that may not be printed.
 */
export const startPaperRun = defineRoute({
  method: 'POST',
  path: '/papers',
  summary: 'Have the papers of many documents made as one PDF',
  tag: TAG,
  access: session,
  body,
  response: recordOf(reportFile),
  may_be_later: true,
});

/**
 * The 2307s of many payees, as a file that is made in the background: what is certified is issued now, the copies are counted when the
 * file is ready.
 */
export const startCertificateRun = defineRoute({
  method: 'POST',
  path: '/rpt/bir2307/run',
  summary: 'Have the 2307s of a quarter made as one PDF in the background',
  tag: printCertificates.tag,
  access: printCertificates.access,
  body: quarterOnSheet,
  response: recordOf(reportFile),
  may_be_later: true,
});
