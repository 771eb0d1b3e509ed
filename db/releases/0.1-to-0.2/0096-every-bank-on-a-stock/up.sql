-- Every own account writes its cheques on a stock: the standard one where none is chosen, which the trigger of 0094 fills in.
alter table bank alter column cheque_layout_id set not null;
