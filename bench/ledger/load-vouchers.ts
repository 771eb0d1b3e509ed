import type pg from 'pg';

/**
 * Adds approved cheque vouchers of four lines each, at a speed that no guard allows: triggers and foreign keys are off for this
 * connection, which must be the owner's. Only for papers, which read no ledger: what is paid, input tax, tax withheld, the bank;
 * prepared, checked, approved and released. Answers their batch numbers.
 */
export async function loadVouchers(owner: pg.Client, count: number): Promise<string[]> {
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  await owner.query(`
    create temporary table given on commit drop as
    select n, ${FIRST_ID} + n as id, 'V' || lpad(n::text, 8, '0') as number,
      round((n::bigint * 104729 % 9000000 + 10000)::numeric / 100, 2) as base,
      p.ids[1 + n::bigint * 31 % cardinality(p.ids)] as payee_id
    from generate_series(1, ${count}) n cross join (select array_agg(id) as ids from payee) p`);
  await owner.query(`
    insert into batch (id, document_type, batch_number, status, prepared_by, edit_by, edit_date, payee_id, document_date,
      total_amount, amount_php)
    overriding system value
    select id, 'CV', number, 7, 2, 2, now(), payee_id, manila_today(), base + round(base * 0.12, 2), base + round(base * 0.12, 2)
    from given`);
  await owner.query(`
    insert into document (id, batch_id, document_type, header_key, document_number, document_date, payee_id, bank_id,
      bank_account, total_amount, remarks, cheque_number)
    overriding system value
    select g.id, g.id, 'CV', 0, g.number, manila_today(), g.payee_id, k.id, k.account_no, g.base + round(g.base * 0.12, 2),
      'RENT OF THE OFFICE AND WAREHOUSE OF BRANCH ' || g.n % 997 || ' FOR THE MONTH', 'Q' || lpad(g.n::text, 8, '0')
    from given g cross join (select id, account_no from bank order by id limit 1) k`);
  await owner.query(`
    insert into line (document_id, line_no, account_id, branch_id, debit_amount, credit_amount, debit_php, credit_php, atc_id, tax_base)
    select g.id, s.line_no, a.id, b.id, s.debit, s.credit, s.debit, s.credit,
      case when s.line_no = 3 then t.id end, case when s.line_no = 3 then g.base end
    from given g
    cross join lateral (values
      (1, (select acct_code from account where acct_code = '503010'), g.base, 0.00),
      (2, (select min(acct_code) from account where role = 'INPUT_VAT'), round(g.base * 0.12, 2), 0.00),
      (3, (select min(acct_code) from account where role = 'EWT'), 0.00, round(g.base * 0.05, 2)),
      (4, (select acct_code from bank order by id limit 1), 0.00, g.base + round(g.base * 0.12, 2) - round(g.base * 0.05, 2))
    ) s (line_no, acct_code, debit, credit)
    join account a on a.acct_code = s.acct_code
    cross join (select min(id) as id from branch) b
    cross join (select min(id) as id from alpha_tax_code) t`);
  await owner.query(`
    insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id)
    select g.id, 'CV', 1, m.action, m.status_from, m.status_to, m.user_id, g.base + round(g.base * 0.12, 2), 1
    from given g cross join (values ('submit', 1, 2, 2), ('approve', 2, 3, 4), ('approve', 3, 6, 5), ('release', 6, 7, 8))
      m (action, status_from, status_to, user_id)
    order by g.id, m.status_from`);
  await owner.query(`
    insert into number_issue (series_id, number, number_text, document_id, batch_id, cycle, issued_by)
    select s.id, g.id, g.number, g.id, g.id, 1, 2 from given g cross join number_series s where s.kind = 'voucher'`);
  const { rows } = await owner.query<{ number: string }>('select number from given order by n');
  await owner.query('commit');
  await owner.query('vacuum analyze batch, document, line, batch_move, number_issue');
  return rows.map(({ number }) => number);
}

/** Above every id that the books and the other loads have given. */
const FIRST_ID = 700_000_000;
