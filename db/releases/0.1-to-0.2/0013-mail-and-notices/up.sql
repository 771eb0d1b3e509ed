-- Outgoing mail with every attempt to send it, what people are told in the bell and by mail, what they chose, and the
-- links to a new password that mail carries (data-model §7).

create table mail_message (
  id bigint generated always as identity primary key,
  -- Whom it is for; null for a reader outside the company, or one whose user record is gone.
  user_id int references app_user on delete set null,
  to_address short_text not null check (to_address ~ '^[^[:space:]@]+@[^[:space:]@]+$'),
  -- What kind of mail it is, and what made it: one mail for one cause, however often its job runs.
  template text not null collate "C" check (template ~ '^[a-z_]+$'),
  source short_text not null,
  subject name_text not null,
  body_text text not null,
  body_html text not null,
  -- The same in every attempt, so that a reader's mail program knows a repetition.
  message_key uuid not null default gen_random_uuid(),
  state text not null default 'waiting' collate "C" check (state in ('waiting', 'sent', 'failed', 'no_server')),
  -- Tries since it was queued or sent again by hand.
  tries smallint not null default 0 check (tries >= 0),
  next_try_at timestamptz not null default now(),
  -- A server that sends it holds it until then, so that no other one sends it too.
  held_until timestamptz,
  created_at timestamptz not null default now(),
  constraint mail_message_once unique (template, source)
);
create index mail_message_waiting on mail_message (next_try_at, id) where state = 'waiting';
create index mail_message_list on mail_message (state, id desc);
call audit_table('mail_message', 'id', 'body_text,body_html', 'state');

create table mail_attempt (
  id bigint generated always as identity primary key,
  message_id bigint not null references mail_message,
  attempt_no smallint not null check (attempt_no > 0),
  at timestamptz not null default now(),
  outcome text not null collate "C" check (outcome in ('accepted', 'refused', 'deferred', 'unreachable')),
  -- What the mail server said, or what went wrong on the way to it.
  reply text not null check (length(reply) <= 1000),
  constraint mail_attempt_once unique (message_id, attempt_no)
);
call make_append_only('mail_attempt', 'mail_attempt_append_only');

-- What was written stands, a mail is sent when a mail server took it, and then never again.
create function check_mail() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if row(new.id, coalesce(new.user_id, old.user_id), new.to_address, new.template, new.source, new.subject, new.body_text,
         new.body_html, new.message_key, new.created_at)
     is distinct from row(old.id, old.user_id, old.to_address, old.template, old.source, old.subject, old.body_text,
         old.body_html, old.message_key, old.created_at) then
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
create trigger mail_update before update on mail_message for each row execute function check_mail();

-- ---------------------------------------------------------------------------------------------------------------------
-- Notices: one line in the bell for each person whom a move of a batch concerns, or a change of a user's sign-in.

create table notification (
  id bigint generated always as identity primary key,
  user_id int not null references app_user on delete cascade,
  kind text not null collate "C" check (kind in ('waiting', 'returned', 'rejected', 'for_release', 'posted', 'voided', 'not_matured',
    'password_link', 'password_changed', 'email_changed')),
  -- The move that is told about. One that says 'waiting' holds while its batch stands where the move brought it.
  move_id bigint references batch_move,
  about_user int references app_user on delete cascade,
  by_user int references app_user on delete set null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  constraint notification_once unique (user_id, move_id),
  constraint notification_about check ((move_id is null) = (about_user is not null))
);
create index notification_list on notification (user_id, id desc);
create index notification_move on notification (move_id);
create index notification_waiting on notification (move_id) where kind = 'waiting';
create index notification_about_user on notification (about_user);

-- The preparer is told what others did with his batch, in the transaction that did it. What nobody does, such as a load
-- of earlier books, is no news.
create function notify_preparer() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  insert into notification (user_id, kind, move_id)
  select b.prepared_by,
    case new.action when 'return' then 'returned' when 'reject' then 'rejected' when 'void' then 'voided'
      else case new.status_to when 6 then 'for_release' else 'posted' end end,
    new.id
  from batch b
  where b.id = new.batch_id and b.prepared_by <> new.user_id and current_actor() is not null;
  return null;
end $$;
create trigger batch_move_notice after insert on batch_move for each row
  when (new.action in ('return', 'reject', 'void') or (new.action in ('approve', 'release') and new.status_to in (6, 7)))
  execute function notify_preparer();
revoke execute on function notify_preparer() from public;

-- What a mail told whom about: nobody is told of the same step twice in one day by the same kind of mail.
create table mail_notice (
  template text not null collate "C",
  user_id int not null references app_user on delete cascade,
  day accounting_date not null,
  move_id bigint not null references batch_move,
  message_id bigint not null references mail_message,
  primary key (template, user_id, day, move_id)
);
create index mail_notice_user on mail_notice (user_id);

-- One run of a kind of mail for its hour or day, whichever server comes first.
create table mail_run (
  template text not null collate "C",
  slot text not null collate "C",
  at timestamptz not null default now(),
  mailed int not null default 0,
  -- People who would have got a mail, but have no work e-mail.
  without_address int not null default 0,
  primary key (template, slot)
);

-- Which mails a person wants; who never chose gets both.
create table mail_choice (
  user_id int primary key references app_user on delete cascade,
  choice text not null collate "C" check (choice in ('none', 'digest', 'reminder', 'both'))
);
call audit_table('mail_choice', 'user_id');

-- ---------------------------------------------------------------------------------------------------------------------
-- Links by which their owner chooses a new password: one open at a time, used once. The secret of a link is made when its
-- mail is sent, or printed; here is its SHA-256.

create table password_link (
  id int generated always as identity primary key,
  user_id int not null references app_user on delete cascade,
  token_hash bytea unique,
  -- The mail that carries it; null for one that the console printed.
  message_id bigint unique references mail_message,
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '24 hours',
  ended_at timestamptz,
  ended_as text collate "C" check (ended_as in ('used', 'replaced')),
  constraint password_link_ended check ((ended_at is null) = (ended_as is null))
);
create unique index password_link_open on password_link (user_id) where ended_at is null;
call audit_table('password_link', 'id', 'token_hash');

-- What ended stays ended.
create function check_password_link() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  if old.ended_at is not null then
    raise exception using errcode = '23514', constraint = 'password_link_once', table = 'password_link',
      message = 'This link has ended.';
  end if;
  return new;
end $$;
create trigger password_link_once before update on password_link for each row execute function check_password_link();

-- A link in a mailbox that is another's now, or to a password that was changed since, serves nobody.
create function end_password_links() returns trigger
  language plpgsql security definer
  set search_path = public, pg_temp
as $$
begin
  update password_link set ended_at = now(), ended_as = 'replaced' where user_id = new.id and ended_at is null;
  return null;
end $$;
revoke execute on function end_password_links() from public;
create trigger end_password_links after update of password_hash, email, blocked_at on app_user for each row
  when (old.password_hash is distinct from new.password_hash or old.email is distinct from new.email
    or old.blocked_at is distinct from new.blocked_at)
  execute function end_password_links();

-- ---------------------------------------------------------------------------------------------------------------------

grant select, insert (user_id, to_address, template, source, subject, body_text, body_html),
  update (state, tries, next_try_at, held_until) on mail_message to talaan_app;
grant select, insert (message_id, attempt_no, outcome, reply) on mail_attempt to talaan_app;
grant select, insert (user_id, kind, move_id, about_user, by_user), update (read_at), delete on notification to talaan_app;
grant select, insert on mail_notice to talaan_app;
grant select, insert (template, slot), update (mailed, without_address) on mail_run to talaan_app;
grant select, insert, update on mail_choice to talaan_app;
grant select, insert (user_id, token_hash, message_id), update (token_hash, ended_at, ended_as) on password_link to talaan_app;
