import pg from 'pg';

/** Runs statements that belong to the server rather than to one database. */
export async function runAsOwner(ownerUrl: string, work: (owner: pg.Client) => Promise<unknown>): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await work(owner);
  } finally {
    await owner.end();
  }
}

/** The same connection, to another database of the server. */
export function urlOfDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
