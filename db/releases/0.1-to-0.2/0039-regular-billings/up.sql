-- A regular transaction may bill many customers: a line for each service of each of them.

create or replace function check_regular_transaction() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if not exists (
    select from document_type t
    where t.document_type = new.document_type
      -- The customers of a billing stand on its lines.
      and (t.batch_series = 'batch' and (t.payee or new.payee_id is null) or t.document_type = 'BI' and new.payee_id is null)
      and (t.bank_side is not null or new.bank_id is null)
      and (t.receipt or new.is_or_ar is null) and (t.has_adjusting or not new.adjusting)) then
    raise exception using errcode = '23514', constraint = 'regular_transaction_header', table = 'regular_transaction',
      message = 'A regular transaction has what the header of its entries names.';
  end if;
  return new;
end $$;

-- A customer is billed once by a regular transaction in a month of the billing date (decisions §7); what was deleted or
-- archived does not count.
create unique index batch_billed_once on batch
    (regular_trx, payee_id, (extract(year from document_date)), (extract(month from document_date)))
  where document_type = 'BI' and regular_trx is not null and deleted_at is null and status <> 20;
