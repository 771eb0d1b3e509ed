import pg from 'pg';

/** Runs statements that belong to the server rather than to one database, and answers what `work` answers. */
export async function runAsOwner<Result>(
  ownerUrl: string,
  work: (owner: pg.Client) => Promise<Result>,
): Promise<Result> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    return await work(owner);
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
