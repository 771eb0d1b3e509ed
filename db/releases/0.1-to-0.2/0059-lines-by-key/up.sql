-- What a batch has on the accounts of customers is looked up by its key, line by line (`offset 0`): a plan that is made while the
-- books are small reads all lines otherwise, and a connection goes on with it after they have grown.

-- Only the entries of journals name an invoice: collections say it in their applications, billings are what is settled, and whoever
-- pays or receives otherwise enters a collection or a journal.
create or replace function check_receivable_lines() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  stray record;
begin
  select l.line_no, a.acct_code, a.role is not distinct from 'AR' as is_receivable, l.invoice_id, i.document_number,
    i.status is not distinct from 7 as is_approved, coalesce(i.payee_id = any (payees_as_one(l.payee_id)), false) as is_of_payee,
    i.currency_id is not distinct from new.currency_id as is_in_currency, i.document_date > d.document_date as is_later into stray
  from (select id, document_date from document where batch_id = new.id offset 0) d
  cross join lateral (select * from line where document_id = d.id offset 0) l
  join account a on a.id = l.account_id
  left join lateral (
    select b.status, b.currency_id, x.payee_id, x.document_number, x.document_date
    from document x join batch b on b.id = x.batch_id where x.id = l.invoice_id) i on true
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

-- Beside collections, what names the customer in its header moves his advance: it is paid back to him. Approvers see to whom, and
-- what they sign is there.
create or replace function check_advance_lines() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  stray record;
  available numeric;
begin
  select l.line_no, a.acct_code into stray
  from (select id, payee_id from document where batch_id = new.id offset 0) d
  cross join lateral (select * from line where document_id = d.id offset 0) l
  join account a on a.id = l.account_id
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
    join account a on a.id = l.account_id
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
