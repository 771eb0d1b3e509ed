-- The book of accounts has rights of its own. A company that named a module so in whatever letters has it from now on.
update module set module_name = 'General Ledger', module_type = 'R', built_in = true where lower(module_name) = 'general ledger';
insert into module (module_name, module_type, built_in)
select 'General Ledger', 'R', true where not exists (select from module where module_name = 'General Ledger');
