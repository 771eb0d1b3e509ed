-- The tree as in 0002; new: main accounts stand at its top, and an account has the group of its parent, so that a heading's
-- total is one of assets, of liabilities, of capital, of expenses or of income. Accounts that were stored before keep what
-- they are until somebody changes it.
create or replace function check_account_tree() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  groups constant jsonb := '{"A": "Asset", "L": "Liability", "C": "Capital", "E": "Expenses", "I": "Income"}';
  chain text;
  parent account%rowtype;
  child account%rowtype;
begin
  perform pg_advisory_xact_lock(7001, 0);
  select * into parent from account where acct_code = new.acct_parent;
  if parent.acct_type = 'S' then
    raise exception using errcode = '23514', constraint = 'account_parent_postable', table = 'account',
      message = format('Account %s is a subsidiary account and cannot be the parent of %s.', new.acct_parent, new.acct_code);
  end if;
  if new.acct_type = 'S' and exists (select from account c where c.acct_parent = new.acct_code) then
    raise exception using errcode = '23514', constraint = 'account_has_children', table = 'account',
      message = format('Account %s has accounts below it and cannot be a subsidiary account.', new.acct_code);
  end if;
  with recursive ancestor as (
    select a.acct_code, a.acct_parent, array[new.acct_code::text, a.acct_code::text] as path
    from account a where a.acct_code = new.acct_parent
    union all
    select a.acct_code, a.acct_parent, ancestor.path || a.acct_code::text
    from account a join ancestor on a.acct_code = ancestor.acct_parent
    where ancestor.acct_code <> new.acct_code and cardinality(ancestor.path) <= 50
  )
  select array_to_string(path, ' → ') into chain from ancestor where acct_code = new.acct_code;
  if chain is not null then
    raise exception using errcode = '23514', constraint = 'account_loop', table = 'account',
      message = format('Parent account would make a loop: %s.', chain);
  end if;
  if new.acct_type = 'P' and new.acct_parent is not null then
    raise exception using errcode = '23514', constraint = 'account_main_parent', table = 'account',
      message = format('Account %s is a main account and has no parent.', new.acct_code);
  end if;
  -- Both are read as the whole statement leaves them: it may move a heading together with the accounts below it.
  select * into child from account c
  where c.acct_parent = new.acct_code and c.acct_group <> new.acct_group order by c.acct_code limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'account_group_of_children', table = 'account',
      message = format('Account %s below account %s is of group %s; move it first.', child.acct_code, new.acct_code,
        groups ->> child.acct_group);
  end if;
  if parent.acct_group <> new.acct_group then
    raise exception using errcode = '23514', constraint = 'account_group_of_parent', table = 'account',
      message = format('Account %s is of group %s; account %s of group %s cannot stand below it. Choose a parent of its group.',
        parent.acct_code, groups ->> parent.acct_group, new.acct_code, groups ->> new.acct_group);
  end if;
  return null;
end $$;
drop trigger account_tree on account;
create trigger account_tree after insert or update of acct_code, acct_parent, acct_type, acct_group on account
  for each row execute function check_account_tree();

-- As in 0006; new: the code stays too. Filed reports and printed books name the account by it.
create or replace function keep_posted_account() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(7001, 0);
  if not exists (select from posting where account_id = old.id) then
    return new;
  end if;
  if new.acct_code <> old.acct_code then
    raise exception using errcode = '23514', constraint = 'account_code_posted', table = 'account',
      message = format('Account %s has postings; its code stays. Open another account and make this one inactive.', old.acct_code);
  end if;
  raise exception using errcode = '23514', constraint = 'account_has_postings', table = 'account',
    message = format('Account %s has postings; its type, class, group and currency stay.', old.acct_code);
end $$;
drop trigger account_has_postings on account;
create trigger account_has_postings before update on account for each row
  when (row(old.acct_code, old.acct_type, old.acct_class, old.acct_group, old.currency_id)
    is distinct from row(new.acct_code, new.acct_type, new.acct_class, new.acct_group, new.currency_id))
  execute function keep_posted_account();

-- One bank account in use stands behind one account of the chart: else its ledger is no cash book of either, and neither
-- can be reconciled. A closed one leaves its place. A trigger, not a unique index: what was stored before stays until it is
-- changed. Two at a time wait for each other on the account.
create function check_bank_of_account() returns trigger
  language plpgsql
  set search_path = public, pg_temp
as $$
declare
  other bank%rowtype;
begin
  perform from account where acct_code = new.acct_code for no key update;
  select * into other from bank b
  where b.acct_code = new.acct_code and b.status = 1 and b.id <> new.id order by b.id limit 1;
  if found then
    raise exception using errcode = '23514', constraint = 'bank_of_account_once', table = 'bank',
      message = format('Account %s stands behind the bank account %s (%s). Give each bank account one of its own.',
        new.acct_code, other.account_no, other.acct_desc);
  end if;
  return null;
end $$;
create trigger bank_of_account after insert or update of acct_code, status on bank for each row
  when (new.status = 1) execute function check_bank_of_account();
