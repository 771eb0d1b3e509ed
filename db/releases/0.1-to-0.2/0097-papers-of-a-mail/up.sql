-- A mail carries one copy or several: every certificate of a payee goes to him at once.

create table mail_paper (
  message_id bigint not null references mail_message,
  issued_paper_id bigint not null constraint mail_paper_once unique references issued_paper,
  primary key (message_id, issued_paper_id)
);
insert into mail_paper (message_id, issued_paper_id)
select id, issued_paper_id from mail_message where issued_paper_id is not null;

-- A mail stands as it was written, what it carries with it.
create function check_mail_paper() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
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

create or replace function check_mail() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  if row(new.id, coalesce(new.user_id, old.user_id), new.to_address, new.template, new.source, new.subject, new.body_text,
         new.body_html, new.message_key, new.created_at, new.document_id)
     is distinct from row(old.id, old.user_id, old.to_address, old.template, old.source, old.subject, old.body_text,
         old.body_html, old.message_key, old.created_at, old.document_id) then
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
alter table mail_message drop column issued_paper_id;
