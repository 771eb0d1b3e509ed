-- What an invoice or a receipt says is frozen when it is issued, which is when it takes its number (decisions §6): names, TINs and
-- addresses of both sides, the words of the day, services and sums. Every later copy, mail and answer is drawn from it.

create table frozen_paper (
  document_id bigint not null references document,
  -- Of which series the number is: invoices, official and acknowledgement receipts count apart.
  kind text not null collate "C" check (kind in ('bi', 'or', 'ar')),
  number_text code_text not null,
  record jsonb not null,
  sha256 bytea not null,
  frozen_at timestamptz not null default now(),
  primary key (document_id, kind, number_text),
  constraint frozen_paper_once unique (kind, number_text),
  constraint frozen_paper_hash check (sha256 = sha256(convert_to(record::text, 'UTF8')))
);
comment on column frozen_paper.sha256 is 'SHA-256 of the record as text';

-- The address of a payee on one line, as papers have it.
create function address_on_paper(p payee) returns text
  language sql stable
  return concat_ws(', ', nullif(concat_ws(' ', (p).house_unit, (p).street), ''), (p).barangay,
    nullif((p).municipality, (p).city), (p).city, (p).region, (p).zip_code);

-- What the invoice or the receipts of a document say as it stands: amounts as decimal text, in its currency.
create function paper_record(p_document_id bigint) returns jsonb
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select jsonb_build_object(
    'company', (
      select jsonb_build_object('name', coalesce(nullif(o.profile ->> 'legal_name', ''), o.company_name),
        'tin', coalesce(o.profile ->> 'tin', ''), 'vat_registered', o.vat_registered,
        'address', coalesce(o.profile ->> 'address', ''), 'payment_address', coalesce(o.profile ->> 'payment_address', ''),
        'business_name', o.company_name, 'email', coalesce(o.profile ->> 'email', ''))
      from company o where o.reporting),
    'texts', paper_texts(d.document_date),
    'payee', (
      select jsonb_build_object('payee_desc', p.payee_desc, 'tin', coalesce(p.tin, ''),
        'business_style', coalesce(p.business_style, ''), 'address', address_on_paper(p),
        'email_add', coalesce(p.email_add, ''))
      from payee p where p.id = d.payee_id),
    -- Who prepared it, who approved it and in whose place, by their ids.
    'people', (
      select jsonb_object_agg(u.id, concat_ws(' ', u.user_first_name, u.user_last_name))
      from (
        select b.prepared_by as id
        union select m.user_id from batch_move m where m.batch_id = b.id
        union select m.on_behalf_of from batch_move m where m.batch_id = b.id) named
      cross join lateral (select * from app_user where id = named.id offset 0) u),
    'batch_number', b.batch_number,
    'document_date', d.document_date,
    'prepared_by', b.prepared_by,
    'currency', c.iso_code,
    'currency_word', c.currency_word,
    'rate', b.dollar_rate::text,
    'remarks', coalesce(d.remarks, ''),
    'total_amount', d.total_amount::numeric(18, 2)::text,
    'vat', d.vat,
    'is_or_ar', d.is_or_ar,
    'due_date', g.due_date,
    -- What is billed, and of a receipt the services of its lines.
    'services', (
      select coalesce(jsonb_agg(jsonb_build_object('line_no', l.line_no, 'name', s.billing_service_name,
        'amount', abs(l.debit_amount - l.credit_amount)::numeric(18, 2)::text) order by l.line_no), '[]')
      from (select * from line where document_id = d.id and billing_service_id is not null offset 0) l
      cross join lateral (select billing_service_name from billing_service where id = l.billing_service_id offset 0) s),
    'withheld', (
      select coalesce(sum(l.debit_amount - l.credit_amount), 0)::numeric(18, 2)::text
      from (select * from line where document_id = d.id offset 0) l
      cross join lateral (select role from account where id = l.account_id offset 0) a where a.role = 'CWT'),
    -- What came in, or is to; null where the head says it.
    'received', case when g.document_id is null then o.received_amount else d.total_amount end::numeric(18, 2)::text,
    'advance', coalesce(o.advance_amount, 0)::numeric(18, 2)::text,
    'cheque', (
      select jsonb_build_object('bank_name', q.bank_name, 'cheque_number', q.cheque_number, 'cheque_date', q.cheque_date)
      from received_cheque q where q.collection_document_id = d.id),
    -- What is taken of which invoice; of an invoice the whole of itself.
    'invoices', (
      select coalesce(jsonb_agg(jsonb_build_object('number', i.document_number, 'settled', t.settled::numeric(18, 2)::text,
        'billed', i.total_amount::numeric(18, 2)::text,
        'vat', (
          select coalesce(sum(v.credit_amount), 0)::numeric(18, 2)::text
          from (select * from line where document_id = i.id offset 0) v
          cross join lateral (select role from account where id = v.account_id offset 0) a where a.role = 'OUTPUT_VAT'),
        'vatable', (
          select coalesce(sum(x.total_amount), 0)::numeric(18, 2)::text
          from billing_service_line x where x.document_id = i.id and x.vat = 1)) order by t.line_no), '[]')
      from (
        select a.line_no, a.billing_document_id as id, a.cash_amount + a.withholding_amount as settled
        from collection_application a where a.document_id = d.id
        union all
        select 1, d.id, d.total_amount where g.document_id is not null) t
      cross join lateral (select * from document where id = t.id offset 0) i))
  from (select * from document where id = p_document_id offset 0) d
  cross join lateral (select * from batch where id = d.batch_id offset 0) b
  cross join lateral (select * from currency where id = b.currency_id offset 0) c
  left join lateral (select * from billing where document_id = d.id offset 0) g on true
  left join lateral (select * from collection where document_id = d.id offset 0) o on true
$$;

-- Whoever gives a number freezes what its paper says, with that in one statement.
create function freeze_papers() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  insert into frozen_paper (document_id, kind, number_text, record, sha256)
  select i.document_id, s.kind, i.number_text, r.record, sha256(convert_to(r.record::text, 'UTF8'))
  from issued i
  cross join lateral (select kind from number_series where id = i.series_id offset 0) s
  cross join lateral (select paper_record(i.document_id) as record offset 0) r
  where i.document_id is not null and s.kind in ('bi', 'or', 'ar');
  return null;
end $$;
revoke execute on function freeze_papers() from public;
create trigger papers_frozen after insert on number_issue referencing new table as issued
  for each statement execute function freeze_papers();

-- What was issued before is frozen as it stands today; a number that its document gave up keeps none.
insert into frozen_paper (document_id, kind, number_text, record, sha256)
select d.id, n.kind, n.number_text, r.record, sha256(convert_to(r.record::text, 'UTF8'))
from document d
cross join lateral (
  values ('bi', case when d.document_type = 'BI' then d.document_number end), ('or', d.or_number), ('ar', d.ar_number)) n (kind, number_text)
cross join lateral (select paper_record(d.id) as record) r
where n.number_text is not null;

call make_append_only('frozen_paper', 'frozen_paper_append_only');
grant select on frozen_paper to talaan_app, talaan_report;
