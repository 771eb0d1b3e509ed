-- Which invoices are opening ones, of which there are few beside all: what leaves them out reads these alone.
create index billing_of_opening on billing (document_id) where opening = 1;
