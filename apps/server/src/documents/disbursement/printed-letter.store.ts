import { sql } from 'kysely';
import type { PrintedLetter } from '@talaan/contract/documents/disbursement/disbursement-print.contract';
import { readBatch } from '../../batches/reading/read-batch.ts';
import type { BatchCall } from '../../batches/record/batch-call.ts';
import type { Database } from '../../platform/database/database.ts';

/** A debit memo as its letter shows it; 404 when it is not to be seen. */
export async function readPrintedLetter(database: Database, call: BatchCall): Promise<PrintedLetter> {
  const batch = await readBatch(database, call);
  const { id } = batch.documents[0]!;
  return {
    ...batch,
    letter: {
      ...(await readBank(database, id)),
      accounts: await readAccounts(database, id),
      signatories: await readSignatories(database),
    },
  };
}

type Letter = PrintedLetter['letter'];

async function readBank(database: Database, documentId: string) {
  const found = await sql<Pick<Letter, 'addressee' | 'bank_address' | 'acct_type' | 'bank_acct_code'>>`
    select coalesce(k.addressee, '') as addressee, coalesce(k.bank_address, '') as bank_address, k.acct_type,
      k.acct_code as bank_acct_code
    from document d left join bank k on k.id = d.bank_id where d.id = ${documentId}::bigint`.execute(database);
  return found.rows[0]!;
}

/**
 * Where the amount of a line goes: on the account of an own bank account there; for the payee of the document to the account that
 * its header names, for anybody else, or where it names none, to the only account in force that he has in its currency.
 */
async function readAccounts(database: Database, documentId: string): Promise<Letter['accounts']> {
  const found = await sql<Letter['accounts'][number]>`
    select l.line_no, coalesce(k.bank_name, h.bank_name) as bank_name, coalesce(k.account_no, p.account_number) as account_number
    from document d
    join batch b on b.id = d.batch_id
    join line l on l.document_id = d.id
    left join lateral (
      select k.bank_name, k.account_no from account a join bank k on k.acct_code = a.acct_code where a.id = l.account_id) k on true
    left join lateral (
      select (array_agg(a.id))[1] as account_id
      from payee_bank a
      where a.payee_id = coalesce(l.payee_id, d.payee_id) and a.currency_id = b.currency_id
        and d.document_date between coalesce(a.start_date, d.document_date) and coalesce(a.end_date, d.document_date)
      having count(*) = 1) own on true
    left join payee_bank p on k.account_no is null and p.id =
      case when coalesce(l.payee_id, d.payee_id) = d.payee_id then coalesce(d.payee_bank_id, own.account_id) else own.account_id end
    left join bank_header h on h.id = p.bank_id
    where d.id = ${documentId}::bigint and coalesce(k.account_no, p.account_number) is not null
    order by l.line_no`.execute(database);
  return found.rows;
}

/** The two who sign letters, as the profile of the company has them; empty names where it has none. */
async function readSignatories(database: Database): Promise<Letter['signatories']> {
  const found = await sql<Letter['signatories'][number]>`
    select coalesce(c.profile ->> s.name, '') as name, coalesce(c.profile ->> (s.name || '_title'), '') as title
    from (values ('letter_signatory'), ('second_signatory')) s (name)
    left join company c on c.reporting`.execute(database);
  return found.rows;
}
