import { sql, type RawBuilder } from 'kysely';

/** A code as it is unique by, in either case: in the words of the index that `make_key` makes, which finds it among any number. */
export const foldedKey = (column: string): RawBuilder<string> => sql`lower(${sql.ref(column)}::text collate "default")`;
