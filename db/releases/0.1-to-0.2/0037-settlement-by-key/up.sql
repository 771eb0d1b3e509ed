-- A connection keeps the plans of these functions for as long as it lives. One that was made while the books are small reads
-- whole tables, and goes on to do so for every entry after they have grown; every look-up here is by key, and stays one.
alter function check_receivable_lines()
  set enable_seqscan = off;
alter function check_receivable_lines()
  set enable_hashjoin = off;
alter function check_receivable_lines()
  set enable_mergejoin = off;
alter function settle_invoices()
  set enable_seqscan = off;
alter function settle_invoices()
  set enable_hashjoin = off;
alter function settle_invoices()
  set enable_mergejoin = off;
