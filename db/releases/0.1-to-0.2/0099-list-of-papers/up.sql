-- The list of issued papers finds a part of a number, and the newest ones of a kind or of a person, along an index.
drop index issued_paper_user;
create index issued_paper_user on issued_paper (user_id, at desc, id desc);
create index issued_paper_kind on issued_paper (kind, at desc, id desc);
create index issued_paper_number on issued_paper using gin (number_text gin_trgm_ops);
create index cheque_move_leaf on cheque_move (at desc, id desc) where state_to in ('printed', 'spoiled');
create index cheque_move_user on cheque_move (user_id, at desc, id desc) where state_to in ('printed', 'spoiled');
-- What is hidden from whoever sees every type is found at once: it is little.
create index batch_deleted on batch (id) where deleted_at is not null;
