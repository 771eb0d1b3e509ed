import type pg from 'pg';

/**
 * Adds half as many billings and half as many collections as `count` over three years until today, as `loadDocuments` adds
 * the others: triggers and foreign keys are off, rows are as the guards would have let them become. They have their entries
 * and postings; of the running sums those of accounts follow, which reports of receivables are held against. 5,000 customers are billed. What is older than 45 days is collected, but for one in a
 * hundred that is open and one that is partly so; of what is younger two in three are open. One in a hundred is on its way or
 * archived, one in 500 confidential; one in 200 collections was entered late, one in 1,000 writes something off.
 */
export async function loadReceivables(owner: pg.Client, count: number): Promise<void> {
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  await nameBillings(owner, count);
  await writeDocuments(owner);
  await writeParts(owner);
  await writeLedger(owner);
  await writeTraces(owner);
  await owner.query('commit');
  await owner.query(`vacuum analyze batch, document, line, billing, billing_service_line, collection, collection_application,
    journal_entry, posting, batch_move, number_issue, document_search, payee`);
}

/** What is billed (`billed`), and documents of both types (`given`), as tables of the transaction. */
async function nameBillings(owner: pg.Client, count: number): Promise<void> {
  await owner.query(`
    insert into payee (payee_code, payee_desc, payee_type)
    select 'CU-' || lpad(n::text, 6, '0'), 'Kliyente ' || n || ' Trading', 4 from generate_series(1, ${CUSTOMERS}) n`);
  await owner.query(`
    create temporary table billed on commit drop as
    select *, round(amount * settled / 100, 2) as taken
    from (
      select n, ${FIRST_ID} + n * 2 as id, a.date, status, round((n::bigint * 104729 % 9000000 + 100)::numeric / 100, 2) as amount,
        (select min(p.id) from payee p where p.payee_code = 'CU-000001') + n % ${CUSTOMERS} as payee_id,
        case when status <> 7 then 0
          when a.date < manila_today() - 45 then case n % 100 when 1 then 0 when 2 then 50 else 100 end
          when n % 3 > 0 then 0 when n % 2 = 0 then 30 else 100 end as settled
      from generate_series(1, ${Math.floor(count / 2)}) n
      cross join lateral (select manila_today() - (n::bigint * 7919 % 1090)::int as date,
        case when n % 100 > 0 then 7 else (array[1, 3, 4, 5, 20])[1 + n / 100 % 5] end as status) a) s`);
  await owner.query(`
    create temporary table given on commit drop as
    select n, id, 'BI' as type, date, status, amount, payee_id, null::int as bank_id, null::text as bank_account, null::bigint as receipt_no
    from billed
    union all
    select s.n, s.id, 'CN', s.date, s.status, s.amount, s.payee_id, k.id, k.account_no,
      case when s.status in (7, 20) then row_number() over (partition by s.status in (7, 20) order by s.date, s.n) end
    from (
      select n, id + 1 as id, least(date + 10 + n % 30, manila_today()) as date, payee_id,
        case when taken > 0 then 7 else (array[7, 1, 2, 20])[1 + n / 2 % 4] end as status,
        case when taken > 0 then taken else amount end as amount
      from billed) s
    join (select id, account_no, row_number() over (order by id) as place from bank) k
      on k.place = 1 + s.n % (select count(*) from bank)`);
}

async function writeDocuments(owner: pg.Client): Promise<void> {
  await owner.query(`
    insert into batch (id, document_type, batch_series, batch_number, status, prepared_by, date_encoded, edit_by, edit_date, payee_id,
      document_date, total_amount, amount_php, is_confidential, approved_by, settled_amount)
    overriding system value
    select g.id, g.type, t.batch_series, number_text(t.batch_series, g.n), g.status, 2 + g.n % 2,
      (g.date + case when g.type = 'CN' and g.n % 200 = 5 then 10 else 0 end)::timestamptz, 2 + g.n % 2, now(), g.payee_id, g.date,
      g.amount, g.amount, case when g.n % 500 = 0 then 1 else 0 end, case when g.status = 7 then 4 end, coalesce(i.taken, 0)
    from given g join document_type t on t.document_type = g.type left join billed i on i.id = g.id`);
  await owner.query(`
    insert into document (id, batch_id, document_type, header_key, document_number, document_date, payee_id, bank_id, bank_account,
      total_amount, remarks, is_or_ar, or_number, receipt_status)
    overriding system value
    select id, id, type, 0, case when status in (7, 20) then number_text(t.document_series, n) end, date, payee_id, bank_id,
      bank_account, amount, (array['COURIER', 'REMITTANCE', 'PAYOUT', 'BILLS'])[1 + n % 4] || ' OF BRANCH ' || n % 997,
      case type when 'CN' then 1 end, number_text('or', receipt_no), case when receipt_no is not null then 1 end
    from given join document_type t on t.document_type = type`);
  await owner.query(`
    insert into line (document_id, line_no, account_id, branch_id, payee_id, debit_amount, credit_amount, debit_php, credit_php)
    select g.id, s.line_no, s.account_id, b.id, g.payee_id, g.amount * (2 - s.line_no), g.amount * (s.line_no - 1),
      g.amount * (2 - s.line_no), g.amount * (s.line_no - 1)
    from given g
    cross join (select min(id) as id from branch) b
    cross join (select min(acct_code) as acct_code from account where acct_type = 'S' and acct_group = 'I') i
    left join bank k on k.id = g.bank_id
    cross join lateral (
      select 1 as line_no, a.id as account_id from account a
      where case g.type when 'BI' then a.role = 'AR' else a.acct_code = k.acct_code end
      union all
      select 2, a.id from account a where case g.type when 'BI' then a.acct_code = i.acct_code else a.role = 'AR' end) s`);
}

/** Terms and services of the billings, and what the collections are applied to. */
async function writeParts(owner: pg.Client): Promise<void> {
  await owner.query(`
    insert into billing (document_id, payment_term, due_date, collected_amount, dispute_reason)
    select id, 30, date + 30, taken, case when status = 7 and n % 1000 = 1 then 'Wrong rate' end from billed`);
  await owner.query(`
    insert into billing_service_line (document_id, line_no, vat, total_amount) select id, 1, 3, amount from billed`);
  await owner.query(
    `insert into collection (document_id, received_amount) select id, amount from given where type = 'CN'`,
  );
  await owner.query(`
    insert into collection_application (document_id, line_no, billing_invoice_no, billing_document_id, cash_amount, write_off_amount,
      receivable_php)
    select id + 1, 1, number_text('bi', n), id, taken - w.amount, w.amount, taken
    from billed cross join lateral (select case when n % 1000 = 7 then 0.01 else 0 end as amount) w where taken > 0`);
}

/** Entries, their postings, and the running sums of accounts. */
async function writeLedger(owner: pg.Client): Promise<void> {
  await owner.query(`
    insert into journal_entry (id, document_id, round, document_type, entry_date, module, currency_id, rate, line_count, total,
      fc_total, reverses_id, posted_by, payee_id, bank_id)
    overriding system value
    select g.id + place * ${FIRST_ID}, g.id, 1, g.type, g.date, t.module, 1, 1, 2, g.amount, g.amount,
      case place when 1 then g.id end, 4, g.payee_id, g.bank_id
    from given g join document_type t on t.document_type = g.type
    cross join generate_series(0, 1) place where g.status in (7, 20) and (place = 0 or g.status = 20)`);
  // A write-off stands on the account of the cash here, as does what is placed on no invoice. The planner is told first what there is.
  await owner.query('analyze given, journal_entry, line, document');
  await owner.query(`
    insert into posting (entry_id, line_no, entry_date, account_id, branch_id, department_id, payee_id, billing_service_id, debit, credit,
      fc_debit, fc_credit)
    select e.id, l.line_no, e.entry_date, case when a.role = 'AR' and g.type = 'CN' and i.taken = 0 then k.account_id else l.account_id end,
      l.branch_id, case when a.acct_class = 'I' then d.id end, l.payee_id,
      case when a.acct_group = 'I' then s.id end, x.debit, x.credit, x.debit, x.credit
    from given g
    join journal_entry e on e.document_id = g.id
    join line l on l.document_id = g.id
    join account a on a.id = l.account_id
    left join billed i on i.id = g.id - 1
    left join lateral (select account_id from line where document_id = g.id and line_no = 1) k on true
    cross join (select min(id) as id from department) d
    cross join (select min(id) as id from billing_service) s
    cross join lateral (select case when e.reverses_id is null then l.debit_php else l.credit_php end as debit,
      case when e.reverses_id is null then l.credit_php else l.debit_php end as credit) x`);
  await owner.query(`
    insert into balance_account (period, account_id, debit, credit, fc_debit, fc_credit)
    select extract(year from p.entry_date) * 100 + extract(month from p.entry_date), p.account_id, sum(p.debit), sum(p.credit),
      sum(p.debit), sum(p.credit)
    from posting p where p.entry_id >= ${FIRST_ID} group by 1, 2
    on conflict (period, account_id) do update set debit = balance_account.debit + excluded.debit,
      credit = balance_account.credit + excluded.credit, fc_debit = balance_account.fc_debit + excluded.fc_debit,
      fc_credit = balance_account.fc_credit + excluded.fc_credit`);
}

/** Moves, numbers that were issued, and the words that a search finds. */
async function writeTraces(owner: pg.Client): Promise<void> {
  await owner.query(`
    insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id, at)
    select id, type, 1, 'submit', 1, case when type = 'BI' then 3 else 2 end, 2 + n % 2, amount, 1, date::timestamptz
    from given where status > 1`);
  await owner.query(`
    insert into number_issue (series_id, number, number_text, document_id, batch_id, cycle, issued_by)
    select s.id, g.receipt_no, number_text('or', g.receipt_no), g.id, g.id, 1, 4
    from given g join number_series s on s.kind = 'or' and g.receipt_no between s.series_from and s.series_to`);
  await owner.query(`
    insert into number_issue (series_id, number, number_text, document_id, batch_id, cycle, issued_by)
    select s.id, g.n, d.document_number, g.id, g.id, 1, 4
    from given g join document d on d.id = g.id join document_type t on t.document_type = g.type
    cross join lateral (select min(id) as id from number_series where kind = t.document_series) s
    where g.status in (7, 20) and s.id is not null`);
  await owner.query(`
    update number_series set next_number = (select max(receipt_no) + 1 from given) where kind = 'or' and series_from = 1`);
  await owner.query(`
    insert into document_search (document_id, batch_id, batch_date, search_text)
    select d.id, d.batch_id, d.document_date, document_search_text(d) from document d join given g on g.id = d.id`);
}

const CUSTOMERS = 5000;

/** Above every id that the books and `loadDocuments` have given. */
const FIRST_ID = 200_000_000;
