\set a1 1
\set a2 75 + random_zipfian(1, 75, 1.1)
\set a3 150 + random_zipfian(1, 75, 1.1)
\set a4 225 + random_zipfian(1, 75, 1.1)
\set b random(1, 200)
\set p random(1, 5000)
\set x random(100, 5000000)
\set y random(100, 5000000)
select post_entry('CV0000000001', 'CV', '2023-06-15', :p::int, :b::int, array[:a4::int, :a3::int, :a2::int, :a1::int], array[:x::bigint, :y::bigint, 0, 0]::bigint[], array[0, 0, :x::bigint, :y::bigint]::bigint[]);
