-- Clients of the API may be good for reports: the sales journal whole, of which receipts reads what was made in its name.

alter table api_client drop constraint api_client_scopes_check;
alter table api_client add constraint api_client_scopes_check
  check (cardinality(scopes) > 0 and scopes <@ array['receipts', 'reports']);
