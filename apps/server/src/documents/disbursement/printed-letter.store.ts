import { sql } from 'kysely';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { PrintedLetter } from '@talaan/contract/documents/disbursement/disbursement-print.contract';
import { readBatch } from '../../batches/reading/read-batch.ts';
import { readUnderNumber } from '../../batches/reading/read-given-up.ts';
import type { BatchCall } from '../../batches/record/batch-call.ts';
import type { Database } from '../../platform/database/database.ts';

/**
 * A debit memo as its letter shows it; under a number that a restore took from it, as it was posted then. 404 when it is not to be
 * seen, or never had that number.
 */
export async function readPrintedLetter(
  database: Database,
  call: BatchCall,
  documentNumber?: string,
): Promise<PrintedLetter> {
  const batch = await (documentNumber === undefined
    ? readBatch(database, call)
    : readUnderNumber(database, call, documentNumber));
  return (await printedLetters(database, [batch]))[0]!;
}

/** Debit memos that were read as their letters show them. */
export async function printedLetters(database: Database, batches: readonly BatchDetail[]): Promise<PrintedLetter[]> {
  const facts = await readFacts(database, batches);
  const signatories = await readSignatories(database);
  return batches.map((batch) => ({ ...batch, letter: { ...facts.get(batch.documents[0]!.id)!, signatories } }));
}

type Letter = PrintedLetter['letter'];

/**
 * What letters say of the bank, and where the amount of each line goes: on the account of an own bank account there; for the payee of
 * the document to the account that its header names, for anybody else, or where it names none, to the only account in force that he
 * has in its currency.
 */
async function readFacts(
  database: Database,
  batches: readonly BatchDetail[],
): Promise<Map<string, Omit<Letter, 'signatories'>>> {
  const given = batches.map(({ currency_id, documents: [document] }) => {
    const { id, payee_id, payee_bank_id, bank_id, document_date, journal_entry_id } = document!;
    return { id, currency_id, payee_id, payee_bank_id, bank_id, document_date, entry_id: journal_entry_id };
  });
  const found = await sql<Omit<Letter, 'signatories'> & { id: string }>`
    select d.id::text, coalesce(k.addressee, '') as addressee, coalesce(k.bank_address, '') as bank_address, k.acct_type,
      k.acct_code as bank_acct_code,
      (select coalesce(json_agg(json_build_object('line_no', l.line_no, 'bank_name', coalesce(o.bank_name, h.bank_name),
          'account_number', coalesce(o.account_no, p.account_number)) order by l.line_no), '[]')
        from (
          select e.line_no, e.payee_id, e.account_id from posting e where e.entry_id = d.entry_id
          union all
          select n.line_no, n.payee_id, n.account_id from line n where n.document_id = d.id and d.entry_id is null
        ) l
        left join lateral (
          select k.bank_name, k.account_no from account a join bank k on k.acct_code = a.acct_code where a.id = l.account_id) o on true
        left join lateral (
          select (array_agg(a.id))[1] as account_id
          from payee_bank a
          where a.payee_id = coalesce(l.payee_id, d.payee_id) and a.currency_id = d.currency_id
            and d.document_date between coalesce(a.start_date, d.document_date) and coalesce(a.end_date, d.document_date)
          having count(*) = 1) own on true
        left join payee_bank p on o.account_no is null and p.id =
          case when coalesce(l.payee_id, d.payee_id) = d.payee_id then coalesce(named.id, own.account_id) else own.account_id end
        left join bank_header h on h.id = p.bank_id
        where coalesce(o.account_no, p.account_number) is not null) as accounts
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as d (id bigint, currency_id int, payee_id int, payee_bank_id int,
      bank_id int, document_date date, entry_id bigint)
    left join bank k on k.id = d.bank_id
    -- The header of a voided posting may name an account of who is paid since.
    left join payee_bank named on named.id = d.payee_bank_id and named.payee_id = d.payee_id`.execute(database);
  return new Map(found.rows.map(({ id, ...facts }) => [id, facts]));
}

/** The two who sign letters, as the profile of the company has them; empty names where it has none. */
async function readSignatories(database: Database): Promise<Letter['signatories']> {
  const found = await sql<Letter['signatories'][number]>`
    select coalesce(c.profile ->> s.name, '') as name, coalesce(c.profile ->> (s.name || '_title'), '') as title
    from (values ('letter_signatory'), ('second_signatory')) s (name)
    left join company c on c.reporting`.execute(database);
  return found.rows;
}
