-- The register of issued papers: every copy that was printed, saved as a file or mailed, under which number, and what it said.

alter table print_log rename to issued_paper;
drop trigger print_log_append_only on issued_paper;
alter table issued_paper drop constraint print_log_copy_once;
alter index print_log_pkey rename to issued_paper_pkey;
alter table issued_paper rename constraint print_log_document_id_fkey to issued_paper_document_id_fkey;
alter table issued_paper rename constraint print_log_user_id_fkey to issued_paper_user_id_fkey;
alter table issued_paper rename constraint print_log_copy_no_check to issued_paper_copy_no_check;
alter sequence print_log_id_seq rename to issued_paper_id_seq;

-- What a copy said, without its foot, its stamp and its code: copies that say the same share it.
create table paper_content (
  hash bytea primary key,
  content text not null,
  constraint paper_content_hash check (hash = sha256(convert_to(content, 'UTF8')))
);
call make_append_only('paper_content', 'paper_content_append_only');

alter table issued_paper
  alter column document_id drop not null,
  -- A statement of account, of the days from one to another.
  add column payee_id int references payee,
  -- A certificate of tax withheld.
  add column certificate_id bigint references tax_certificate,
  add column from_date accounting_date,
  add column as_of accounting_date,
  -- The number of the paper, empty before it had one.
  add column number_text short_text collate "C" not null default '',
  add column way text not null default 'print' collate "C",
  add column code text collate "C",
  add column content_hash bytea references paper_content;

-- What is known of the copies of before: the number that its document had when it was made, and that it went by mail.
update issued_paper p
set number_text = coalesce((
    select i.number_text from number_issue i join number_series s on s.id = i.series_id
    where i.document_id = p.document_id and i.issued_at <= p.at
      and case p.kind
        when 'receipt_or' then s.kind = 'or'
        when 'receipt_ar' then s.kind = 'ar'
        when 'receipt_e' then s.kind in ('or', 'ar')
        else s.kind not in ('or', 'ar') end
    order by i.cycle desc, s.kind desc, i.issued_at desc, i.number desc limit 1), ''),
  way = case when exists (
    select from mail_message m
    where m.document_id = p.document_id and m.source like '% copy ' || p.copy_no
      and m.template = case p.kind when 'receipt_e' then 'receipt' else p.kind end) then 'mail' else 'print' end;

-- The statements and reminders that were mailed are copies of a paper too.
alter table issued_paper add column mail_id bigint;
insert into issued_paper (payee_id, from_date, as_of, kind, way, copy_no, user_id, at, mail_id)
select sent.payee_id, sent.from_date, sent.as_of, m.template, 'mail',
  row_number() over (partition by sent.payee_id, m.template, sent.from_date, sent.as_of order by m.id), sent.sent_by, m.created_at, m.id
from mail_message m
join (
  select 'statement' as template, s.id, s.payee_id, s.from_date::date, s.as_of, s.sent_by from customer_statement s
  union all
  select 'reminder', r.id, r.payee_id, (date_trunc('month', r.as_of) - interval '1 month')::date, r.as_of, r.sent_by from customer_reminder r
) sent on sent.template = m.template and sent.id::text = m.source
order by m.id;

alter table issued_paper
  -- `count_copy` says which it is.
  alter column copy_no set default 1,
  alter column number_text drop default,
  alter column way drop default,
  add constraint issued_paper_subject check (num_nonnulls(document_id, payee_id, certificate_id) = 1),
  add constraint issued_paper_days check (
    num_nonnulls(payee_id, from_date, as_of) in (0, 3) and from_date <= as_of),
  add constraint issued_paper_way check (way in ('print', 'pdf', 'mail')),
  add constraint issued_paper_code check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  add constraint issued_paper_code_once unique (code),
  add constraint issued_paper_copy_once unique (document_id, kind, number_text, copy_no),
  add constraint issued_paper_copy_of_payee_once unique (payee_id, kind, from_date, as_of, copy_no),
  add constraint issued_paper_copy_of_certificate_once unique (certificate_id, kind, copy_no),
  -- Copies of before have neither.
  add constraint issued_paper_whole check (code is not null and content_hash is not null) not valid;
create index issued_paper_at on issued_paper (at desc, id desc);
create index issued_paper_user on issued_paper (user_id);
create index issued_paper_content on issued_paper (content_hash);
comment on column issued_paper.code is 'By which anybody may verify the copy: 16 letters and digits of Crockford''s base 32';

-- Counts a copy: it is the next one of its kind under its number, a number of its document, made by whoever acts.
create function count_copy() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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

call make_append_only('issued_paper', 'issued_paper_append_only');

-- A mail carries a copy. What was written before names it by its number in a text.
alter table mail_message add column issued_paper_id bigint constraint mail_message_paper unique references issued_paper;
grant insert (issued_paper_id) on mail_message to talaan_app;
update mail_message m set issued_paper_id = p.id
from issued_paper p
where p.way = 'mail' and (p.mail_id = m.id or p.document_id = m.document_id and m.source like '% copy ' || p.copy_no
  and m.template = case p.kind when 'receipt_e' then 'receipt' else p.kind end);
alter table issued_paper drop column mail_id;

create or replace function check_mail() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if row(new.id, coalesce(new.user_id, old.user_id), new.to_address, new.template, new.source, new.subject, new.body_text,
         new.body_html, new.message_key, new.created_at, new.document_id, new.issued_paper_id)
     is distinct from row(old.id, old.user_id, old.to_address, old.template, old.source, old.subject, old.body_text,
         old.body_html, old.message_key, old.created_at, old.document_id, old.issued_paper_id) then
    raise exception using errcode = '23514', constraint = 'mail_stands', table = 'mail_message',
      message = format('Mail %s stands as it was written.', old.id);
  end if;
  if old.state = 'sent' and new.state <> 'sent' then
    raise exception using errcode = '23514', constraint = 'mail_sent_once', table = 'mail_message',
      message = format('Mail %s was sent.', old.id);
  end if;
  if new.state = 'sent' and not exists (
    select from mail_attempt a where a.message_id = new.id and a.outcome = 'accepted') then
    raise exception using errcode = '23514', constraint = 'mail_sent_by_server', table = 'mail_message',
      message = format('No mail server took mail %s.', old.id);
  end if;
  return new;
end $$;

revoke insert on issued_paper from talaan_app;
revoke insert (document_id, kind, copy_no, user_id) on issued_paper from talaan_app;
grant insert (document_id, payee_id, certificate_id, from_date, as_of, kind, number_text, way, code, content_hash, user_id) on issued_paper to talaan_app;
grant select, insert on paper_content to talaan_app;
grant select on issued_paper, paper_content to talaan_report;
