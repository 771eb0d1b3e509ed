-- The lines of a batch that came in several files wait again when its header is undone, which announced how many there are.
create or replace function check_upload_part() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  file upload_file;
  comes_back boolean;
begin
  if tg_op = 'INSERT' then
    select * into file from upload_file where id = new.file_id;
    -- It comes back as it was when the batch that was made of it is undone for the sake of its other half.
    comes_back := file.at <> now() and exists (select from upload_part p where p.file_id = new.file_id and p.batch_no = new.batch_no and p.half = new.half
      and p.place = new.place and p.content = new.content and p.ended_at = now() and p.integrated_batch_id is not null);
    if file.source_id <> new.source_id or file.undone_at is not null
       or not (file.user_id = current_actor() and file.at = now() or comes_back) then
      raise exception using errcode = '23514', constraint = 'upload_part_file', table = 'upload_part',
        message = format('Batch %s is not of this file.', new.batch_no);
    end if;
    if exists (select from upload_part p where p.source_id = new.source_id and p.batch_no = new.batch_no and p.ended_at is null
         and p.integrated_batch_id is not null)
       or new.half = 'detail' and new.place > 0 and not comes_back and not exists (select from upload_part p
         where p.source_id = new.source_id and p.batch_no = new.batch_no and p.half = 'header' and p.ended_at is null and p.announced is not null) then
      raise exception using errcode = '23514', constraint = 'upload_part_made', table = 'upload_part',
        message = format('Batch %s has all that it needs.', new.batch_no);
    end if;
    return new;
  end if;
  if row(new.file_id, new.source_id, new.batch_no, new.half, new.place, new.announced, new.row_count, new.debit, new.credit, new.content)
     is distinct from row(old.file_id, old.source_id, old.batch_no, old.half, old.place, old.announced, old.row_count, old.debit, old.credit, old.content)
     or old.integrated_batch_id is not null and new.integrated_batch_id is distinct from old.integrated_batch_id
     or old.ended_at is not null then
    raise exception using errcode = '23514', constraint = 'upload_part_stands', table = 'upload_part',
      message = format('What a file holds of batch %s stands as it was uploaded.', old.batch_no);
  end if;
  if new.ended_at is not null then
    if exists (select from batch b where b.integrated_batch_id = old.integrated_batch_id and b.status <> 20) then
      raise exception using errcode = '23514', constraint = 'upload_part_stands', table = 'upload_part',
        message = format('Batch %s is entered; it ends with that batch.', old.batch_no);
    end if;
    new.ended_at := now();
    new.ended_by := current_actor();
  end if;
  return new;
end $$;
