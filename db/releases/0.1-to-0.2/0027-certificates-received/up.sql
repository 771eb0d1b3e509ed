-- BIR forms 2307 that customers gave for the tax they withheld of what they paid. What is certified is held against what
-- collections took as withheld; it may come before the collection is entered, so neither bounds the other.
create table withholding_certificate (
  id int generated always as identity primary key,
  payee_id int not null references payee,
  fiscal_year int not null check (fiscal_year between 1901 and 2100),
  quarter smallint not null check (quarter in (1, 2, 3, 4)),
  atc_id int not null references alpha_tax_code,
  -- Pesos, as every certificate is made out.
  income_amount amount not null,
  tax_withheld amount not null,
  received_date accounting_date not null,
  remarks short_text,
  constraint withholding_certificate_tax check (tax_withheld > 0 and tax_withheld <= income_amount),
  constraint withholding_certificate_day check (received_date >= make_date(fiscal_year, quarter * 3 - 2, 1)),
  constraint withholding_certificate_once
    unique (payee_id, fiscal_year, quarter, atc_id, received_date, tax_withheld)
);
call make_master('withholding_certificate');
create index withholding_certificate_quarter on withholding_certificate (fiscal_year, quarter, payee_id);
create index withholding_certificate_atc on withholding_certificate (atc_id);
