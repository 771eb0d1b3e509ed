-- What a copy was drawn from, beside what it said: by it a copy is told from what its paper says by now, so that a layout that words
-- it otherwise changes nothing. Copies of before have none.
alter table paper_content add column facts jsonb;
comment on column paper_content.facts is 'What the first of its copies was drawn from: company, texts, record and the word of its currency';
