-- A document takes one number at a time, a series a few. Without the hint a thousand are expected, and the documents that
-- take them are looked for by reading all documents instead of by their ids.
alter function advance_series(text, int, int, text) rows 1;
alter function take_numbers(text, int, int, bigint[], text) rows 1;
alter function number_documents(text, int, bigint[], text) rows 1;
