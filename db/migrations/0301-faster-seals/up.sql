-- Both are part of the statement that asks: with settings or a search path of its own, a function is opaque and run for every row.
create or replace function audit_field(value text) returns text
  language sql immutable parallel safe
  return coalesce(octet_length(value)::text || ':' || value, '-');

create or replace function audit_event_hash(event audit_event) returns bytea
  language sql stable parallel safe
  return sha256(convert_to(
    audit_field(event.id::text)
    || audit_field((extract(epoch from event.at) * 1000000)::bigint::text)
    || audit_field(event.user_id::text)
    || audit_field(event.request_id)
    || audit_field(event.table_name)
    || audit_field(event.row_key)
    || audit_field(event.action)
    || audit_field(event.before::text)
    || audit_field(event.after::text), 'UTF8'));
