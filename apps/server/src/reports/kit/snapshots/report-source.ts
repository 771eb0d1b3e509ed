import type { Database } from '../../../platform/database/database.ts';
import { DOES_NOT_ANSWER, markReplica, type ReadingPlace, type Replica } from '../../../platform/database/replica.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { inSnapshot, openSnapshot, type OpenSnapshot } from './read-snapshot.ts';

/** What says of a report that it is filed, or kept as a book. */
interface MaybeFiled {
  readonly filed?: true;
}

/** For whom a report is read, and where it may be read from. */
export interface ReadingOf {
  readonly replica: Replica | null;
  /** The database itself. */
  readonly database: Database;
  readonly statement: MaybeFiled;
  /** How far the log was after what the reader wrote last. */
  readonly written: string | null;
  /** What the foot of the report says where it is read from the database itself: nothing unless a replica was given up. */
  readonly said?: string;
}

/** Whether a call may be answered from the replica: a client of the API and who looks as another user have no session that tells what they wrote. */
export function readingOf(
  statement: MaybeFiled,
  { replica }: { readonly replica?: Replica | null | undefined },
  { db, user }: { readonly db: Database; readonly user: Principal },
): ReadingOf {
  const isOwn = !user.client && !user.preview;
  return { replica: isOwn ? (replica ?? null) : null, database: db, statement, written: user.session.written ?? null };
}

async function placeOf({ replica, statement, written, said = '' }: ReadingOf): Promise<ReadingPlace> {
  return replica === null || statement.filed ? { node: 'database', said } : replica.choose(written);
}

/** The same from the database itself, after the replica failed; what took it too long is not begun anew. */
function fromDatabase(reading: ReadingOf, error: unknown): ReadingOf {
  if ((error as { code?: unknown }).code === '57014') throw error;
  return { ...reading, replica: null, said: DOES_NOT_ANSWER };
}

/**
 * Reads a report in one snapshot of one node: of the replica where there is one that is fresh enough, else of the database itself. What
 * the replica cannot answer, or refuses, the database is asked anew. `said` tells in the foot of the report of when it is.
 */
export async function readInSnapshot<T>(
  reading: ReadingOf,
  read: (snapshot: Database, said: string) => Promise<T>,
): Promise<T> {
  const place = await placeOf(reading);
  if (place.node === 'replica') {
    const answer = inSnapshot(place.db, (snapshot) => {
      markReplica(snapshot);
      return read(snapshot, place.said);
    }).finally(place.release);
    try {
      return await reading.replica!.whileUp(answer);
    } catch (error) {
      answer.catch(() => {});
      return readInSnapshot(fromDatabase(reading, error), read);
    }
  }
  return inSnapshot(reading.database, (snapshot) => read(snapshot, place.said));
}

/** Opens such a snapshot for a file, and begins the file in it; whoever takes the file closes the snapshot. */
export async function openReport<T>(
  reading: ReadingOf,
  begin: (snapshot: OpenSnapshot, said: string) => Promise<T>,
): Promise<{ readonly snapshot: OpenSnapshot; readonly begun: T }> {
  const place = await placeOf(reading);
  if (place.node === 'database') return beginIn(await openSnapshot(reading.database), place.said, begin);
  const opening = openSnapshot(place.db)
    .then(async (opened) => {
      markReplica(opened.db);
      const close = () => opened.close().finally(place.release);
      return beginIn({ ...opened, close }, place.said, begin);
    })
    .catch((error: unknown) => {
      place.release();
      throw error;
    });
  try {
    return await reading.replica!.whileUp(opening);
  } catch (error) {
    opening.then(({ snapshot }) => snapshot.close()).catch(() => {});
    return openReport(fromDatabase(reading, error), begin);
  }
}

async function beginIn<T>(
  snapshot: OpenSnapshot,
  said: string,
  begin: (snapshot: OpenSnapshot, said: string) => Promise<T>,
): Promise<{ snapshot: OpenSnapshot; begun: T }> {
  try {
    return { snapshot, begun: await begin(snapshot, said) };
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}
