import type pg from 'pg';

/**
 * Adds payments, receipts and journals over three years, each with two lines, at a speed that no guard allows: triggers and
 * foreign keys are off for this connection, which must be the owner's. Only for lists, which read no moves and no ledger.
 * One in a hundred is on its way or archived, one in 500 confidential.
 */
export async function loadDocuments(owner: pg.Client, count: number): Promise<void> {
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  await owner.query(`
    create temporary table given on commit drop as
    select n, ${FIRST_ID} + n as id,
      (array['CV', 'CV', 'CV', 'CW', 'CW', 'OB', 'DM', 'JE', 'JE', 'CR'])[1 + n % 10] as type,
      (date_trunc('year', manila_today()) - interval '2 years')::date + (n::bigint * 7919 % 1090)::int as date,
      case when n % 100 > 0 then 7 else (array[1, 2, 3, 4, 5, 6, 20])[1 + n / 100 % 7] end as status,
      round((n::bigint * 104729 % 9000000 + 100)::numeric / 100, 2) as amount,
      p.ids[1 + n::bigint * 31 % cardinality(p.ids)] as payee_id
    from generate_series(1, ${count}) n cross join (select array_agg(id) as ids from payee) p`);
  await owner.query(`
    insert into batch (id, document_type, batch_number, status, prepared_by, edit_by, edit_date, payee_id, document_date,
      total_amount, amount_php, is_confidential)
    overriding system value
    select id, type, 'B' || lpad(n::text, 8, '0'), status, 2 + n % 2, 2 + n % 2, now(),
      case when type <> 'JE' then payee_id end, date, amount, amount, case when n % 500 = 0 then 1 else 0 end
    from given`);
  await owner.query(`
    insert into document (id, batch_id, document_type, header_key, document_number, document_date, payee_id, bank_id,
      bank_account, total_amount, remarks, cheque_number)
    overriding system value
    select g.id, g.id, g.type, 0, lpad(g.n::text, 8, '0'), g.date, case when g.type <> 'JE' then g.payee_id end, k.id,
      k.account_no, g.amount, (array['RENT', 'SUPPLIES', 'COURIER', 'COMMISSION', 'UTILITIES', 'REPAIRS', 'TRAVEL'])[1 + g.n % 7]
        || ' OF BRANCH ' || g.n % 997, case when g.type in ('CV', 'CW') then 'Q' || lpad(g.n::text, 8, '0') end
    from given g left join (select id, account_no, row_number() over (order by id) as place from bank) k
      on g.type <> 'JE' and k.place = 1 + g.n % (select count(*) from bank)`);
  await owner.query(`
    insert into line (document_id, line_no, account_id, branch_id, debit_amount, credit_amount, debit_php, credit_php)
    select g.id, s.line_no, s.account_id, b.id, g.amount * (2 - s.line_no), g.amount * (s.line_no - 1),
      g.amount * (2 - s.line_no), g.amount * (s.line_no - 1)
    from given g
    cross join (select min(id) as id from branch) b
    cross join (
      select 1 as line_no, id as account_id from account where acct_code = '503010'
      union all select 2, a.id from bank k join account a on a.acct_code = k.acct_code where k.id = (select min(id) from bank)
    ) s`);
  await owner.query(`
    insert into document_search (document_id, batch_id, batch_date, search_text)
    select d.id, d.batch_id, d.document_date, document_search_text(d) from document d join given g on g.id = d.id`);
  await owner.query('commit');
  await owner.query('vacuum analyze batch, document, line, document_search');
}

/** Above every id that the books have given. */
const FIRST_ID = 100_000_000;
