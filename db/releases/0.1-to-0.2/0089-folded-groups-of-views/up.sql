-- A saved view keeps how the groups of its report are folded: levels as a whole, and the groups that differ from theirs, by their codes.

alter table report_view add column folded jsonb not null default '{"levels": [], "groups": []}';
alter table report_view add constraint report_view_folded check (
  folded ?& array['levels', 'groups'] and length(folded::text) <= 20000
  and jsonb_typeof(folded -> 'levels') = 'array' and jsonb_typeof(folded -> 'groups') = 'array'
  and not jsonb_path_exists(folded, '$.levels[*] ? (@.type() <> "number")')
  and not jsonb_path_exists(folded, 'strict $.groups[*] ? (@.type() <> "array")')
  and not jsonb_path_exists(folded, '$.groups[*][*] ? (@.type() <> "string")'));
