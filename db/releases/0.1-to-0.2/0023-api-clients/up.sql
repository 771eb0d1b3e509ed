-- Programs of others that call the product with a token of their own (RFC 6749, client credentials; decisions §6).

create table api_client (
  id int generated always as identity primary key,
  -- What the program calls itself by; no secret.
  client_id text not null unique collate "C" check (client_id ~ '^[a-z0-9-]{8,60}$'),
  client_name name_text not null,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['receipts']),
  -- SHA-256 of a secret of 256 bits, which was shown once.
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  -- In whose name it acts, and with no more than he may.
  made_by int not null references app_user default current_actor(),
  made_at timestamptz not null default now(),
  rotated_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create unique index api_client_name_once on api_client (lower(client_name)) where revoked_at is null;
call audit_table('api_client', 'id', 'secret_hash', 'client_name, scopes, secret_hash, revoked_at');

create table api_client_token (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  client_id int not null references api_client,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint api_client_token_length check (expires_at <= created_at + interval '1 hour')
);
create index api_client_token_client on api_client_token (client_id);
create index api_client_token_expiry on api_client_token (expires_at);

-- What a client is, stands; one that was revoked stays so.
create function check_api_client() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if row(new.client_id, new.client_name, new.scopes, new.made_by, new.made_at)
     is distinct from row(old.client_id, old.client_name, old.scopes, old.made_by, old.made_at) then
    raise exception using errcode = '23514', constraint = 'api_client_stands', table = 'api_client',
      message = format('Client %s stands as it was made. Make another one.', old.client_name);
  end if;
  if old.revoked_at is not null and row(new.revoked_at, new.secret_hash) is distinct from row(old.revoked_at, old.secret_hash) then
    raise exception using errcode = '23514', constraint = 'api_client_revoked', table = 'api_client',
      message = format('Client %s was revoked.', old.client_name);
  end if;
  return new;
end $$;
create trigger check_api_client before update on api_client for each row execute function check_api_client();

-- Tokens end with the secret by which they were given, whoever changes it and however.
create function end_api_client_tokens() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  delete from api_client_token where client_id = new.id;
  return null;
end $$;
revoke execute on function end_api_client_tokens() from public;
create trigger end_api_client_tokens after update of secret_hash, revoked_at on api_client for each row
  when (old.secret_hash is distinct from new.secret_hash or old.revoked_at is distinct from new.revoked_at)
  execute function end_api_client_tokens();

grant select, insert (client_id, client_name, scopes, secret_hash), update (secret_hash, rotated_at, revoked_at, last_used_at)
  on api_client to talaan_app;
grant select, insert (token_hash, client_id, scopes, expires_at), delete on api_client_token to talaan_app;
