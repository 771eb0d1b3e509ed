-- The statements have rights of their own. A company that named a module so in whatever letters has it from now on.
update module m set module_name = own.name, module_type = 'R', built_in = true
from unnest(array['Balance Sheet', 'Income Statement']) own(name) where lower(m.module_name) = lower(own.name);
insert into module (module_name, module_type, built_in)
select own.name, 'R', true from unnest(array['Balance Sheet', 'Income Statement']) own(name)
where not exists (select from module m where m.module_name = own.name);
