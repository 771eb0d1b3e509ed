-- What the statements of each migration were when it ran here: one that was edited afterwards is refused at the next start.

create table migration_hash (
  name text primary key,
  -- Of up.sql, its lines ended by LF, in hexadecimal digits.
  sha256 text not null
);
