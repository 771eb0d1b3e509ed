-- An import or a bulk change is undone as a whole: its rows wait, are shown and stored like those of any other upload.

alter table upload
  drop constraint upload_action_check,
  add constraint upload_action_check check (action in ('save', 'delete', 'undo')),
  -- The note in the trail of what an undo takes back.
  add column undoes bigint,
  add constraint upload_undoes check ((undoes is not null) = (action = 'undo'));

-- Several events of one row as one: where they say different things, the last one in the given order counts.
create aggregate jsonb_merge(jsonb) (sfunc = jsonb_concat, stype = jsonb);
