-- Receipts by e-mail: which document a mail is of, so that its attempts stand on the document, and a receipt is sent when
-- a mail server took it (decisions §6).

alter table mail_message add document_id bigint references document;
create index mail_message_document on mail_message (document_id, id) where document_id is not null;
grant insert (document_id) on mail_message to talaan_app;

create function note_receipt_sent() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  update document set receipt_status = 1 where id = new.document_id and receipt_status is distinct from 1;
  return null;
end $$;
revoke execute on function note_receipt_sent() from public;
create trigger note_receipt_sent after update of state on mail_message for each row
  when (new.template = 'receipt' and new.state = 'sent' and old.state <> 'sent')
  execute function note_receipt_sent();
