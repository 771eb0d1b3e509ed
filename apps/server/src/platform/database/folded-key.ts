import { sql, type RawBuilder } from 'kysely';

/** A code as it is unique by, in either case: in the words of the index that `make_key` makes, which finds it among any number. */
export const foldedKey = (code: RawBuilder<unknown>): RawBuilder<string> => sql`lower(${code}::text collate "default")`;
