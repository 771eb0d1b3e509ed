-- BIR Form 2307 given to payees: the certificates of tax that the company withheld, and which postings each of them certifies.

create table tax_certificate (
  id bigint generated always as identity primary key,
  payee_id int not null references payee,
  fiscal_year smallint not null check (fiscal_year between 1901 and 2100),
  quarter smallint not null check (quarter between 1 and 4),
  -- Of one batch, given with its payment, or of what a quarter had left.
  kind text not null collate "C" check (kind in ('payment', 'quarter')),
  batch_id bigint references batch,
  total_base signed_amount not null,
  total_tax amount not null constraint tax_certificate_tax check (total_tax > 0),
  -- What it says of payee, payor and amounts, as it was issued: later copies are drawn from it.
  paper jsonb not null check (jsonb_typeof(paper) = 'object'),
  issued_by int not null references app_user,
  issued_at timestamptz not null default now(),
  in_force boolean not null default true,
  ended_by int references app_user,
  ended_at timestamptz,
  replaced_by bigint references tax_certificate,
  constraint tax_certificate_in_force unique (id, in_force),
  constraint tax_certificate_kind check ((kind = 'payment') = (batch_id is not null)),
  constraint tax_certificate_ended check (in_force = (ended_at is null) and in_force = (ended_by is null) and not (in_force and replaced_by is not null))
);
create index tax_certificate_payee on tax_certificate (payee_id, fiscal_year, quarter);
create index tax_certificate_batch on tax_certificate (batch_id) where batch_id is not null;
create index tax_certificate_replaced on tax_certificate (replaced_by) where replaced_by is not null;
create index tax_certificate_issuer on tax_certificate (issued_by);
create index tax_certificate_ender on tax_certificate (ended_by) where ended_by is not null;
call audit_table('tax_certificate', 'id');

-- in_force is that of its certificate, so that an index holds that a posting stands in one of them. That there is such a posting is part
-- of tax_certificate_of_posting.
create table tax_certificate_line (
  certificate_id bigint not null,
  entry_id bigint not null,
  line_no smallint not null,
  in_force boolean not null default true,
  primary key (certificate_id, entry_id, line_no),
  constraint tax_certificate_line_of foreign key (certificate_id, in_force) references tax_certificate (id, in_force) on update cascade
);
create unique index tax_certificate_line_once on tax_certificate_line (entry_id, line_no) where in_force;

-- The tax that the company withheld under a code, posting by posting: in pesos, what was withheld back negative, of the payee of the
-- line, else of the entry, under the name of the survivor; with the certificate in force that it stands in. No base is null.
create view tax_withheld as
select p.entry_id, p.line_no, p.entry_date, v.payee_id, p.atc_id,
  case when p.credit > 0 then 1 else -1 end * round(p.tax_base * e.rate, 2) as base, p.credit - p.debit as tax, c.certificate_id
from account a
join posting p on p.account_id = a.id
join journal_entry e on e.id = p.entry_id
left join payee_in_reports v on v.id = coalesce(p.payee_id, e.payee_id)
left join tax_certificate_line c on c.entry_id = p.entry_id and c.line_no = p.line_no and c.in_force
where a.role = 'EWT' and p.atc_id is not null;
comment on column tax_withheld.payee_id is 'nullable';
comment on column tax_withheld.base is 'nullable';
comment on column tax_withheld.certificate_id is 'nullable';

-- ---------------------------------------------------------------------------------------------------------------------
-- What holds them.

-- A certificate is made whole, in its issuer's name, and stays as it is; it is only ended, once, by whoever replaces it.
create function check_tax_certificate() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  ends constant text[] := array['in_force', 'ended_by', 'ended_at', 'replaced_by'];
begin
  if tg_op = 'INSERT' then
    if new.issued_by is distinct from current_actor() then
      raise exception using errcode = '23514', constraint = 'tax_certificate_own_name', table = 'tax_certificate',
        message = 'A certificate is issued under the name of the person who issues it.';
    end if;
    new.issued_at := now();
    return new;
  end if;
  if not old.in_force or new.in_force or to_jsonb(new) - ends <> to_jsonb(old) - ends
    or new.ended_by is distinct from current_actor() or new.ended_at <> now()
    or new.replaced_by is not null and not exists (
      select from tax_certificate r
      where r.id = new.replaced_by and r.in_force and r.id <> new.id and r.fiscal_year = new.fiscal_year and r.quarter = new.quarter
        and r.payee_id = any (payees_as_one(new.payee_id))) then
    raise exception using errcode = '23514', constraint = 'tax_certificate_kept', table = 'tax_certificate',
      message = 'A certificate stays as it was issued, until another one of its payee and quarter replaces it.';
  end if;
  return new;
end $$;
create trigger tax_certificate_kept before insert or update on tax_certificate for each row execute function check_tax_certificate();
create trigger tax_certificate_not_deleted before delete or truncate on tax_certificate
  for each statement execute function refuse_change('tax_certificate_kept');

-- Its lines come with it: postings of tax withheld of its payee, in its quarter, and in its batch where it is of one.
create function check_tax_certificate_lines() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if exists (
    select from new_lines l cross join lateral (select c.issued_at from tax_certificate c where c.id = l.certificate_id offset 0) c
    where c.issued_at <> now()) then
    raise exception using errcode = '23514', constraint = 'tax_certificate_kept', table = 'tax_certificate_line',
      message = 'A certificate stays as it was issued: no line is added to it.';
  end if;
  if exists (
    select from new_lines l
    cross join lateral (select c.* from tax_certificate c where c.id = l.certificate_id offset 0) c
    where not exists (
      select from tax_withheld w
      where w.entry_id = l.entry_id and w.line_no = l.line_no and w.payee_id = c.payee_id
        and w.entry_date between make_date(c.fiscal_year, c.quarter * 3 - 2, 1)
          and (make_date(c.fiscal_year, c.quarter * 3, 1) + interval '1 month - 1 day')::date
        and (c.batch_id is null or c.batch_id = (
          select d.batch_id from journal_entry e join document d on d.id = e.document_id where e.id = l.entry_id)))) then
    raise exception using errcode = '23514', constraint = 'tax_certificate_of_posting', table = 'tax_certificate_line',
      message = 'A certificate is of tax withheld of its payee, in its quarter.';
  end if;
  return null;
end $$;
create trigger tax_certificate_of_posting after insert on tax_certificate_line referencing new table as new_lines
  for each statement execute function check_tax_certificate_lines();

-- They follow their certificate, and change in nothing else.
create function check_tax_certificate_line_kept() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if row(new.certificate_id, new.entry_id, new.line_no, new.in_force) is distinct from row(old.certificate_id, old.entry_id, old.line_no, false)
    or exists (select from tax_certificate c where c.id = old.certificate_id and c.in_force) then
    raise exception using errcode = '23514', constraint = 'tax_certificate_line_kept', table = 'tax_certificate_line',
      message = 'A line of a certificate follows it, and stays as it was issued.';
  end if;
  return new;
end $$;
create trigger tax_certificate_line_kept before update on tax_certificate_line
  for each row execute function check_tax_certificate_line_kept();
create trigger tax_certificate_line_not_deleted before delete or truncate on tax_certificate_line
  for each statement execute function refuse_change('tax_certificate_line_kept');

-- At commit: what it says is what its lines come to.
create function check_tax_certificate_whole() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  perform from tax_certificate_line l
  cross join lateral (select w.base, w.tax from tax_withheld w where w.entry_id = l.entry_id and w.line_no = l.line_no offset 0) w
  where l.certificate_id = new.id
  having coalesce(sum(w.base), 0) = new.total_base and sum(w.tax) = new.total_tax;
  if not found then
    raise exception using errcode = '23514', constraint = 'tax_certificate_whole', table = 'tax_certificate',
      message = 'A certificate says what its lines come to.';
  end if;
  return null;
end $$;
create constraint trigger tax_certificate_whole after insert on tax_certificate deferrable initially deferred
  for each row execute function check_tax_certificate_whole();

grant select, insert (payee_id, fiscal_year, quarter, kind, batch_id, total_base, total_tax, paper, issued_by),
  update (in_force, ended_by, ended_at, replaced_by) on tax_certificate to talaan_app;
grant select, insert (certificate_id, entry_id, line_no) on tax_certificate_line to talaan_app;
grant select on tax_certificate, tax_certificate_line, tax_withheld to talaan_report;
grant select on tax_withheld to talaan_app;
