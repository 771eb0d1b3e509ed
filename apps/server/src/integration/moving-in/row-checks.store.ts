import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { CheckedAccount, RowChecks } from './check-row.ts';
import type { StoredMove } from './moving-in.store.ts';

/** Which of these numbers invoices of the books have. */
export async function findInvoices(database: Database, numbers: readonly string[]): Promise<string[]> {
  const found = await sql<{ number: string }>`
    select document_number as number from document where document_type = 'BI' and document_number = any (${numbers}::text[])`.execute(
    database,
  );
  return found.rows.map(({ number }) => number);
}

/** What the rules of rows look at. */
export async function readRowChecks(database: Database, move: StoredMove): Promise<RowChecks> {
  const accounts = await sql<CheckedAccount>`
    select id, acct_type, acct_class, acct_group, role, currency_id from account`.execute(database);
  const cheques = await sql<{ place: string }>`
    select bank_id || ' ' || cheque_key(cheque_number) as place from cheque where cheque_number is not null
    union all
    select payee_id || ' ' || lower(bank_name) || ' ' || cheque_key(cheque_number) from received_cheque`.execute(
    database,
  );
  const series = await sql<{ series_from: string; series_to: string }>`
    select series_from, series_to from number_series where kind = 'bi'`.execute(database);
  const isOwnNumber = (number: string) => {
    const digits = OWN_NUMBER.exec(number)?.[1];
    return (
      digits !== undefined &&
      series.rows.some(
        ({ series_from, series_to }) => Number(digits) >= Number(series_from) && Number(digits) <= Number(series_to),
      )
    );
  };
  return {
    as_of: move.as_of,
    branch_id: move.branch_id,
    department_id: move.department_id,
    accounts: new Map(accounts.rows.map((account) => [account.id, account])),
    taken_invoices: new Set(),
    isOwnNumber,
    cheques: new Set(cheques.rows.map(({ place }) => place)),
    seen: new Set(),
  };
}

/** The form of our own invoice numbers (`number_text`). */
const OWN_NUMBER = /^BI-HOB(\d{7})$/;
