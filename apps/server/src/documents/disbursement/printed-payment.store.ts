import { sql } from 'kysely';
import type { PrintedPayment } from '@talaan/contract/documents/disbursement/disbursement-print.contract';
import type { Printed } from '@talaan/contract/documents/document-print';
import { STATUS } from '@talaan/core/documents/document-status';
import { readBatch } from '../../batches/reading/read-batch.ts';
import type { BatchCall } from '../../batches/record/batch-call.ts';
import type { Database } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { readPayeeOnPaper } from '../print/payee-on-paper.ts';
import { printDocument } from '../print/print-document.ts';

/**
 * A payment as its papers show it: the document of that number, or each one that stands, and all of them where none does.
 * 404 when it is not to be seen, or has no such document.
 */
export async function readPrintedPayment(
  database: Database,
  call: BatchCall,
  documentNumber?: string,
): Promise<PrintedPayment> {
  const batch = await readBatch(database, call);
  const standing = batch.documents.filter(({ status }) => status !== STATUS.ARCHIVED);
  const documents =
    documentNumber === undefined
      ? standing.length > 0
        ? standing
        : batch.documents
      : batch.documents.filter(({ document_number }) => document_number === documentNumber);
  if (documents.length === 0) throw notFound();
  const ids = documents.map(({ id }) => id);
  const facts = await readFacts(database, ids);
  const payments = [];
  for (const { id, header_key, payee_id } of documents) {
    const { tin, address } = await readPayeeOnPaper(database, payee_id);
    payments.push({ header_key, copy_no: 1, payee_tin: tin, payee_address: address, ...facts.get(id)! });
  }
  return { ...batch, headers: documents, documents, payments };
}

/** Counts a copy of each of its documents, and answers them as one paper; `kind` tells the papers of a document apart. */
export async function printPayment(
  transaction: Database,
  user: Principal,
  kind: string,
  payment: PrintedPayment,
): Promise<Printed<PrintedPayment>> {
  const printed: Printed<PrintedPayment>[] = [];
  for (const document of payment.documents)
    printed.push(await printDocument(transaction, user, kind, { ...payment, headers: [document] }));
  const payments = payment.payments.map((facts, at) => ({ ...facts, copy_no: printed[at]!.copy_no }));
  const [first] = printed;
  // Of several each tells its own.
  const copy_no = printed.length === 1 ? first!.copy_no : 1;
  return { ...first!, copy_no, batch: { ...payment, payments } };
}

type Facts = Pick<PrintedPayment['payments'][number], 'bank_acct_code' | 'withheld'>;

async function readFacts(database: Database, ids: readonly string[]): Promise<Map<string, Facts>> {
  const found = await sql<Facts & { id: string }>`
    select d.id, k.acct_code as bank_acct_code,
      (select coalesce(json_agg(json_build_object('line_no', l.line_no, 'rate', atc_rate_on(l.atc_id, d.document_date)::text)
          order by l.line_no), '[]')
        from line l join account a on a.id = l.account_id and a.role = 'EWT' where l.document_id = d.id) as withheld
    from document d left join bank k on k.id = d.bank_id
    where d.id = any (${ids}::bigint[])`.execute(database);
  return new Map(found.rows.map(({ id, ...facts }) => [id, facts]));
}
