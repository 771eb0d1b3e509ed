-- An invoice that was approved is cancelled by another person than who prepared it, where billings are approved at all.
create function check_invoice_cancel() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if coalesce((select (value ->> 'BI')::boolean from setting where key = 'approval_required'), true)
     and (select prepared_by from batch where id = new.batch_id) = new.user_id then
    raise exception using errcode = '23514', constraint = 'invoice_cancelled_by_preparer', table = 'batch_move',
      message = 'Another person than who prepared an approved invoice cancels it.';
  end if;
  return new;
end $$;
create trigger invoice_cancelled_by_another before insert on batch_move for each row
  when (new.document_type = 'BI' and new.action = 'void' and new.status_from = 7) execute function check_invoice_cancel();
