-- Papers: the words that the law or the company changes, the register of issued copies, what an invoice or receipt said when it took its
-- number, who had a copy verified, and which copies a mail carried (decisions §6).

-- Functions of this part name tables of later ones.
set local check_function_bodies = off;

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

call make_master('company_text');

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
revoke delete on company_text from talaan_app;

-- ---------------------------------------------------------------------------------------------------------------------
-- What holds them.
call make_append_only('company_text', 'company_text_append_only');
call guard_with_second_person('company_text', 'limits');

-- A company that becomes the reporting one has the words of the law.
create function give_lawful_texts() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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

-- What a copy said, without its foot, its stamp and its code: copies that say the same share it.
create table paper_content (
  hash bytea primary key,
  content text not null,
  -- What a copy was drawn from, beside what it said: by it a copy is told from what its paper says by now, so that a layout that words
  -- it otherwise changes nothing. Null where a release drew it that did not keep them.
  facts jsonb,
  constraint paper_content_hash check (hash = sha256(convert_to(content, 'UTF8')))
);

create table issued_paper (
  id bigint generated always as identity primary key,
  document_id bigint references document,
  kind text not null collate "C",
  copy_no int not null check (copy_no > 0) default 1,
  user_id int not null references app_user,
  at timestamptz not null default now(),
  -- A statement of account, of the days from one to another.
  payee_id int references payee,
  -- A certificate of tax withheld.
  certificate_id bigint references tax_certificate,
  from_date accounting_date,
  as_of accounting_date,
  -- The number of the paper, empty before it had one.
  number_text short_text collate "C" not null,
  way text not null collate "C",
  code text collate "C",
  content_hash bytea references paper_content,
  constraint issued_paper_subject check (num_nonnulls(document_id, payee_id, certificate_id) = 1),
  constraint issued_paper_days check (
    num_nonnulls(payee_id, from_date, as_of) in (0, 3) and from_date <= as_of),
  constraint issued_paper_way check (way in ('print', 'pdf', 'mail')),
  constraint issued_paper_code check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  constraint issued_paper_code_once unique (code),
  constraint issued_paper_copy_once unique (document_id, kind, number_text, copy_no),
  constraint issued_paper_copy_of_payee_once unique (payee_id, kind, from_date, as_of, copy_no),
  constraint issued_paper_copy_of_certificate_once unique (certificate_id, kind, copy_no),
  constraint issued_paper_whole check (code is not null and content_hash is not null)
);
call make_append_only('issued_paper', 'issued_paper_append_only');
grant select on issued_paper to talaan_app;
call make_append_only('paper_content', 'paper_content_append_only');
create index issued_paper_at on issued_paper (at desc, id desc);
create index issued_paper_user on issued_paper (user_id, at desc, id desc);
create index issued_paper_content on issued_paper (content_hash);
comment on column issued_paper.code is 'By which anybody may verify the copy: 16 letters and digits of Crockford''s base 32';

-- Counts a copy: it is the next one of its kind under its number, a number of its document, made by whoever acts.
create function count_copy() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if current_actor() is distinct from new.user_id and current_actor() is not null then
    raise exception using errcode = '23514', constraint = 'issued_paper_own_name', table = 'issued_paper',
      message = 'A copy is counted under the name of the person who makes it.';
  end if;
  if new.document_id is not null and new.number_text <> '' and not exists (
    select from (select * from number_issue where document_id = new.document_id offset 0) i where i.number_text = new.number_text) then
    raise exception using errcode = '23514', constraint = 'issued_paper_number', table = 'issued_paper',
      message = format('Number %s was never issued to this document.', new.number_text);
  end if;
  -- Two copies at the same moment are two.
  perform pg_advisory_xact_lock(7011, (coalesce(new.document_id, new.payee_id, new.certificate_id) % 2147483647)::int);
  new.copy_no := 1 + coalesce(
    (select max(p.copy_no) from issued_paper p
      where p.document_id = new.document_id and p.kind = new.kind and p.number_text = new.number_text),
    (select max(p.copy_no) from issued_paper p
      where p.payee_id = new.payee_id and p.kind = new.kind and p.from_date = new.from_date and p.as_of = new.as_of),
    (select max(p.copy_no) from issued_paper p where p.certificate_id = new.certificate_id and p.kind = new.kind),
    0);
  return new;
end $$;
create trigger issued_paper_counted before insert on issued_paper for each row execute function count_copy();
grant insert (document_id, payee_id, certificate_id, from_date, as_of, kind, number_text, way, code, content_hash, user_id) on issued_paper to talaan_app;
grant select, insert on paper_content to talaan_app;
grant select on issued_paper, paper_content to talaan_report;

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

-- What the invoice or the receipts of a document say as it stands: amounts as decimal text, in its currency. The VAT of an opening
-- invoice is what the open part of it contains.
create function paper_record(p_document_id bigint) returns jsonb
  language sql stable
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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
        'vat', invoice_vat(i.id)::numeric(18, 2)::text,
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
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
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

call make_append_only('frozen_paper', 'frozen_paper_append_only');
grant select on frozen_paper to talaan_app, talaan_report;

-- Who had a paper verified: which copy, when, and who where he was signed in.
create table paper_lookup (
  id bigint generated always as identity primary key,
  issued_paper_id bigint not null references issued_paper,
  user_id int references app_user,
  at timestamptz not null default now()
);
create index paper_lookup_paper on paper_lookup (issued_paper_id, at);
create index paper_lookup_user on paper_lookup (user_id);
call make_append_only('paper_lookup', 'paper_lookup_append_only');
grant select, insert (issued_paper_id, user_id) on paper_lookup to talaan_app;
grant select on paper_lookup to talaan_report;

-- A mail carries one copy or several: every certificate of a payee goes to him at once.
create table mail_paper (
  message_id bigint not null references mail_message,
  issued_paper_id bigint not null constraint mail_paper_once unique references issued_paper,
  primary key (message_id, issued_paper_id)
);

-- A mail stands as it was written, what it carries with it.
create function check_mail_paper() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if not exists (select from mail_message m where m.id = new.message_id and m.created_at = now()) then
    raise exception using errcode = '23514', constraint = 'mail_paper_with_mail', table = 'mail_paper',
      message = format('Mail %s stands as it was written: it carries no other paper.', new.message_id);
  end if;
  return new;
end $$;
create trigger mail_paper_with_mail before insert on mail_paper for each row execute function check_mail_paper();
call make_append_only('mail_paper', 'mail_paper_append_only');
grant select, insert on mail_paper to talaan_app;
grant select on mail_paper to talaan_report;
create index issued_paper_kind on issued_paper (kind, at desc, id desc);
create index issued_paper_number on issued_paper using gin (number_text gin_trgm_ops);
comment on column paper_content.facts is 'What the first of its copies was drawn from: company, texts, record and the word of its currency';
