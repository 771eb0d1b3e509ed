import { sql } from 'kysely';

/** The pesos at which what is open of an invoice, document `d`, stands in the books now. */
export const OPEN_PHP = sql`((select l.debit_php from line l where l.document_id = d.id and l.line_no = 1)
  - coalesce((select sum(s.amount_php) from settlement s where s.invoice_id = d.id), 0))`;
