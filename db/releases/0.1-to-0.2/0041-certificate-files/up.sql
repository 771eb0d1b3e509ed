-- A 2307 that a customer gave may be kept as a file: the paper itself is what the tax credit is proved by.
alter table withholding_certificate
  add column file_id uuid references file,
  -- As it was called where it came from.
  add column file_name name_text,
  add constraint withholding_certificate_file check ((file_id is null) = (file_name is null));
create index withholding_certificate_file on withholding_certificate (file_id) where file_id is not null;

-- A file is whole before it is attached: a later piece would change what its fingerprint stands for.
create or replace function file_is_whole() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if exists (select from attachment where file_id = new.file_id)
     or exists (select from withholding_certificate where file_id = new.file_id) then
    raise exception using errcode = '23514', constraint = 'file_append_only', table = 'file_chunk',
      message = 'A file that is attached takes no further piece.';
  end if;
  return new;
end $$;
