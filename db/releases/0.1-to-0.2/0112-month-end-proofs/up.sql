-- The proofs of a month have rights of their own. A company that named a module so in whatever letters has it from now on.
update module set module_name = 'Month-end Proofs', module_type = 'R', built_in = true where lower(module_name) = 'month-end proofs';
insert into module (module_name, module_type, built_in)
select 'Month-end Proofs', 'R', true where not exists (select from module where module_name = 'Month-end Proofs');
