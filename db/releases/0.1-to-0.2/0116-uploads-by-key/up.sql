-- It looks up nothing, and stays so: like every other function it says how it would.
alter function check_upload_file() set enable_seqscan = off;
alter function check_upload_file() set enable_hashjoin = off;
alter function check_upload_file() set enable_mergejoin = off;
