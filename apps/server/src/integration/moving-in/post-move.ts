import { sql } from 'kysely';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import { DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { openingJournals, type OpeningJournal } from '@talaan/core/integration/moving-in/opening-postings';
import type { MovedNames, MovedRows } from '@talaan/core/integration/moving-in/moved-rows';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { amountText, sumMinor } from '@talaan/core/money/money';
import { acceptedMove } from '../../batches/moves/accept-many.ts';
import { makeMoves } from '../../batches/moves/make-moves.ts';
import { readDecisionInputs } from '../../batches/record/batch-record.ts';
import type { DocumentDefinitions } from '../../batches/record/document-definition.ts';
import { numberDocuments } from '../../numbering/document-numbers.ts';
import { assignWorkingNumbers } from '../../numbering/working-numbers.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { StoredMove } from './moving-in.store.ts';

/** Batch numbers that were reserved for a move. */
export interface MoveNumbers {
  readonly journals: readonly string[];
  readonly invoices: readonly string[];
}

interface PostedMove {
  readonly move: StoredMove;
  readonly rows: MovedRows;
  readonly names: MovedNames;
  readonly journals: readonly OpeningJournal[];
}

/** What a move posts, as its numbers are counted by. */
export function plannedOf(move: StoredMove, rows: MovedRows, names: MovedNames): PostedMove {
  return { move, rows, names, journals: openingJournals(rows, names, move.as_of) };
}

/**
 * Posts everything of a move that was just confirmed in this transaction: its journals and invoices without stages, as the database
 * allows it (`accept_allowed`), its cheques, received cheques and deposits beside them.
 */
export async function postMove(
  transaction: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  planned: PostedMove,
  numbers: MoveNumbers,
): Promise<void> {
  const { user_id } = user;
  const journals = await insertJournals(transaction, user_id, planned, numbers.journals);
  const invoices = await insertInvoices(transaction, user_id, planned, numbers.invoices);
  for (const [type, batches] of [
    ['JE', journals],
    ['BI', invoices],
  ] as const) {
    if (batches.length > 0) {
      await assignWorkingNumbers(transaction, { kind: DOCUMENT_TYPES[type].batch_series, user_id, batches });
    }
  }
  await insertItems(transaction, planned.move.id);
  for (const [type, batches] of [
    ['JE', journals],
    ['BI', invoices],
  ] as const) {
    await accept(
      transaction,
      definitions,
      user,
      type,
      batches.map(({ batch_number }) => batch_number),
    );
  }
  // Last, because a series is locked until the transaction ends, and whoever saves a journal of a later month waits for it.
  if (journals.length > 0) {
    await numberDocuments(transaction, {
      kind: DOCUMENT_TYPES.JE.document_series,
      user_id,
      program: DOCUMENT_MODULES.JE,
      document_ids: journals.map(({ document_id }) => document_id),
    });
  }
}

/** The move from 1 to 7 of new batches of a type, in sets. */
async function accept(
  transaction: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  type: DocumentType,
  numbers: readonly string[],
): Promise<void> {
  for (let at = 0; at < numbers.length; at += SET) {
    const batch_numbers = numbers.slice(at, at + SET);
    const inputs = await readDecisionInputs(transaction, { batch_numbers, types: [type], user_id: user.user_id });
    await makeMoves(
      transaction,
      definitions,
      user,
      inputs.map((input) => acceptedMove(input!)),
    );
  }
}

/** So many batches are moved by one statement. */
const SET = 500;

interface InsertedBatch {
  readonly id: string;
  readonly batch_number: string;
  readonly document_id: string;
}

const sum = (minors: readonly bigint[]) => amountText(sumMinor(minors));

async function insertJournals(
  transaction: Database,
  user_id: number,
  { move, names, journals }: PostedMove,
  numbers: readonly string[],
): Promise<InsertedBatch[]> {
  if (journals.length === 0) return [];
  const heads = journals.map(({ currency_id, payee_id, remarks, lines }, place) => ({
    place,
    batch_number: numbers[place],
    currency_id,
    payee_id,
    remarks,
    total: sum(lines.map(({ debit_minor }) => debit_minor)),
    total_php: sum(lines.map(({ debit_php_minor }) => debit_php_minor)),
    rate: rateOf(currency_id, lines),
  }));
  const lines = journals.flatMap((journal, place) =>
    journal.lines.map((line, at) => ({
      place,
      line_no: at + 1,
      account_id: line.account_id,
      branch_id: line.branch_id,
      department_id: line.department_id,
      payee_id: line.payee_id,
      debit: amountText(line.debit_minor),
      credit: amountText(line.credit_minor),
      debit_php: amountText(line.debit_php_minor),
      credit_php: amountText(line.credit_php_minor),
      remarks: line.remarks || (line.account_id === names.opening!.id ? 'Opening balances' : null),
    })),
  );
  const made = await sql<InsertedBatch>`
    with head as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as h (place int, batch_number text, currency_id int, payee_id int,
        remarks text, total numeric, total_php numeric, rate numeric)
    ), new_batch as (
      insert into batch (document_type, batch_number, prepared_by, document_date, currency_id, dollar_rate, total_amount, amount_php,
        payee_id, moving_in_id)
      select 'JE', h.batch_number, ${user_id}::int, ${move.as_of}::date, h.currency_id, h.rate, h.total, h.total_php, h.payee_id,
        ${move.id}::int from head h order by h.place
      returning id, batch_number
    ), new_document as (
      insert into document (batch_id, document_type, header_key, document_date, total_amount, payee_id, remarks)
      select b.id, 'JE', 0, ${move.as_of}::date, h.total, h.payee_id, h.remarks
      from new_batch b join head h on h.batch_number = b.batch_number order by h.place
      returning id, batch_id
    ), new_line as (
      insert into line (document_id, line_no, account_id, branch_id, department_id, payee_id, debit_amount, credit_amount, debit_php,
        credit_php, remarks)
      select d.id, g.line_no, g.account_id, g.branch_id, g.department_id, g.payee_id, g.debit, g.credit, g.debit_php, g.credit_php, g.remarks
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as g (place int, line_no smallint, account_id int, branch_id int,
        department_id int, payee_id int, debit numeric, credit numeric, debit_php numeric, credit_php numeric, remarks text)
      join head h on h.place = g.place join new_batch b on b.batch_number = h.batch_number join new_document d on d.batch_id = b.id
      order by d.id, g.line_no
    )
    select b.id, b.batch_number, d.id as document_id from new_batch b join new_document d on d.batch_id = b.id
    join head h on h.batch_number = b.batch_number order by h.place`.execute(transaction);
  return made.rows;
}

const HIGHEST_RATE = 1_000_000_000_000n;

/** The rate of a journal's largest line, for its head alone: its lines have their own pesos. */
function rateOf(currency_id: number, lines: OpeningJournal['lines']): string {
  if (currency_id === CURRENCY_PESO) return '1';
  const [largest] = lines
    .filter(({ debit_minor, credit_minor }) => debit_minor + credit_minor > 0n)
    .toSorted((one, other) => Number(other.debit_minor + other.credit_minor - one.debit_minor - one.credit_minor));
  if (!largest) return '1';
  const millionths =
    ((largest.debit_php_minor + largest.credit_php_minor) * 1_000_000n) / (largest.debit_minor + largest.credit_minor);
  // No rate is higher: what is left of it is in the lines.
  if (millionths > HIGHEST_RATE) return '1000000';
  const text = millionths.toString().padStart(7, '0');
  return millionths === 0n ? '1' : `${text.slice(0, -6)}.${text.slice(-6)}`;
}

/** An invoice for each open one, from the rows as they wait; its receivable and the other side are its only lines of account. */
async function insertInvoices(
  transaction: Database,
  user_id: number,
  { move, names, rows }: PostedMove,
  numbers: readonly string[],
): Promise<InsertedBatch[]> {
  if (rows.invoices.length === 0) return [];
  const given = sql`(
    select r.*, n.batch_number from (
      select w.*, row_number() over (order by w.row_no) as place from moving_in_file f join moving_in_row w on w.file_id = f.id
      where f.moving_in_id = ${move.id} and f.kind = 'invoices' and f.replaced_at is null
    ) r join jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb) with ordinality n (batch_number, place) on n.place = r.place)`;
  // One after the other: what guards an invoice looks at its batch, and what guards its billing at both.
  await sql`
    insert into batch (document_type, batch_number, prepared_by, document_date, currency_id, dollar_rate, total_amount, amount_php, payee_id,
      moving_in_id)
    select 'BI', g.batch_number, ${user_id}::int, ${move.as_of}::date, g.currency_id, g.rate, g.amount, g.amount_php, g.payee_id, ${move.id}::int
    from ${given} g order by g.row_no`.execute(transaction);
  const ofMove = sql`${given} g join batch b on b.document_type = 'BI' and b.batch_number = g.batch_number`;
  await sql`
    insert into document (batch_id, document_type, header_key, document_date, document_number, total_amount, payee_id, vat, remarks)
    select b.id, 'BI', 0, ${move.as_of}::date, g.number_text, g.amount, g.payee_id, g.vat, g.remarks
    from ${ofMove} order by g.row_no`.execute(transaction);
  const made = await sql<InsertedBatch>`
    with placed as materialized (
      select d.id as document_id, b.id as batch_id, g.* from ${ofMove} join document d on d.batch_id = b.id
    ), new_billing as (
      insert into billing (document_id, payment_term, due_date, opening, billed_on, original_amount)
      select p.document_id, p.due_date - p.on_date, p.due_date, 1, p.on_date, p.original_amount from placed p order by p.row_no
    ), new_service as (
      insert into billing_service_line (document_id, line_no, description, vat, total_amount)
      select p.document_id, 1, p.remarks, p.vat, p.amount from placed p order by p.row_no
    ), new_line as (
      insert into line (document_id, line_no, account_id, branch_id, payee_id, billing_service_id, debit_amount, debit_php, credit_amount,
        credit_php, remarks)
      select p.document_id, s.line_no, s.account_id, s.branch_id, p.payee_id, s.service_id, s.debit, s.debit_php, s.credit, s.credit_php, s.tag
      from placed p cross join lateral (values
        (1, ${names.receivable!.id}::int, p.branch_id, null::int, p.amount::numeric, p.amount_php::numeric, 0::numeric, 0::numeric, 'Total Amount'),
        (2, ${names.opening!.id}::int, ${names.branch_id}::int, p.billing_service_id, 0, 0, p.amount, p.amount_php, 'Opening Amount')
      ) s (line_no, account_id, branch_id, service_id, debit, debit_php, credit, credit_php, tag)
      order by p.row_no, s.line_no
    )
    select p.batch_id::text as id, p.batch_number, p.document_id::text from placed p order by p.row_no`.execute(
    transaction,
  );
  return made.rows;
}

/** Cheques that are out, cheques of customers that are held, and deposits in transit. */
async function insertItems(transaction: Database, moveId: number): Promise<void> {
  const rows = sql`moving_in_file f join moving_in_row r on r.file_id = f.id and f.moving_in_id = ${moveId} and f.replaced_at is null`;
  await sql`
    insert into opening_item (moving_in_id, kind, bank_id, payee_id, currency_id, number_text, on_date, amount)
    select ${moveId}::int, case f.kind when 'cheques' then 'cheque' else 'deposit' end, r.bank_id, r.payee_id, a.currency_id,
      r.number_text, r.on_date, r.amount
    from ${rows} join bank k on k.id = r.bank_id join account a on a.acct_code = k.acct_code
    where f.kind = 'deposits' or f.kind = 'cheques' and r.direction = 'issued' order by f.kind, r.row_no`.execute(
    transaction,
  );
  await sql`
    with entered as (
      insert into cheque (bank_id, cheque_number, state, cheque_date, amount, opening_item_id)
      select i.bank_id, i.number_text, 'released', i.on_date, i.amount, i.id
      from opening_item i where i.moving_in_id = ${moveId} and i.kind = 'cheque' order by i.id
      returning id, state, state_on, state_reason
    )
    insert into cheque_move (cheque_id, state_to, on_date, reason, user_id)
    select e.id, e.state, e.state_on, e.state_reason, current_actor() from entered e order by e.id`.execute(
    transaction,
  );
  await sql`
    insert into received_cheque (payee_id, bank_name, cheque_number, cheque_date, cheque_amount, received_date, billing_invoice_no)
    select r.payee_id, r.bank_name, r.number_text, r.on_date, r.amount, m.as_of, r.invoice_no
    from ${rows} join moving_in m on m.id = f.moving_in_id
    where f.kind = 'cheques' and r.direction = 'received' order by r.row_no`.execute(transaction);
}
