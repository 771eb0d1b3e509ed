import { capital } from '@talaan/core/text/capital';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { DocumentKind } from '@talaan/contract/documents/document-kind';
import type { ReceiptDetail } from '@talaan/contract/documents/receipt/receipt-facts';
import type { ReceiptPrintRoutes } from '@talaan/contract/documents/receipt/receipt-print.contract';
import type { ReceiptPaper } from '@talaan/contract/documents/receipt/receipt.papers';
import { statusChip } from '@talaan/core/documents/document-status';
import { STATUS } from '@talaan/core/documents/status';
import { receiptSeries } from '@talaan/core/documents/document-type';
import { requireAmount } from '@talaan/core/money/money';
import { readBatch } from '../../batches/reading/read-batch.ts';
import { callNaming } from '../../batches/record/batch-call.ts';
import type { Database } from '../../platform/database/database.ts';
import { conflict, TamperedLink } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { registerRoute, type Call, type RouteServices } from '../../platform/http/register-route.ts';
import type { FrozenNumber } from '../print/frozen-paper.store.ts';
import { answerPrint, ofDocument, sendPrint } from '../print/print-document.ts';
import { readReceiptDetail, receiptDetailsOf } from './receipt-facts.store.ts';
import { queueReceipt, readMailsOf } from './receipt-mail.ts';
import type { ReceiptKinds } from './receipt-papers.ts';

type Kind = Pick<DocumentKind, 'types' | 'one'>;

/** The receipts of one type of document: their calls and their papers. */
export interface ReceiptsOf {
  readonly kind: Kind;
  readonly calls: ReceiptPrintRoutes;
  readonly papers: ReceiptKinds;
}

/** Serves the papers of receipts of one type as data, as PDF and by mail, and what became of their mails. */
export function registerReceiptPrint(
  server: FastifyInstance,
  services: RouteServices,
  receipts: ReceiptsOf,
  hasMailServer: boolean,
): void {
  const { kind, calls } = receipts;
  const { print, pdf, send, mails } = calls;
  registerRoute(server, services, print, async (call) => ({
    data: await answerPrint(services, call, await paperOf(call.db, call.user, receipts, call.params, call.body)),
  }));
  registerRoute(server, services, pdf, (call) =>
    sendPrint(services, call, (db) => paperOf(db, call.user, receipts, call.params, {})),
  );
  registerRoute(server, services, send, async ({ db, user, params }) => {
    const batch = await readBatch(db, callNaming(params.id, kind.types, user));
    requireIssued(batch, kind);
    const sent = await queueReceipt(db, user, batch.headers[0]!.id);
    return { data: { batch_number: batch.batch_number, ...sent, has_server: hasMailServer } };
  });
  registerRoute(server, services, mails, async ({ db, user, params }) => {
    const { headers } = await readBatch(db, callNaming(params.id, kind.types, user));
    return { data: await readMailsOf(db, headers[0]!.id) };
  });
}

type Asked = Call<ReceiptPrintRoutes['print']>;

async function paperOf(
  database: Database,
  user: Principal,
  { kind, papers }: ReceiptsOf,
  { id, paper }: Asked['params'],
  told: Partial<Asked['body']>,
) {
  const found = await findByNumber(database, id, paper, kind);
  const call = callNaming(found?.batch_number ?? id, kind.types, user);
  const shown = await readReceiptDetail(database, call, found?.given_up ?? null);
  requirePaper(shown, paper, kind);
  requireSame(shown, told);
  return ofDocument(papers[paper], shown);
}

/** The papers that receipts ask for, of batches that were read: official, acknowledgement, or both in turn. Refused where one is none. */
export async function receiptPapersOf(
  database: Database,
  { kind, papers }: Omit<ReceiptsOf, 'calls'>,
  batches: readonly BatchDetail[],
) {
  return (await receiptDetailsOf(database, batches)).map((shown) => {
    const asked = receiptSeries(shown.receipt.is_or_ar ?? 0);
    for (const paper of asked) requirePaper(shown, paper, kind);
    return asked.map((paper) => ofDocument(papers[paper], shown));
  });
}

/**
 * The batch behind the number of an official or an acknowledgement receipt, and the number where its document gave that up, as one
 * does that is restored after a void; null for anything else.
 */
async function findByNumber(
  database: Database,
  number: string,
  paper: ReceiptPaper,
  { types }: Kind,
): Promise<{ batch_number: string; given_up: FrozenNumber | null } | null> {
  if (!/^\d{12}$/.test(number)) return null;
  const kind = paper === 'ar' ? 'ar' : 'or';
  const found = await sql<{ batch_number: string; is_own: boolean }>`
    select b.batch_number, ${sql.ref(`d.${kind}_number`)} is not distinct from f.number_text as is_own
    from frozen_paper f join document d on d.id = f.document_id join batch b on b.id = d.batch_id
    where f.kind = ${kind} and f.number_text = ${number} and b.document_type = any (${types}::text[])`.execute(
    database,
  );
  const row = found.rows[0];
  return row ? { batch_number: row.batch_number, given_up: row.is_own ? null : { kind, number } } : null;
}

/** 'Cash receipt 0000012', as messages name a document. */
const named = ({ one }: Kind, batchNumber: string) => `${capital(one)} ${batchNumber}`;

function requireIssued({ batch_number, status, voided, headers }: BatchDetail, kind: Kind): void {
  const { or_number, ar_number } = headers[0]!;
  if ((or_number !== null || ar_number !== null) && !voided) return;
  if (status === STATUS.APPROVED) throw nothingReceived(kind, batch_number);
  const { label } = statusChip(kind.types[0], status);
  throw conflict('receipt_not_issued', `${named(kind, batch_number)} is ${label}. Only an issued receipt is sent.`);
}

const nothingReceived = (kind: Kind, batchNumber: string) =>
  conflict(
    'nothing_received',
    `${named(kind, batchNumber)} brings neither cash nor tax withheld: it takes no receipt number and has no receipt.`,
  );

/** A receipt has the papers of its kinds alone. */
function requirePaper({ receipt }: ReceiptDetail, paper: ReceiptPaper, kind: Kind): void {
  if (requireAmount(receipt.amount) === 0n && receipt.or_number === null && receipt.ar_number === null)
    throw nothingReceived(kind, receipt.batch_number);
  const kinds = receiptSeries(receipt.is_or_ar ?? 0);
  if (paper === 'e' ? kinds.length > 0 : kinds.includes(paper)) return;
  const wanted = { or: 'official receipt', ar: 'acknowledgement receipt', e: 'receipt' }[paper];
  throw conflict(
    'no_such_receipt',
    `${named(kind, receipt.batch_number)} has no ${wanted}. Choose the receipt in its header.`,
  );
}

/** What a link says beside its number must be what is stored: a paper is never made of what an address claims. */
function requireSame({ receipt }: ReceiptDetail, told: Partial<Asked['body']>): void {
  const isSame =
    (told.collection_date ?? receipt.receipt_date) === receipt.receipt_date &&
    (told.payee_desc ?? receipt.payee_desc) === receipt.payee_desc &&
    (told.collected_amount ?? receipt.amount) === receipt.amount;
  if (!isSame)
    throw new TamperedLink('link_differs', 'This link says something else than the receipt. Open the document again.');
}
