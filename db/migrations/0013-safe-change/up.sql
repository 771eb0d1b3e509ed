-- The audit trail answers what a record was and who made it so, however long the trail has grown.

-- Inner rows have keys of their own: this finds those that ever belonged to a record, by the column that says to which.
create index audit_event_payee_bank_payee_id on audit_event ((after ->> 'payee_id'))
  where table_name = 'payee_bank' and after ? 'payee_id';
create index audit_event_section_dept_code on audit_event ((after ->> 'dept_code'))
  where table_name = 'section' and after ? 'dept_code';

-- Deleted records of a table, the last one first.
create index audit_event_deleted on audit_event (table_name, id) where action = 'delete';

-- The note that an upload leaves in the transaction of its rows: which file a record came from.
create index audit_event_import on audit_event (table_name, at) where action = 'import';

-- A jsonb row with every value as text, so that amounts keep their decimals on the way through JSON; null stays null.
create function audit_texts(p_row jsonb) returns jsonb
  language sql immutable parallel safe
as $$
  select jsonb_object_agg(f.key, f.value) from jsonb_each_text(p_row) f
$$;

-- A deleted series comes back under its Record ID like every record.
grant insert (id) on number_series to talaan_app;
