-- Codes that are not used any more: no new record or document names them, old ones keep them.
alter table alpha_tax_code add column status flag not null default 1;
alter table section add column status flag not null default 1;
alter table bank_header add column status flag not null default 1;
alter table transaction_type add column status flag not null default 1;
