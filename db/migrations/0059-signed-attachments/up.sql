-- What an approver has signed stays: the bytes of a file never change, and attachments come and go only while their batch
-- is active. A void may add files of its own.

revoke update, delete on file from talaan_app;
revoke delete on file_chunk from talaan_app;
call make_append_only('file', 'file_append_only');
call make_append_only('file_chunk', 'file_append_only');

-- A file is whole before it is attached: a later piece would change what its fingerprint stands for.
create function file_is_whole() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if exists (select from attachment where file_id = new.file_id) then
    raise exception using errcode = '23514', constraint = 'file_append_only', table = 'file_chunk',
      message = 'A file that is attached takes no further piece.';
  end if;
  return new;
end $$;
create trigger file_is_whole before insert on file_chunk for each row execute function file_is_whole();

create function attachment_kept() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  -- Locked, so that nobody submits the batch between this look and the commit.
  parent batch%rowtype;
begin
  select * into parent from batch where id = new.batch_id for no key update;
  if parent.status = 1 and parent.deleted_at is null then
    if tg_op = 'INSERT' or (old.removed_at is null and to_jsonb(new) - 'removed_at' = to_jsonb(old) - 'removed_at') then
      return new;
    end if;
  elsif tg_op = 'INSERT' and parent.status >= 7 then
    return new;
  end if;
  raise exception using errcode = '23514', constraint = 'attachment_kept', table = 'attachment',
    message = 'The attachments of a submitted transaction stay. Withdraw it to change them.';
end $$;
create trigger attachment_kept before insert or update on attachment for each row execute function attachment_kept();
create trigger attachment_not_deleted before delete or truncate on attachment
  for each statement execute function refuse_change('attachment_kept');
