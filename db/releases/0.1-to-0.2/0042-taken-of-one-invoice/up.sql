-- What documents take of invoices, as before. A condition on the invoice reaches the indexes of both parts only where they
-- give it one type; a line keeps it as the number by which lines know every record.
create or replace view settlement as
select a.document_id, a.billing_document_id as invoice_id,
  (a.cash_amount + a.withholding_amount + a.write_off_amount)::numeric as amount, a.receivable_php::numeric as amount_php
from collection_application a
union all
select l.document_id, l.invoice_id::bigint, (l.credit_amount - l.debit_amount)::numeric, (l.credit_php - l.debit_php)::numeric
from line l where l.invoice_id is not null;

create index line_settles on line ((invoice_id::bigint)) where invoice_id is not null;
