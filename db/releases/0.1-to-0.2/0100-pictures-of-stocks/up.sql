-- A scan of the stock of a bank, below the texts of a cheque on screens; no paper carries it. It stands beside the layout:
-- it moves no text, so that it needs no second person, and cheques go on naming the version of the layout they were printed by.
create table cheque_layout_picture (
  layout_id int primary key constraint cheque_layout_picture_layout references cheque_layout on delete cascade,
  file_id uuid not null constraint cheque_layout_picture_file references file,
  -- As it was called where it came from.
  file_name name_text not null
);
create index cheque_layout_picture_of_file on cheque_layout_picture (file_id);
call audit_table('cheque_layout_picture', 'layout_id');
grant select, insert, update (file_id, file_name), delete on cheque_layout_picture to talaan_app;
grant select on cheque_layout_picture to talaan_report;

-- The newest cheque that could be printed is the sample of a layout.
create index cheque_queued on cheque (bank_id, id) where state = 'queued';

-- A file is whole before it is attached: a later piece would change what its fingerprint stands for.
create or replace function file_is_whole() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if exists (select from attachment where file_id = new.file_id)
     or exists (select from withholding_certificate where file_id = new.file_id)
     or exists (select from cheque_layout_picture where file_id = new.file_id) then
    raise exception using errcode = '23514', constraint = 'file_append_only', table = 'file_chunk',
      message = 'A file that is attached takes no further piece.';
  end if;
  return new;
end $$;
