-- What letters to banks and tax forms say of the bank and of a payee.

-- To whom a letter goes, and where; null: the manager.
alter table bank add column addressee short_text;
alter table bank add column bank_address long_text;

-- The name of a person, part by part, and the address abroad of whoever has none here.
alter table payee add column last_name short_text;
alter table payee add column first_name short_text;
alter table payee add column middle_name short_text;
alter table payee add column foreign_address short_text;
