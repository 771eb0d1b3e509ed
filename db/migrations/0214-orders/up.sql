-- Purchase orders: what is ordered of a supplier, with lines of quantity and unit cost and no effect in the ledger
-- (decisions §6). An order is a batch of one document; what it says beside its header stands here.
create domain quantity as numeric(14, 4) check (value > 0);

create table purchase_order (
  document_id bigint primary key references document on delete cascade,
  -- The day on which it was asked for.
  request_date accounting_date not null,
  contact_person short_text,
  email_add short_text,
  -- Days from delivery.
  payment_term smallint not null default 0 check (payment_term between 0 and 365),
  shipping_date accounting_date,
  subject_to_vat flag not null default 1,
  vat_type smallint not null default 1 check (vat_type between 1 and 3),
  -- What vouchers take that are on their way, approved or released. The product computes it; nobody writes it.
  vouchered_amount amount not null default 0
);
alter table document add constraint document_purchase_order
  foreign key (purchase_order_id) references purchase_order (document_id);
alter table journal_entry add column purchase_order_id bigint references purchase_order (document_id);

grant insert (payee_id, bank_id, cheque_number, remarks, purchase_order_id) on journal_entry to talaan_app;
create index journal_entry_purchase_order on journal_entry (purchase_order_id) where purchase_order_id is not null;
create index purchase_order_request on purchase_order (request_date);
call audit_table('purchase_order', 'document_id');

create table purchase_order_line (
  document_id bigint not null references document on delete cascade,
  line_no smallint not null check (line_no between 1 and 500),
  item_description long_text not null,
  quantity quantity not null,
  unit short_text,
  -- With VAT where the order is subject to it.
  unit_cost amount not null,
  total_amount amount not null,
  primary key (document_id, line_no),
  constraint purchase_order_line_total check (total_amount = round(quantity * unit_cost, 2))
);
call audit_table('purchase_order_line', 'document_id,line_no');

-- Both are contents of their batch: they come and go while it is active, and whoever touches them is an editor.
create trigger purchase_order_touch_insert after insert on purchase_order referencing new table as new_rows
  for each statement execute function touch_contents();
create trigger purchase_order_touch_delete after delete on purchase_order referencing old table as old_rows
  for each statement execute function touch_contents();
create trigger purchase_order_update
  before update of document_id, request_date, contact_person, email_add, payment_term, shipping_date, subject_to_vat, vat_type
  on purchase_order for each row execute function update_contents();
create trigger purchase_order_line_touch_insert after insert on purchase_order_line referencing new table as new_rows
  for each statement execute function touch_contents();
create trigger purchase_order_line_touch_delete after delete on purchase_order_line referencing old table as old_rows
  for each statement execute function touch_contents();
create trigger purchase_order_line_update before update on purchase_order_line
  for each row execute function update_contents();

-- An order that is submitted names its supplier, has its terms and at least one line, and is worth what its lines add up
-- to, in pesos at its rate: by that its approvals are routed.
create function check_order() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  ordered numeric;
begin
  select sum(l.total_amount) into ordered
  from document d join purchase_order o on o.document_id = d.id join purchase_order_line l on l.document_id = d.id
  where d.batch_id = new.id and d.voided_at is null and d.payee_id is not null;
  if ordered is null then
    raise exception using errcode = '23514', constraint = 'purchase_order_complete', table = 'purchase_order',
      message = format('Order %s names no supplier or orders nothing.', new.batch_number);
  end if;
  if row(ordered, round(ordered * new.dollar_rate::numeric, 2)) is distinct from row(new.total_amount::numeric, new.amount_php::numeric) then
    raise exception using errcode = '23514', constraint = 'batch_total', table = 'batch',
      message = format('Order %s says %s, its lines add up to %s.', new.batch_number, new.total_amount, ordered);
  end if;
  return new;
end $$;
create trigger purchase_order_complete before update of status on batch for each row
  when (new.document_type = 'PO' and old.status = 1 and new.status between 2 and 7) execute function check_order();

-- ---------------------------------------------------------------------------------------------------------------------
-- After its approval an order stands where its vouchers bring it, until it is closed short.
insert into status_move (document_type, status_from, status_to, action)
select 'PO', f, t, 'match' from unnest(array[7, 8, 9]) f cross join unnest(array[7, 8, 9]) t where f <> t
union all select 'PO', f, 10, 'close' from unnest(array[7, 8]) f;

-- Where what is vouchered brings an approved order: 7 nothing, 8 some of it, 9 all of it.
create function order_status(p_vouchered numeric, p_total numeric) returns smallint
  language sql immutable
  return case when p_vouchered = 0 then 7 when p_vouchered < p_total then 8 else 9 end::smallint;

-- What is said of an order by a move, and by its status, is what its vouchers take.
create function check_order_match() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  order_batch bigint := (to_jsonb(new) ->> case tg_table_name when 'batch' then 'id' else 'batch_id' end)::bigint;
  wanted smallint := (to_jsonb(new) ->> case tg_table_name when 'batch' then 'status' else 'status_to' end)::smallint;
  due smallint;
begin
  select order_status(o.vouchered_amount, d.total_amount) into due
  from document d join purchase_order o on o.document_id = d.id
  where d.batch_id = order_batch and d.header_key = 0;
  if wanted is distinct from due then
    raise exception using errcode = '23514', constraint = 'purchase_order_match', table = tg_table_name,
      message = 'A purchase order is vouchered by its vouchers only.';
  end if;
  return new;
end $$;
create trigger purchase_order_match before insert on batch_move for each row
  when (new.document_type = 'PO' and new.action = 'match') execute function check_order_match();
create trigger purchase_order_match before update of status on batch for each row
  when (new.document_type = 'PO' and new.status between 7 and 9 and old.status between 7 and 9) execute function check_order_match();

-- ---------------------------------------------------------------------------------------------------------------------
grant select, delete on purchase_order to talaan_app;
grant insert (document_id, request_date, contact_person, email_add, payment_term, shipping_date, subject_to_vat, vat_type)
  on purchase_order to talaan_app;
grant update (request_date, contact_person, email_add, payment_term, shipping_date, subject_to_vat, vat_type)
  on purchase_order to talaan_app;
grant select, insert, update, delete on purchase_order_line to talaan_app;
grant select on purchase_order, purchase_order_line to talaan_report;

-- Counts anew what vouchers take from an order, and brings the order to where that leaves it. The batch of the order is
-- locked first, so that of two vouchers at the same moment the second sees what the first took.
create function match_order(p_order_id bigint, p_voucher text) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  ordered batch%rowtype;
  before numeric;
  taken numeric;
  due smallint;
begin
  select b.* into ordered from batch b join document d on d.batch_id = b.id where d.id = p_order_id for no key update of b;
  select o.vouchered_amount into before from purchase_order o where o.document_id = p_order_id;
  select coalesce(sum(d.total_amount), 0) into taken
  from document d join batch b on b.id = d.batch_id
  where d.purchase_order_id = p_order_id and d.voided_at is null and b.status between 2 and 7;
  if taken = before then
    return;
  end if;
  if taken > before then
    if ordered.status not between 7 and 9 then
      raise exception using errcode = '23514', constraint = 'purchase_order_open', table = 'purchase_order',
        message = format('Purchase order %s takes no vouchers now.', ordered.batch_number);
    end if;
    if exists (
      select from document d join batch b on b.id = d.batch_id
      where d.purchase_order_id = p_order_id and d.voided_at is null and b.status between 2 and 7
        and row(d.payee_id, b.currency_id) is distinct from row(ordered.payee_id, ordered.currency_id)
    ) then
      raise exception using errcode = '23514', constraint = 'purchase_order_voucher', table = 'document',
        message = format('Purchase order %s is of another payee or in another currency.', ordered.batch_number);
    end if;
    if taken > ordered.total_amount then
      raise exception using errcode = '23514', constraint = 'purchase_order_exceeded', table = 'purchase_order',
        message = format('Of purchase order %s, %s stays open; the voucher takes %s.', ordered.batch_number,
          to_char(ordered.total_amount - before, 'FM999,999,999,999,990.00'), to_char(taken - before, 'FM999,999,999,999,990.00'));
    end if;
  end if;
  update purchase_order set vouchered_amount = taken where document_id = p_order_id;
  due := order_status(taken, ordered.total_amount);
  if ordered.status between 7 and 9 and due <> ordered.status then
    insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id, remarks)
    values (ordered.id, ordered.document_type, ordered.cycle, 'match', ordered.status, due,
      coalesce(current_actor(), ordered.prepared_by), taken, ordered.currency_id, p_voucher);
    update batch set status = due where id = ordered.id;
  end if;
end $$;

-- A batch that begins or ends to count takes from the orders of its documents, or gives back; orders in the order of their
-- ids, so that two batches never wait for each other.
create function match_batch_orders() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  perform match_order(o.purchase_order_id, batch_name(new.document_type, new.batch_number))
  from (select distinct d.purchase_order_id from document d
    where d.batch_id = new.id and d.purchase_order_id is not null order by 1) o;
  return null;
end $$;
create trigger purchase_order_vouchered after update of status on batch for each row
  when ((old.status between 2 and 7) is distinct from (new.status between 2 and 7))
  execute function match_batch_orders();

create function match_document_order() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  perform match_order(new.purchase_order_id, (select batch_name(b.document_type, b.batch_number) from batch b where b.id = new.batch_id));
  return null;
end $$;
create trigger purchase_order_vouchered after update of voided_at on document for each row
  when (new.purchase_order_id is not null and (old.voided_at is null) <> (new.voided_at is null))
  execute function match_document_order();

revoke execute on function match_order, match_batch_orders, match_document_order from public;
