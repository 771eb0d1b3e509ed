-- A customer on hold is billed nothing new: a hold that comes after the submission of a billing stops its approvals, too.
drop trigger customer_on_hold on batch;
create trigger customer_on_hold before update of status on batch for each row
  when (new.document_type = 'BI' and new.status > old.status and new.status between 2 and 7) execute function check_billing_hold();
