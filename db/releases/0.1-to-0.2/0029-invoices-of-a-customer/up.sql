-- With a search path of its own a function is opaque: what is open of one customer read every invoice there is. Without one it
-- is part of the query around it, which goes in by the index on payees. It runs with the rights of whoever calls it.
alter function open_invoices(date) reset search_path;
alter function in_ledger(bigint, date) reset search_path;
