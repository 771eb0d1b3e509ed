-- Statistics that were taken while an upload had not committed say that its tables have no rows: all indexes cost the same then, and a
-- partial one that fits the condition is read whole. What is looked up one by one names its key alone, the rest is asked outside.

-- Entries that reverse nothing are in no index of what is reversed: it is not read for them, nor written.
alter table journal_entry drop constraint journal_entry_reversed_once;
create unique index journal_entry_reversed_once on journal_entry (reverses_id) where reverses_id is not null;

create or replace function payee_hold(p_payee int) returns text
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select b.bp_code || ' ' || b.name
  from (select payee_code from payee where id = p_payee offset 0) p
  cross join lateral (select bp_code, name, hold from business_partner where payee_code = p.payee_code offset 0) b
  where b.hold = 1
$$;

create or replace function check_payee_hold() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  held record;
begin
  select p.payee_code, p.payee_desc, payee_hold(p.id) as by_partner into held
  from (select payee_id, voided_at from document where batch_id = new.batch_id offset 0) d
  cross join lateral (select id, payee_code, payee_desc from payee where id = d.payee_id offset 0) p
  where d.voided_at is null and payee_hold(p.id) is not null limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'payee_on_hold', table = 'batch_move',
      message = format('Payee %s %s is on hold: business partner %s has On hold set. Take the hold off there, or pay somebody else.',
        held.payee_code, held.payee_desc, held.by_partner);
  end if;
  return new;
end $$;

create or replace function pesos_by_rate(p_document_id bigint) returns table (line_no smallint, debit_php numeric, credit_php numeric)
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  with converted as (
    select l.line_no, l.debit_amount::numeric as debit, l.credit_amount::numeric as credit,
      round(l.debit_amount::numeric * b.dollar_rate::numeric, 2) as debit_php,
      round(l.credit_amount::numeric * b.dollar_rate::numeric, 2) as credit_php
    from (select batch_id from document where id = p_document_id offset 0) d
    cross join lateral (select dollar_rate from batch where id = d.batch_id offset 0) b
    cross join lateral (select line_no, debit_amount, credit_amount from line where document_id = p_document_id offset 0) l
    where l.debit_amount > 0 or l.credit_amount > 0
  ), whole as (
    select case when sum(c.debit) = sum(c.credit) then sum(c.debit_php) - sum(c.credit_php) else 0 end as rounding,
      (select m.line_no from converted m order by m.debit_php + m.credit_php desc, m.line_no limit 1) as largest
    from converted c
  )
  select c.line_no,
    c.debit_php - case when c.line_no = w.largest and c.debit_php > 0 then w.rounding else 0 end,
    c.credit_php + case when c.line_no = w.largest and c.debit_php = 0 then w.rounding else 0 end
  from converted c cross join whole w
$$;

create or replace function check_line_pesos() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  bad record;
begin
  select d.document_number, min(l.line_no) as line_no into bad
  from (select id, document_number, voided_at from document where batch_id = new.id offset 0) d
  cross join lateral pesos_by_rate(d.id) r
  cross join lateral (select * from line where document_id = d.id and line_no = r.line_no offset 0) l
  cross join lateral (select currency_id from account where id = l.account_id offset 0) a
  where d.voided_at is null and row(l.debit_php::numeric, l.credit_php::numeric) is distinct from row(r.debit_php, r.credit_php)
  group by d.id, d.document_number
  having new.currency_id = 1 or bool_or(a.currency_id <> new.currency_id)
    or (bool_or(l.debit_amount > 0) and bool_or(l.credit_amount > 0))
    or bool_or(l.debit_amount > 0 and l.credit_php > 0 or l.credit_amount > 0 and l.debit_php > 0)
  limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'line_pesos', table = 'line',
      message = format('Line %s of document %s is not booked at the rate, and may not have pesos of its own.',
        bad.line_no, bad.document_number);
  end if;
  return new;
end $$;

create or replace function check_cheque_move() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  -- Locked, so that two moves of a cheque see each other.
  moved cheque%rowtype;
  came_to text;
  listed cheque_state_move%rowtype;
begin
  select * into moved from cheque where id = new.cheque_id for no key update;
  select m.state_to into came_to from cheque_move m where m.cheque_id = new.cheque_id order by m.id desc limit 1;
  if new.state_from is distinct from came_to then
    raise exception using errcode = '23514', constraint = 'cheque_moved_meanwhile', table = 'cheque_move',
      message = format('Cheque %s is %s, not %s.', moved.cheque_number, came_to, new.state_from);
  end if;
  if new.user_id is distinct from current_actor() then
    raise exception using errcode = '23514', constraint = 'cheque_move_own_name', table = 'cheque_move',
      message = 'A move is recorded under the name of the person who makes it.';
  end if;
  select * into listed from cheque_state_move m where m.state_from = new.state_from and m.state_to = new.state_to;
  if listed.needs_reason and coalesce(btrim(new.reason), '') = '' then
    raise exception using errcode = '23514', constraint = 'cheque_reason', table = 'cheque_move',
      message = format('Cheque %s: a reason is required.', moved.cheque_number);
  end if;
  if listed.action in ('print', 'release', 'lift') and not exists (
    select from (select batch_id, voided_at from document where id = moved.document_id offset 0) d
    cross join lateral (select status from batch where id = d.batch_id offset 0) b
    where d.voided_at is null and b.status between case listed.action when 'print' then 6 else 7 end and 7) then
    raise exception using errcode = '23514', constraint = 'cheque_before_voucher', table = 'cheque_move',
      message = format('Cheque %s does not go before its voucher.', moved.cheque_number);
  end if;
  return new;
end $$;

create or replace function check_void_reversed() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if exists (
    select from unnest(case tg_table_name when 'document' then array[new.id]
        else array(select d.id from document d where d.batch_id = new.id) end) d (id)
    cross join lateral (select id from journal_entry where document_id = d.id and reverses_id is null offset 0) e
    where not exists (select from journal_entry r where r.reverses_id = e.id offset 0)) then
    raise exception using errcode = '23514', constraint = 'void_document_reversed', table = 'journal_entry',
      message = 'What is void is reversed in the ledger.';
  end if;
  return null;
end $$;

create or replace function check_posted_lines() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  bad record;
begin
  select p.entry_id, p.line_no into bad
  from new_postings p
  cross join lateral (
    select document_id, currency_id, line_count, reverses_id from journal_entry
    where id = p.entry_id
    offset 0
  ) e
  left join lateral (
    select * from line
    where document_id = e.document_id and line_no = p.line_no
    offset 0
  ) l on true
  where e.reverses_id is null and (row(p.account_id, p.debit, p.credit, p.branch_id, p.department_id, p.section_id, p.payee_id, p.billing_service_id, p.atc_id, p.tax_base,
      p.invoice_id)
    is distinct from row(l.account_id, l.debit_php, l.credit_php, l.branch_id, l.department_id, l.section_id, l.payee_id,
      l.billing_service_id, l.atc_id, l.tax_base, l.invoice_id)
    or (e.currency_id <> 1 and row(p.fc_debit, p.fc_credit) is distinct from row(l.debit_amount, l.credit_amount))
    or (p.line_no = 1 and e.line_count <> (select count(*) from line c where c.document_id = e.document_id)))
  limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'posting_of_approved_line', table = 'posting',
      message = format('Line %s is not that of the document that was approved.', bad.line_no),
      detail = format('entry %s', bad.entry_id);
  end if;
  return null;
end $$;

create or replace function lock_settled_invoices() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  perform from batch b
  where b.id in (
    select i.batch_id from (select id from document where batch_id = new.id offset 0) c
    cross join lateral (
      select a.billing_document_id as invoice_id from collection_application a where a.document_id = c.id
      union all
      select l.invoice_id from (select invoice_id from line where document_id = c.id offset 0) l where l.invoice_id is not null) s
    cross join lateral (select batch_id from document where id = s.invoice_id offset 0) i)
  order by b.id for no key update;
  return null;
end $$;

create or replace function settle_invoices() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  collected record;
begin
  for collected in
    select i.id, i.document_number, i.total_amount::numeric as billed, b.status, b.dollar_rate::numeric as rate, s.own, s.own_php,
      e.document_type, e.reverses_id is not null as is_void,
      e.document_type = 'JE' or coalesce(o.payee_id = any (payees_as_one(e.payee_id)), false) and o.currency_id = e.currency_id as fits,
      o.entry_date > e.entry_date as is_later, o.total::numeric as booked_php, t.taken, t.taken_php
    from (
      select n.entry_id from new_postings n
      where n.account_id = any (array(select id from account where role = 'AR')) group by n.entry_id) n
    cross join lateral (select * from journal_entry where id = n.entry_id offset 0) e
    cross join lateral (
      select w.invoice_id, sum(w.amount) as own, sum(w.amount_php) as own_php
      from (
        select a.billing_document_id as invoice_id, w.sign * (a.cash_amount + a.withholding_amount + a.write_off_amount) as amount,
          w.sign * a.receivable_php as amount_php
        from collection_application a cross join lateral (select case when e.reverses_id is null then 1 else -1 end as sign) w
        where a.document_id = e.document_id
        union all
        select p.invoice_id, p.fc_credit - p.fc_debit, p.credit - p.debit
        from (select * from posting where entry_id = e.id offset 0) p where p.invoice_id is not null) w
      group by w.invoice_id) s
    cross join lateral (select * from document where id = s.invoice_id offset 0) i
    cross join lateral (select * from batch where id = i.batch_id offset 0) b
    cross join lateral (select * from journal_entry where document_id = i.id and reverses_id is null offset 0) o
    cross join lateral (
      select coalesce(sum(x.amount), 0) as taken, coalesce(sum(x.amount_php), 0) as taken_php
      from (
        select a.cash_amount + a.withholding_amount + a.write_off_amount as amount, a.receivable_php as amount_php
        from (select * from collection_application where billing_document_id = i.id offset 0) a
        cross join lateral (select id from journal_entry where document_id = a.document_id and reverses_id is null offset 0) c
        where (select count(*) from journal_entry r where r.reverses_id = c.id) = 0
        union all
        select p.fc_credit - p.fc_debit, p.credit - p.debit from posting p where p.invoice_id = i.id) x) t
    order by i.id, e.id
  loop
    if collected.is_void then
      if collected.status <> 7 and collected.taken <> 0 then
        raise exception using errcode = '23514', constraint = 'settlement_of_cancelled', table = 'posting',
          message = format('Invoice %s is cancelled. What settled it and what opened it again stay together: enter what is right anew.',
            collected.document_number);
      elsif collected.taken < 0 or collected.taken > collected.billed
          or collected.taken = collected.billed and collected.taken_php <> collected.booked_php then
        raise exception using errcode = '23514', constraint = 'settlement_built_upon', table = 'line',
          message = format('A later entry counts on what this one says of invoice %s. Void that one first.', collected.document_number);
      end if;
    elsif collected.status <> 7 then
      raise exception using errcode = '23514', constraint = 'collection_invoice_open', table = 'collection_application',
        message = 'Invoice is cancelled.';
    elsif not collected.fits then
      raise exception using errcode = '23514', constraint = 'collection_invoice_customer', table = 'collection_application',
        message = format('Invoice %s is of another customer or in another currency.', collected.document_number);
    elsif collected.is_later then
      raise exception using errcode = '23514', constraint = 'collection_before_invoice', table = 'collection_application',
        message = format('Invoice %s is dated after this %s.', collected.document_number,
          case collected.document_type when 'CN' then 'collection' else 'entry' end);
    elsif collected.taken > collected.billed then
      raise exception using errcode = '23514', constraint = 'collection_exceeds_invoice', table = 'collection_application',
        message = format('Only %s of %s is still open.',
          to_char(collected.billed - collected.taken + collected.own, 'FM999,999,999,999,990.00'), collected.document_number);
    elsif collected.taken < 0 then
      raise exception using errcode = '23514', constraint = 'settlement_below_nothing', table = 'line',
        message = format('Only %s of %s is settled. A debit opens no more of it again.',
          to_char(collected.taken - collected.own, 'FM999,999,999,999,990.00'), collected.document_number);
    elsif (case when collected.taken = collected.billed
      then collected.taken_php <> collected.booked_php
      else collected.own_php <> round(collected.own * collected.rate, 2) end) then
      raise exception using errcode = '23514', constraint = 'collection_receivable', table = 'collection_application',
        message = case collected.document_type
          when 'CN' then format('What is open of invoice %s has changed. Save the collection again.', collected.document_number)
          else format('Invoice %s leaves the books at the pesos at which it came in: %s here.', collected.document_number,
            to_char(case when collected.taken = collected.billed then collected.booked_php - collected.taken_php + collected.own_php
              else round(collected.own * collected.rate, 2) end, 'FM999,999,999,999,990.00')) end;
    end if;
    update billing set collected_amount = collected.taken where document_id = collected.id;
  end loop;
  return null;
end $$;

create or replace function touch_contents() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  actor int := current_actor();
  batches bigint[];
  frozen text;
begin
  if tg_table_name = 'document' and tg_op = 'INSERT' then
    select array_agg(distinct batch_id) into batches from new_rows;
  elsif tg_table_name = 'document' then
    select array_agg(distinct batch_id) into batches from old_rows;
  elsif tg_op = 'INSERT' then
    select array_agg(distinct d.batch_id) into batches from (select distinct document_id from new_rows) n
    cross join lateral (select batch_id from document where id = n.document_id offset 0) d;
  else
    select array_agg(distinct d.batch_id) into batches from (select distinct document_id from old_rows) n
    cross join lateral (select batch_id from document where id = n.document_id offset 0) d;
  end if;
  if batches is null then
    return null;
  end if;
  -- Locked, so that nobody submits the batch between this look and the commit.
  perform from batch where id = any (batches) order by id for no key update;
  select batch_number into frozen from batch where id = any (batches) and (status <> 1 or deleted_at is not null) limit 1;
  if frozen is not null then
    raise exception using errcode = '23514', constraint = 'batch_frozen', table = 'batch',
      message = format('Batch %s is submitted; return or withdraw it before changing it.', frozen);
  end if;
  insert into batch_editor (batch_id, cycle, user_id)
  select id, cycle, actor from batch where id = any (batches) and actor <> prepared_by
  on conflict do nothing;
  return null;
end $$;

create or replace function update_contents() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  actor int := current_actor();
  parent batch%rowtype;
  server_owned text[] := array['document_number', 'or_number', 'ar_number', 'receipt_status', 'cheque_number',
    'voided_at', 'voided_by', 'void_reason'];
  old_row jsonb := to_jsonb(old);
  changed text[] := array(
    select n.key from jsonb_each(to_jsonb(new)) n
    where n.value is distinct from old_row -> n.key and not (tg_table_name = 'document' and n.key = any (server_owned)));
begin
  if tg_table_name = 'document' then
    select * into parent from batch where id = old.batch_id;
  else
    select * into parent from batch where id = (select batch_id from document where id = old.document_id);
  end if;
  if changed && array['id', 'batch_id', 'document_type', 'document_id'] then
    raise exception using errcode = '23514', constraint = 'batch_identity', table = tg_table_name,
      message = 'A document stays in its batch and a line in its document.';
  end if;
  if parent.deleted_at is not null
     or (parent.status <> 1 and not changed <@ array['remarks', 'proposed_part'])
     or (parent.status >= 7 and cardinality(changed) > 0) then
    raise exception using errcode = '23514', constraint = 'batch_frozen', table = 'batch',
      message = format('Batch %s is submitted; return or withdraw it before changing it.', parent.batch_number);
  end if;
  if parent.status = 1 and actor <> parent.prepared_by then
    insert into batch_editor (batch_id, cycle, user_id) values (parent.id, parent.cycle, actor) on conflict do nothing;
  end if;
  return new;
end $$;

create or replace function note_document_search() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  insert into document_search (document_id, batch_id, batch_date, search_text)
  select n.id, n.batch_id, b.document_date, document_search_text(x.d)
  from new_rows n
  cross join lateral (select d from document d where d.id = n.id offset 0) x
  cross join lateral (select document_date from batch where id = n.batch_id offset 0) b;
  return null;
end $$;

create or replace function renew_line_search() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if tg_op <> 'UPDATE' and not exists (select from changed_rows c where c.remarks <> '') then return null; end if;
  update document_search s set search_text = t.search_text
  from (
    select c.document_id, document_search_text(x.d) as search_text
    from (select distinct document_id from changed_rows) c
    cross join lateral (select d from document d where d.id = c.document_id offset 0) x
    offset 0) t
  where s.document_id = t.document_id and s.search_text <> t.search_text;
  return null;
end $$;

create or replace function take_numbers(p_kind text, p_user_id int, p_count int, p_document_ids bigint[] default null, p_prog_code text default null) returns table (series_id int, number bigint, number_text text, document_id bigint)
  language sql security definer rows 1
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  insert into number_issue as i (series_id, number, number_text, document_id, batch_id, cycle, issued_by)
  select a.series_id, a.number, number_text(p_kind, a.number), d.id, b.id, b.cycle, current_actor()
  from advance_series(p_kind, p_user_id, p_count, p_prog_code) with ordinality a (series_id, number, n)
  left join lateral (select id, batch_id from document where id = p_document_ids[a.n] offset 0) d on true
  left join lateral (select id, cycle from batch where id = d.batch_id offset 0) b on true
  order by a.n
  returning i.series_id, i.number, i.number_text::text, i.document_id
$$;

create or replace function open_debits(p_batch_id bigint) returns table (debit numeric, debit_php numeric)
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select coalesce(sum(l.debit_amount), 0), coalesce(sum(l.debit_php), 0)
  from (select id, voided_at from document where batch_id = p_batch_id offset 0) d
  cross join lateral (select debit_amount, debit_php from line where document_id = d.id offset 0) l
  where d.voided_at is null
$$;

create or replace function check_settled() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if new.settled_amount is distinct from coalesce((
      select i.collected_amount from (select id from document where batch_id = new.id offset 0) d
      cross join lateral (select collected_amount from billing where document_id = d.id offset 0) i), 0) then
    raise exception using errcode = '23514', constraint = 'batch_settled', table = 'batch',
      message = format('What is settled of batch %s is what collections and journals took of it.', new.batch_number);
  end if;
  return new;
end $$;

create or replace function check_approved_posted() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  unposted code_text;
begin
  select d.document_number into unposted
  from (select id, status, is_pdc, cycle from batch where id = new.id offset 0) b
  cross join lateral (select * from document where batch_id = b.id offset 0) d
  where b.status = 7 and d.voided_at is null and (b.is_pdc = 0 or d.document_date <= manila_today())
    and not exists (
      select from journal_entry e where e.document_id = d.id and e.round = b.cycle and e.reverses_id is null offset 0)
  limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'approved_document_posted', table = 'journal_entry',
      message = format('Document %s is approved and has no entry.', unposted);
  end if;
  return null;
end $$;

create or replace function check_receivable_lines() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  stray record;
begin
  select l.line_no, a.acct_code, a.role is not distinct from 'AR' as is_receivable, l.invoice_id, i.document_number,
    i.status is not distinct from 7 as is_approved, coalesce(i.payee_id = any (payees_as_one(l.payee_id)), false) as is_of_payee,
    i.currency_id is not distinct from new.currency_id as is_in_currency, i.document_date > d.document_date as is_later into stray
  from (select id, document_date from document where batch_id = new.id offset 0) d
  cross join lateral (select * from line where document_id = d.id offset 0) l
  cross join lateral (select * from account where id = l.account_id offset 0) a
  left join lateral (
    select b.status, b.currency_id, x.payee_id, x.document_number, x.document_date
    from (select * from document where id = l.invoice_id offset 0) x
    cross join lateral (select status, currency_id from batch where id = x.batch_id offset 0) b) i on true
  where (a.role = 'AR' or l.invoice_id is not null)
    and (new.document_type <> 'JE' or a.role is distinct from 'AR' or l.invoice_id is null
      or i.status <> 7 or i.payee_id <> all (payees_as_one(l.payee_id)) or l.payee_id is null
      or i.currency_id <> new.currency_id or i.document_date > d.document_date)
  order by l.line_no limit 1;
  if not found then
    return new;
  end if;
  if new.document_type <> 'JE' then
    raise exception using errcode = '23514', constraint = 'receivable_without_invoice', table = 'line',
      message = format('line %s: account %s is what invoices have open. Enter a collection, or a journal that names the invoice.',
        stray.line_no, stray.acct_code);
  elsif stray.invoice_id is null then
    raise exception using errcode = '23514', constraint = 'receivable_without_invoice', table = 'line',
      message = format('line %s: account %s is what invoices have open. Choose the invoice that this line settles.',
        stray.line_no, stray.acct_code);
  elsif not stray.is_receivable then
    raise exception using errcode = '23514', constraint = 'invoice_of_another_account', table = 'line',
      message = format('line %s: account %s is no receivable of invoices. Clear the invoice, or choose that account.',
        stray.line_no, stray.acct_code);
  elsif not stray.is_approved then
    raise exception using errcode = '23514', constraint = 'collection_invoice_open', table = 'line',
      message = 'Invoice is cancelled.';
  elsif not stray.is_of_payee or not stray.is_in_currency then
    raise exception using errcode = '23514', constraint = 'collection_invoice_customer', table = 'line',
      message = format('line %s: invoice %s is of another customer or in another currency.', stray.line_no, stray.document_number);
  else
    raise exception using errcode = '23514', constraint = 'collection_before_invoice', table = 'line',
      message = format('line %s: invoice %s is dated after this entry.', stray.line_no, stray.document_number);
  end if;
end $$;

create or replace function check_advance_lines() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  stray record;
  available numeric;
begin
  select l.line_no, a.acct_code into stray
  from (select id, payee_id from document where batch_id = new.id offset 0) d
  cross join lateral (select * from line where document_id = d.id offset 0) l
  cross join lateral (select acct_code, role from account where id = l.account_id offset 0) a
  where a.role = 'CUSTOMER_ADVANCES' and (d.payee_id is null or l.payee_id is distinct from d.payee_id)
  order by l.line_no limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'advance_without_customer', table = 'line',
      message = format('line %s: account %s is what customers paid in advance. Enter a collection, or what pays it back to the customer.',
        stray.line_no, stray.acct_code);
  end if;
  for stray in
    select d.payee_id, d.document_date, min(l.line_no) as line_no, sum(l.debit_amount - l.credit_amount) as taken
    from (select id, payee_id, document_date from document where batch_id = new.id offset 0) d
    cross join lateral (select * from line where document_id = d.id offset 0) l
    cross join lateral (select acct_code, role from account where id = l.account_id offset 0) a
    where a.role = 'CUSTOMER_ADVANCES'
    group by d.id, d.payee_id, d.document_date having sum(l.debit_amount - l.credit_amount) > 0
  loop
    available := least(customer_advance(stray.payee_id, new.currency_id),
      customer_advance_on(stray.payee_id, new.currency_id, stray.document_date));
    if stray.taken > available then
      raise exception using errcode = '23514', constraint = 'customer_advance_exceeded', table = 'line',
        message = format('line %s: the customer has only %s in advance on this day. Take less, or date it later.', stray.line_no,
          to_char(greatest(available, 0), 'FM999,999,999,999,990.00'));
    end if;
  end loop;
  return new;
end $$;

create or replace function check_billing() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  billed record;
begin
  select d.id, d.document_date + b.payment_term = b.due_date as due_by_term into billed
  from (select id, payee_id, document_date from document where batch_id = new.id offset 0) d
  cross join lateral (select payment_term, due_date from billing where document_id = d.id offset 0) b
  where d.payee_id is not null and exists (select from billing_service_line where document_id = d.id offset 0);
  if not found then
    raise exception using errcode = '23514', constraint = 'billing_complete', table = 'billing',
      message = format('Billing %s names no customer or bills nothing.', new.batch_number);
  end if;
  if not billed.due_by_term then
    raise exception using errcode = '23514', constraint = 'billing_due_date', table = 'billing',
      message = format('Billing %s is not due on its date and term.', new.batch_number);
  end if;
  if exists (
    select from billing_lines(billed.id) w
    full join (
      select l.line_no, l.remarks, a.role, a.acct_group, l.debit_amount, l.credit_amount, l.billing_service_id, l.payee_id, d.payee_id as customer
      from (select * from line where document_id = billed.id offset 0) l
      cross join lateral (select role, acct_group from account where id = l.account_id offset 0) a
      cross join (select payee_id from document where id = billed.id offset 0) d
    ) l on l.line_no = w.line_no
    where row(w.tag, w.debit, w.credit) is distinct from row(l.remarks::text, l.debit_amount::numeric, l.credit_amount::numeric)
      or w.role is not null and w.role is distinct from l.role
      or (w.tag = 'Income Amount') is distinct from (l.billing_service_id is not null)
      or w.tag = 'Income Amount' and l.acct_group <> 'I'
      or l.payee_id is distinct from l.customer
  ) then
    raise exception using errcode = '23514', constraint = 'billing_lines_agree', table = 'line',
      message = format('The lines of billing %s are not those of its services.', new.batch_number);
  end if;
  return new;
end $$;

create or replace function check_collection() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  said record;
  booked record;
begin
  select d.id, d.payee_id, k.acct_code as bank_account, c.received_amount, c.advance_amount, a.* into said
  from (select id, payee_id, bank_id from document where batch_id = new.id offset 0) d
  cross join lateral (select received_amount, advance_amount from collection where document_id = d.id offset 0) c
  left join lateral (select acct_code from bank where id = d.bank_id offset 0) k on true
  cross join lateral (
    select count(*) as applications, count(distinct a.billing_document_id) as invoices, coalesce(sum(a.cash_amount), 0) as cash,
      coalesce(sum(a.withholding_amount), 0) as withheld, coalesce(sum(a.write_off_amount), 0) as written_off,
      coalesce(sum(a.receivable_php), 0) as receivable_php
    from (select * from collection_application where document_id = d.id offset 0) a) a;
  if said.payee_id is null or said.received_amount + said.applications = 0 or said.applications <> said.invoices
     or said.received_amount > 0 and said.bank_account is null
     or said.received_amount + said.advance_amount < said.cash
     or said.advance_amount > 0 and said.received_amount + said.advance_amount > said.cash then
    raise exception using errcode = '23514', constraint = 'collection_complete', table = 'collection',
      message = format('Collection %s names no customer or no bank, takes nothing, or places more or less than came in.', new.batch_number);
  end if;
  select coalesce(sum(l.debit_amount - l.credit_amount) filter (where a.acct_code = said.bank_account), 0) as received,
    coalesce(sum(l.debit_amount - l.credit_amount) filter (where a.role = 'CWT'), 0) as withheld,
    coalesce(sum(l.debit_amount - l.credit_amount) filter (where o.is_other), 0) as written_off,
    coalesce(sum(l.credit_amount - l.debit_amount) filter (where a.role = 'AR'), 0) as receivable,
    coalesce(sum(l.credit_php - l.debit_php) filter (where a.role = 'AR'), 0) as receivable_php,
    coalesce(sum(l.credit_amount - l.debit_amount) filter (where a.role = 'CUSTOMER_ADVANCES'), 0) as advance,
    bool_or(a.role in ('AR', 'CUSTOMER_ADVANCES') and l.payee_id is distinct from said.payee_id
      or a.role in ('FX_GAIN', 'FX_LOSS') and l.debit_amount + l.credit_amount > 0
      or o.is_other and a.acct_group <> 'E') as is_stray into booked
  from (select * from line where document_id = said.id offset 0) l
  cross join lateral (select acct_code, acct_group, role from account where id = l.account_id offset 0) a
  cross join lateral (
    select coalesce(a.role, '') not in ('AR', 'CWT', 'CUSTOMER_ADVANCES', 'FX_GAIN', 'FX_LOSS')
      and a.acct_code is distinct from said.bank_account as is_other) o;
  if booked.is_stray is distinct from false
     or row(booked.received, booked.withheld, booked.written_off, booked.receivable, booked.receivable_php, booked.advance)
       is distinct from row(said.received_amount::numeric, said.withheld, said.written_off,
         said.cash + said.withheld + said.written_off, said.receivable_php, said.received_amount - said.cash) then
    raise exception using errcode = '23514', constraint = 'collection_lines_agree', table = 'line',
      message = format('The lines of collection %s are not those of its applications.', new.batch_number);
  end if;
  return new;
end $$;

create or replace function check_postings() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  bad record;
begin
  -- The lines of an entry are those that its header states, and balance. The entry is that of an approved document in
  -- this round, at the document's date and with its head, a reversal that of a voided one (decisions §4: the batch moves first).
  select s.entry_id, s.debit, s.credit, w.is_whole, w.has_head into bad
  from (
    select entry_id, count(*) as lines, min(line_no) as first_line, max(line_no) as last_line,
      sum(debit) as debit, sum(credit) as credit, sum(fc_debit) as fc_debit, sum(fc_credit) as fc_credit,
      min(entry_date) as first_date, max(entry_date) as last_date
    from new_postings group by entry_id
  ) s
  left join lateral (select * from journal_entry where id = s.entry_id offset 0) e on true
  left join lateral (select * from document where id = e.document_id offset 0) d on true
  left join lateral (select * from batch where id = d.batch_id offset 0) b on true
  cross join lateral (
    select (s.lines = e.line_count and s.first_line = 1 and s.last_line = e.line_count
      and s.debit = e.total and s.credit = e.total and s.fc_debit = e.fc_total and s.fc_credit = e.fc_total
      and s.first_date = e.entry_date and s.last_date = e.entry_date) is true as is_whole,
      e.reverses_id is not null or row(e.payee_id, e.bank_id, e.cheque_number, e.remarks, e.purchase_order_id)
        is not distinct from row(d.payee_id, d.bank_id, d.cheque_number, d.remarks, d.purchase_order_id) as has_head
  ) w
  where not w.is_whole
    or not w.has_head
    or d.document_type <> e.document_type
    or case when e.reverses_id is null
      then b.status <> 7 or b.cycle <> e.round or d.voided_at is not null or d.document_date <> e.entry_date
      else b.status <> 20 and d.voided_at is null end
  limit 1;
  if found and not bad.is_whole then
    raise exception using errcode = '23514', constraint = 'journal_entry_balanced', table = 'posting',
      message = case when bad.debit = bad.credit then 'The lines of the entry are not the lines that its header states.'
        else format('Entry is not balanced: debit %s, credit %s.', bad.debit, bad.credit) end,
      detail = format('entry %s', bad.entry_id);
  elsif found and not bad.has_head then
    raise exception using errcode = '23514', constraint = 'journal_entry_head', table = 'journal_entry',
      message = 'An entry keeps the payee, bank, cheque number, remarks and order of its document.',
      detail = format('entry %s', bad.entry_id);
  elsif found then
    raise exception using errcode = '23514', constraint = 'entry_of_approved_document', table = 'journal_entry',
      message = 'Only an approved document is posted, at its date, and only a voided one is reversed.',
      detail = format('entry %s', bad.entry_id);
  end if;

  -- An account does not change its nature between this check and the commit (check_account_tree).
  perform pg_advisory_xact_lock_shared(7001, 0);
  select p.entry_id, p.line_no, a.acct_code,
    case
      when a.acct_type <> 'S' or (a.status <> 1 and e.reverses_id is null) then 'account_postable'
      when a.currency_id not in (1, e.currency_id) and p.fc_debit + p.fc_credit > 0 then 'account_currency'
      when a.currency_id not in (1, e.currency_id) and e.currency_id <> 1 then 'account_currency'
      when e.currency_id = 1 and p.fc_debit + p.fc_credit not in (0, p.debit + p.credit) then 'account_currency'
      else 'posting_department'
    end as rule
  into bad
  from new_postings p
  cross join lateral (select * from journal_entry where id = p.entry_id offset 0) e
  cross join lateral (select * from account where id = p.account_id offset 0) a
  where a.acct_type <> 'S'
    or (a.status <> 1 and e.reverses_id is null)
    or (a.currency_id not in (1, e.currency_id) and (e.currency_id <> 1 or p.fc_debit + p.fc_credit > 0))
    or (e.currency_id = 1 and p.fc_debit + p.fc_credit not in (0, p.debit + p.credit))
    or (a.acct_class = 'I' and p.department_id is null)
  limit 1;
  if found then
    raise exception using errcode = '23514', constraint = bad.rule, table = 'posting',
      message = case bad.rule
        when 'account_postable' then format('Line %s: account %s takes no postings.', bad.line_no, bad.acct_code)
        when 'account_currency' then format('Line %s: account %s is not in the currency of the entry.', bad.line_no, bad.acct_code)
        else format('Line %s: account %s needs a department.', bad.line_no, bad.acct_code) end,
      detail = format('entry %s', bad.entry_id);
  end if;

  -- Grouped and in the order of the key: two calls never lock two balances in opposite order.
  insert into balance_account as b (period, account_id, debit, credit, fc_debit, fc_credit)
  select extract(year from entry_date)::int * 100 + extract(month from entry_date)::int as period, account_id,
    sum(debit), sum(credit), sum(fc_debit), sum(fc_credit)
  from new_postings group by 1, 2 order by 1, 2
  on conflict (period, account_id) do update set
    debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,
    fc_debit = b.fc_debit + excluded.fc_debit, fc_credit = b.fc_credit + excluded.fc_credit;

  insert into balance_branch as b (period, branch_id, account_id, debit, credit, fc_debit, fc_credit)
  select extract(year from entry_date)::int * 100 + extract(month from entry_date)::int as period, branch_id, account_id,
    sum(debit), sum(credit), sum(fc_debit), sum(fc_credit)
  from new_postings group by 1, 2, 3 order by 1, 2, 3
  on conflict (period, branch_id, account_id) do update set
    debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,
    fc_debit = b.fc_debit + excluded.fc_debit, fc_credit = b.fc_credit + excluded.fc_credit;
  return null;
end $$;
