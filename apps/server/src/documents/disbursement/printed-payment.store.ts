import { sql } from 'kysely';
import type { PrintedPayment } from '@talaan/contract/documents/disbursement/disbursement-print.contract';
import { STATUS } from '@talaan/core/documents/document-status';
import { readBatch } from '../../batches/reading/read-batch.ts';
import type { BatchCall } from '../../batches/record/batch-call.ts';
import type { Database } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';
import { readPayeeOnPaper } from '../print/payee-on-paper.ts';

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
    payments.push({ header_key, copy_no: 0, verify: null, payee_tin: tin, payee_address: address, ...facts.get(id)! });
  }
  return { ...batch, headers: documents, documents, payments };
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
