-- A token opens no more than its client may, and a client that was revoked gets none. The row of the client is locked, so
-- that a revocation that runs beside waits, and then ends this token too.

create function check_api_client_token() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  client api_client;
begin
  select * into client from api_client where id = new.client_id for share;
  if client.revoked_at is not null then
    raise exception using errcode = '23514', constraint = 'api_client_token_revoked', table = 'api_client_token',
      message = format('Client %s was revoked.', client.client_name);
  end if;
  if cardinality(new.scopes) = 0 or not new.scopes <@ client.scopes then
    raise exception using errcode = '23514', constraint = 'api_client_token_scopes', table = 'api_client_token',
      message = format('Client %s may not have these scopes.', client.client_name);
  end if;
  return new;
end $$;
create trigger check_api_client_token before insert or update on api_client_token
  for each row execute function check_api_client_token();
