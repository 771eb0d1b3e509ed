-- What vouchers take from purchase orders (decisions §6): a voucher that is submitted takes its amount from the order that it
-- names, one that is returned, rejected or voided gives it back, and together they never take more than was ordered.

alter table document add constraint document_purchase_order
  foreign key (purchase_order_id) references purchase_order (document_id);
create index document_purchase_order on document (purchase_order_id) where purchase_order_id is not null;

-- Counts anew what vouchers take from an order, and brings the order to where that leaves it. The batch of the order is
-- locked first, so that of two vouchers at the same moment the second sees what the first took.
create function match_order(p_order_id bigint, p_voucher text) returns void
  language plpgsql security definer
  set search_path = public, pg_temp
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
as $$
begin
  perform match_order(o.purchase_order_id, format('Batch %s', new.batch_number))
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
as $$
begin
  perform match_order(new.purchase_order_id, (select format('Batch %s', b.batch_number) from batch b where b.id = new.batch_id));
  return null;
end $$;
create trigger purchase_order_vouchered after update of voided_at on document for each row
  when (new.purchase_order_id is not null and (old.voided_at is null) <> (new.voided_at is null))
  execute function match_document_order();

revoke execute on function match_order, match_batch_orders, match_document_order from public;
