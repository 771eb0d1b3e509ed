-- Risks of payments that entered by themselves (decisions §7): nobody ticked them, so they are looked for after the commit, and kept.

-- What is to be looked at.
create table risk_due (
  batch_id bigint primary key references batch
);
grant select, delete on risk_due to talaan_app;

create function note_risk_due() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  insert into risk_due (batch_id) values (new.batch_id) on conflict do nothing;
  return null;
end $$;
revoke execute on function note_risk_due() from public;
create trigger batch_move_risks after insert on batch_move for each row
  when (new.action = 'accept' and pays_out(new.document_type)) execute function note_risk_due();

-- What was found, as it was then.
create table batch_risk (
  batch_id bigint not null references batch,
  place smallint not null,
  kind text not null collate "C",
  sentence text not null,
  -- Batches that it speaks of.
  others bigint[] not null,
  at timestamptz not null default now(),
  primary key (batch_id, place)
);
call make_append_only('batch_risk', 'batch_risk_append_only');
grant select, insert (batch_id, place, kind, sentence, others) on batch_risk to talaan_app;
