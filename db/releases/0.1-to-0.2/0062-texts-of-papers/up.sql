-- The words of papers that the law or the company changes, as dated data: a paper prints those of its own date (decisions
-- §6). What a text says from a day on is a row; an empty one says that nothing stands there from that day on.

alter table company add vat_registered boolean not null default true;

create table company_text (
  id int generated always as identity primary key,
  company_id int not null constraint company_text_company references company,
  kind text not null collate "C" constraint company_text_kind check (kind in (
    'invoice_title', 'official_title', 'acknowledgement_title', 'electronic_kind', 'statement_title', 'order_title',
    'origin', 'invoice_legend', 'receipt_legend', 'statement_legend', 'order_legend',
    'accreditation', 'permit', 'permit_to_issue', 'series', 'validity')),
  valid_from accounting_date not null,
  text long_text constraint company_text_length check (length(text) <= 500),
  constraint company_text_title check (kind not like '%title' or coalesce(text, '') ~ '\S' and length(text) <= 60),
  constraint company_text_once unique (company_id, kind, valid_from)
);
create index audit_event_company_text_company_id on audit_event ((after ->> 'company_id'))
  where table_name = 'company_text' and after ? 'company_id';

-- What papers said and say by law: RR 10-2015 and RR 6-2022 (the line of five years, last printed on 15 July 2022), and RR
-- 7-2024 (since 27 April 2024 the invoice is the VAT document of a service, and what supplements it says that it is none).
create function lawful_texts() returns table (kind text, valid_from date, text text)
  language sql immutable
as $$
  values
    ('invoice_title', date '2000-01-01', 'BILLING INVOICE'),
    ('official_title', '2000-01-01', 'OFFICIAL RECEIPT'),
    ('acknowledgement_title', '2000-01-01', 'ACKNOWLEDGEMENT RECEIPT'),
    ('electronic_kind', '2000-01-01', 'Service Invoice / Official Receipt'),
    ('electronic_kind', '2024-04-27', 'Official Receipt'),
    ('statement_title', '2000-01-01', 'STATEMENT OF ACCOUNT'),
    ('order_title', '2000-01-01', 'PURCHASE ORDER'),
    ('origin', '2000-01-01', 'System-generated.'),
    ('invoice_legend', '2000-01-01', 'THIS DOCUMENT IS NOT VALID FOR CLAIM OF INPUT TAX'),
    ('invoice_legend', '2024-04-27', null),
    ('receipt_legend', '2024-04-27', 'THIS DOCUMENT IS NOT VALID FOR CLAIM OF INPUT TAX'),
    ('statement_legend', '2024-04-27', 'THIS DOCUMENT IS NOT VALID FOR CLAIM OF INPUT TAX'),
    ('order_legend', '2024-04-27', 'THIS DOCUMENT IS NOT VALID FOR CLAIM OF INPUT TAX'),
    ('series', '2000-01-01', 'Series BI-HOB0000001 to BI-HOB9999999'),
    ('validity', '2000-01-01', 'THIS INVOICE/RECEIPT SHALL BE VALID FOR FIVE YEARS FROM THE DATE OF THE PERMIT TO USE'),
    ('validity', '2022-07-16', null)
$$;

call make_master('company_text');
revoke delete on company_text from talaan_app;

-- ---------------------------------------------------------------------------------------------------------------------
-- What companies have so far stays on the papers of its time. A legend that stood among the other texts is left out from
-- the day on which the law forbids it on an invoice.

insert into company_text (company_id, kind, valid_from, text)
select c.id, k.kind, dated.valid_from, dated.text
from company c
cross join (values ('accreditation', 'accreditation_text'), ('permit', 'permit_text'), ('series', 'series_text'),
  ('validity', 'validity_text')) as k (kind, old_key)
cross join lateral (select nullif(btrim(c.profile ->> k.old_key), '') as text) as old
cross join lateral (
  values (date '2000-01-01', old.text),
    (case k.kind when 'validity' then date '2022-07-16' else '2024-04-27' end, case when k.kind <> 'validity' then
      nullif(btrim(regexp_replace(old.text, '(this document is )?not valid for claims? of input (tax|vat)(es)?\.?', '', 'i')), '') end)
) as dated (valid_from, text)
where old.text is not null and (dated.valid_from = '2000-01-01' or dated.text is distinct from old.text);

insert into company_text (company_id, kind, valid_from, text)
select c.id, l.kind, l.valid_from, l.text from company c, lawful_texts() l
where (c.reporting or exists (select from company_text t where t.company_id = c.id))
  -- Said by a text of the company already.
  and not (l.kind in ('origin', 'invoice_legend') and exists (
    select from company_text t where t.company_id = c.id
      and t.text ~* case l.kind when 'origin' then 'system.generated' else 'claims? of input' end))
on conflict on constraint company_text_once do nothing;

update company set row_version = row_version,
  profile = profile - array['accreditation_text', 'permit_text', 'series_text', 'validity_text']
where profile ?| array['accreditation_text', 'permit_text', 'series_text', 'validity_text'];

-- ---------------------------------------------------------------------------------------------------------------------
-- What holds them.

call make_append_only('company_text', 'company_text_append_only');
call guard_with_second_person('company_text', 'limits');

-- A company that becomes the reporting one has the words of the law.
create function give_lawful_texts() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  insert into company_text (company_id, kind, valid_from, text)
  select new.id, kind, valid_from, text from lawful_texts()
  where not exists (select from company_text where company_id = new.id);
  return null;
end $$;
create trigger lawful_texts_on_insert after insert on company
  for each row when (new.reporting) execute function give_lawful_texts();
create trigger lawful_texts after update of reporting on company
  for each row when (new.reporting and not old.reporting) execute function give_lawful_texts();

-- The last day that papers with texts of a kind bear; null where none was issued. An order is issued when it is approved, a
-- statement when it is mailed.
create function last_paper_with(p_kind text) returns date
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select max(last.day) from (
    select (select d.document_date from document d
      where d.document_type = 'BI' and d.header_key = 0 and d.document_number is not null
      order by d.document_date desc limit 1) as day
    where p_kind in ('invoice_title', 'origin', 'invoice_legend', 'accreditation', 'permit', 'permit_to_issue', 'series', 'validity')
    union all
    select (select d.document_date from document d
      where d.document_type = t.document_type and d.header_key = 0
        and case p_kind when 'acknowledgement_title' then d.ar_number
          when 'receipt_legend' then coalesce(d.or_number, d.ar_number)
          when 'validity' then coalesce(d.or_number, d.ar_number)
          else d.or_number end is not null
      order by d.document_date desc limit 1)
    from (values ('CR'), ('CN')) as t (document_type)
    where p_kind in ('official_title', 'acknowledgement_title', 'electronic_kind', 'receipt_legend', 'validity')
    union all
    select (select b.document_date from batch b
      where b.document_type = 'PO' and b.deleted_at is null and b.status >= 7 and b.approved_by is not null
      order by b.document_date desc limit 1)
    where p_kind in ('order_title', 'order_legend')
    union all
    select max(s.as_of) from customer_statement s where p_kind in ('statement_title', 'statement_legend')
  ) as last
$$;

-- A paper that was issued keeps its words: a new text holds from a day after the last paper with texts of its kind. Numbers
-- are given under the lock of their series, so that none is given between the look and the commit. The words of the law come
-- with the company, by the trigger above.
create function company_text_from() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  last_day date;
begin
  if pg_trigger_depth() > 1 then
    return new;
  end if;
  perform from number_series where kind in ('bi', 'or', 'ar') order by id for no key update;
  last_day := last_paper_with(new.kind);
  if new.valid_from <= last_day then
    raise exception using errcode = '23514', constraint = 'company_text_from', table = 'company_text',
      message = format('A text from %s would change papers that were issued: the last one with a text of its kind bears %s. Choose a later day.',
        to_char(new.valid_from, 'DD Mon YYYY'), to_char(last_day, 'DD Mon YYYY'));
  end if;
  return new;
end $$;
create trigger company_text_from before insert on company_text for each row execute function company_text_from();

-- The texts of the papers of a day, by their kinds; of the law while no company reports. A paper from before the first of
-- them has the first.
create function paper_texts(p_day date) returns jsonb
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
  select coalesce(jsonb_object_agg(kind, text), '{}') from (
    select distinct on (kind) kind, text
    from (
      select t.kind, t.valid_from, t.text from company_text t join company c on c.id = t.company_id where c.reporting
      union all
      select l.kind, l.valid_from, l.text from lawful_texts() l where not exists (select from company where reporting)
    ) as texts
    where valid_from <= greatest(p_day, '2000-01-01')
    order by kind, valid_from desc
  ) as in_force
$$;
