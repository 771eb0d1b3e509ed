import { sql } from 'kysely';
import type { MoveChoices, MoveHead } from '@talaan/contract/integration/moving-in.contract';
import { requireCalendarDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { PERIOD_OPEN } from '@talaan/core/calendar/accounting-period';
import type { MovedNames, MovedRows } from '@talaan/core/integration/moving-in/moved-rows';
import type { MovingKind } from '@talaan/core/integration/moving-in/moving-files';
import { requireAmount } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import { notFound } from '../../platform/http/problem.ts';

/** A move with what decides who may do what with it. */
export interface StoredMove extends MoveHead {
  readonly branch_id: number;
  readonly department_id: number | null;
  readonly prepared_by: number;
  readonly ready_by: number | null;
  /** Whoever uploaded one of its files, replaced ones included. */
  readonly uploaders: readonly number[];
}

const person = (who: string, at: string) => sql`
  case when ${sql.ref(who)} is not null then (select json_build_object('user_name', concat_ws(' ', u.user_first_name, u.user_last_name),
    'at', ${sql.ref(at)}) from app_user u where u.id = ${sql.ref(who)}) end`;

/** Moves, the last one first; one of them where it is named. */
export async function findMoves(database: Database, id: number | null = null): Promise<StoredMove[]> {
  const found = await sql<StoredMove>`
    select m.id, m.move_name as name, m.as_of, m.state, m.row_version, m.branch_id, m.department_id, m.prepared_by, m.ready_by,
      (select b.brnc_code from branch b where b.id = m.branch_id) as branch,
      (select d.dept_code from department d where d.id = m.department_id) as department,
      ${person('m.prepared_by', 'm.prepared_at')} as prepared, ${person('m.ready_by', 'm.ready_at')} as ready,
      ${person('m.confirmed_by', 'm.confirmed_at')} as confirmed, ${person('m.discarded_by', 'm.discarded_at')} as discarded,
      array(select distinct f.uploaded_by from moving_in_file f where f.moving_in_id = m.id) as uploaders
    from moving_in m where ${id}::int is null or m.id = ${id} order by m.id desc`.execute(database);
  return found.rows;
}

/** One of them; 404 without. */
export async function requireMove(database: Database, id: number): Promise<StoredMove> {
  const [move] = await findMoves(database, id);
  if (!move) throw notFound('There is no such move.');
  return move;
}

/** The branches and departments that a move may be begun with. */
export async function findChoices(database: Database): Promise<MoveChoices> {
  const branches = await sql<MoveChoices['branches'][number]>`
    select id, brnc_code as code, brnc_name as name from branch where brnc_stat = 1 and active_flag = 1 order by brnc_code`.execute(
    database,
  );
  const departments = await sql<MoveChoices['departments'][number]>`
    select id, dept_code as code, dept_desc as name from department where dept_status = 1 order by dept_code`.execute(
    database,
  );
  return { branches: branches.rows, departments: departments.rows };
}

/** What keeps a move from being posted whatever its proof says: a closed month, or books that are not empty; null where nothing does. */
export async function findBlocker(database: Database, { as_of }: Pick<StoredMove, 'as_of'>): Promise<string | null> {
  const found = await sql<{ is_open: boolean; is_posted: boolean }>`
    select coalesce((select p.general_journal = ${PERIOD_OPEN} from accounting_period p
        where p.period = to_char(${as_of}::date, 'YYYYMM')::int), false) as is_open,
      exists (select from journal_entry e where e.entry_date <= ${as_of}::date) as is_posted`.execute(database);
  const { is_open, is_posted } = found.rows[0]!;
  if (!is_open) return `Open the month of ${as_of} for General Journal first.`;
  return is_posted ? `Something is posted on ${as_of} or before it: balances come into empty books.` : null;
}

/** Begins a move; answers its Record ID. Refused while another one is open. */
export async function insertMove(
  transaction: Database,
  given: { name: string; as_of: string; branch_id: number; department_id: number | null },
): Promise<number> {
  const made = await sql<{ id: number }>`
    insert into moving_in (move_name, as_of, branch_id, department_id)
    values (${given.name}, ${given.as_of}::date, ${given.branch_id}, ${given.department_id}) returning id`.execute(
    transaction,
  );
  return made.rows[0]!.id;
}

/** Brings a move to another state; the database says whether it may be, and by whom. */
export async function moveTo(
  transaction: Database,
  { id, row_version }: Pick<StoredMove, 'id' | 'row_version'>,
  state: StoredMove['state'],
): Promise<void> {
  await sql`update moving_in set state = ${state}, row_version = ${row_version} where id = ${id}`.execute(transaction);
}

export interface MoveFile {
  readonly id: number;
  readonly kind: MovingKind;
  readonly file_name: string;
  readonly rows: number;
  readonly user_name: string;
  readonly at: string;
}

/** The files of a move that count. */
export async function findFiles(database: Database, moveId: number): Promise<MoveFile[]> {
  const found = await sql<MoveFile>`
    select f.id, f.kind, f.file_name, f.row_count as rows, concat_ws(' ', u.user_first_name, u.user_last_name) as user_name,
      f.uploaded_at as at
    from moving_in_file f join app_user u on u.id = f.uploaded_by
    where f.moving_in_id = ${moveId} and f.replaced_at is null`.execute(database);
  return found.rows;
}

/** A row as it waits, by the columns of `moving_in_row`; amounts are decimal text. */
export interface StagedRow {
  readonly row_no: number;
  readonly account_id?: number;
  readonly branch_id?: number;
  readonly department_id?: number | null;
  readonly payee_id?: number | null;
  readonly bank_id?: number | null;
  readonly billing_service_id?: number | null;
  readonly currency_id?: number | null;
  readonly rate?: string;
  readonly debit?: string;
  readonly credit?: string;
  readonly fc_debit?: string;
  readonly fc_credit?: string;
  readonly amount?: string;
  readonly amount_php?: string;
  readonly original_amount?: string;
  readonly balance?: string;
  readonly number_text?: string;
  readonly on_date?: string;
  readonly due_date?: string | null;
  readonly vat?: number;
  readonly direction?: 'issued' | 'received';
  readonly bank_name?: string;
  readonly invoice_no?: string | null;
  readonly remarks?: string | null;
}

/** Takes the file of a kind out of a move, with its rows; who uploaded it stays known. */
export async function removeFile(transaction: Database, moveId: number, kind: MovingKind): Promise<void> {
  await sql`
    with replaced as (
      update moving_in_file set replaced_at = now() where moving_in_id = ${moveId} and kind = ${kind} and replaced_at is null returning id
    ) delete from moving_in_row where file_id in (select id from replaced)`.execute(transaction);
}

/** Puts a file into a move, in the place of the one before. */
export async function putFile(
  transaction: Database,
  moveId: number,
  file: { kind: MovingKind; file_name: string; sha256: Buffer; rows: readonly StagedRow[] },
): Promise<void> {
  await removeFile(transaction, moveId, file.kind);
  const made = await sql<{ id: number }>`
    insert into moving_in_file (moving_in_id, kind, file_name, sha256, row_count)
    values (${moveId}, ${file.kind}, ${file.file_name}, ${file.sha256}, ${file.rows.length}) returning id`.execute(
    transaction,
  );
  await sql`
    insert into moving_in_row (file_id, row_no, account_id, branch_id, department_id, payee_id, bank_id, billing_service_id, currency_id,
      rate, debit, credit, fc_debit, fc_credit, amount, amount_php, original_amount, balance, number_text, on_date, due_date, vat,
      direction, bank_name, invoice_no, remarks)
    select ${made.rows[0]!.id}::int, g.row_no, g.account_id, g.branch_id, g.department_id, g.payee_id, g.bank_id, g.billing_service_id,
      g.currency_id, g.rate, coalesce(g.debit, 0), coalesce(g.credit, 0), coalesce(g.fc_debit, 0), coalesce(g.fc_credit, 0),
      coalesce(g.amount, 0), coalesce(g.amount_php, 0), g.original_amount, g.balance, g.number_text, g.on_date, g.due_date, g.vat,
      g.direction, g.bank_name, g.invoice_no, g.remarks
    from jsonb_to_recordset(${JSON.stringify(file.rows)}::jsonb) as g (row_no int, account_id int, branch_id int, department_id int,
      payee_id int, bank_id int, billing_service_id int, currency_id int, rate numeric, debit numeric, credit numeric, fc_debit numeric,
      fc_credit numeric, amount numeric, amount_php numeric, original_amount numeric, balance numeric, number_text text, on_date date,
      due_date date, vat smallint, direction text, bank_name text, invoice_no text, remarks text)
    order by g.row_no`.execute(transaction);
}

/** A row as it is read back, with the kind of its file. */
interface ReadRow {
  readonly kind: MovingKind;
  readonly row: number;
  readonly account_id: number;
  readonly branch_id: number;
  readonly department_id: number | null;
  readonly payee_id: number;
  readonly bank_id: number;
  readonly currency_id: number;
  readonly debit: string;
  readonly credit: string;
  readonly fc_debit: string;
  readonly fc_credit: string;
  readonly amount: string;
  readonly amount_php: string;
  readonly balance: string;
  readonly number: string;
  readonly on_date: string;
  readonly due_date: string | null;
  readonly remarks: string;
}

/** Everything that waits of a move, as the core proves it. */
export async function readMovedRows(database: Database, moveId: number): Promise<MovedRows> {
  const found = await sql<ReadRow>`
    select f.kind, r.row_no as row, r.account_id, r.branch_id, r.department_id, r.payee_id, r.bank_id, r.currency_id, r.debit::text,
      r.credit::text, r.fc_debit::text, r.fc_credit::text, r.amount::text, r.amount_php::text, r.balance::text, r.number_text as number,
      r.on_date, r.due_date, coalesce(r.remarks, '') as remarks
    from moving_in_file f join moving_in_row r on r.file_id = f.id
    where f.moving_in_id = ${moveId} and f.replaced_at is null order by f.kind, r.row_no`.execute(database);
  const of = <Row>(kind: MovingKind, read: (row: ReadRow) => Row): Row[] =>
    found.rows.filter((row) => row.kind === kind).map((row) => read(row));
  const dated = (text: string): CalendarDate => requireCalendarDate(text);
  return {
    balances: of('balances', (row) => ({
      ...row,
      debit_minor: requireAmount(row.debit),
      credit_minor: requireAmount(row.credit),
      fc_debit_minor: requireAmount(row.fc_debit),
      fc_credit_minor: requireAmount(row.fc_credit),
    })),
    invoices: of('invoices', (row) => ({
      ...row,
      billing_date: dated(row.on_date),
      due_date: dated(row.due_date!),
      open_minor: requireAmount(row.amount),
      open_php_minor: requireAmount(row.amount_php),
    })),
    vouchers: of('vouchers', (row) => ({
      ...row,
      reference: row.number,
      on_date: dated(row.on_date),
      due_date: row.due_date === null ? null : dated(row.due_date),
      amount_minor: requireAmount(row.amount),
    })),
    cheques: of('cheques', (row) => ({ ...row, amount_minor: requireAmount(row.amount) })),
    deposits: of('deposits', (row) => ({ ...row, reference: row.number, amount_minor: requireAmount(row.amount) })),
    statements: of('statements', (row) => ({ ...row, balance_minor: requireAmount(row.balance) })),
  };
}

/** What the rows of a move name. */
export async function readMovedNames(database: Database, move: Pick<StoredMove, 'branch_id'>): Promise<MovedNames> {
  const accounts = await sql<{ id: number; code: string; name: string; role: string | null; currency_id: number }>`
    select id, acct_code as code, acct_desc as name, role, currency_id from account`.execute(database);
  const banks = await sql<{ id: number; name: string; account_id: number }>`
    select b.id, concat_ws(' ', b.bank_code, b.account_no) as name, a.id as account_id
    from bank b join account a on a.acct_code = b.acct_code where b.status = 1 order by b.bank_code, b.account_no`.execute(
    database,
  );
  const branches = await sql<{ id: number; code: string }>`select id, brnc_code as code from branch`.execute(database);
  const payees = await sql<{ id: number; name: string }>`
    select id, payee_desc as name from payee where id in (select payee_id from moving_in_row)`.execute(database);
  const withRole = (role: string) => accounts.rows.find((account) => account.role === role) ?? null;
  return {
    accounts: new Map(accounts.rows.map((account) => [account.id, account])),
    banks: new Map(banks.rows.map((bank) => [bank.id, bank])),
    branches: new Map(branches.rows.map(({ id, code }) => [id, code])),
    payees: new Map(payees.rows.map(({ id, name }) => [id, name])),
    opening: withRole('OPENING'),
    receivable: withRole('AR'),
    branch_id: move.branch_id,
  };
}

/** What has imports of its own and still misses: TINs of whom the rows name, counts of branches, accounts of results without a line. */
export async function countMissing(database: Database, move: Pick<StoredMove, 'id' | 'as_of'>) {
  const found = await sql<{
    payees_without_tin: number;
    branches_without_counts: number;
    accounts_without_map: number;
  }>`
    select (select count(*)::int from payee p where p.tin is null and p.id in (
        select r.payee_id from moving_in_file f join moving_in_row r on r.file_id = f.id
        where f.moving_in_id = ${move.id} and f.replaced_at is null)) as payees_without_tin,
      (select count(*)::int from branch b where b.brnc_stat = 1 and b.active_flag = 1
        and not exists (select from branch_statistic s where s.branch_id = b.id)) as branches_without_counts,
      (select count(*)::int from account a where a.acct_class = 'I' and a.acct_type = 'S' and a.status = 1 and not exists (
        select from profitability_map m where m.account_id = a.id and m.version_id = (
          select max(v.id) from report_map_version v where v.report = 'profitability'))) as accounts_without_map`.execute(
    database,
  );
  return found.rows[0]!;
}
