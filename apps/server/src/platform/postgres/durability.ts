import pg from 'pg';

/** Server settings that decide whether an acknowledged entry survives a crash and reads back as it was written. */
export interface DurabilitySettings {
  readonly fsync: string;
  readonly full_page_writes: string;
  readonly synchronous_commit: string;
  readonly server_encoding: string;
  readonly default_transaction_isolation: string;
  readonly data_checksums: string;
}

export interface DurabilityVerdict {
  /** One plain sentence: why the product must not run on this server; null when it may. */
  readonly refusal: string | null;
  /** What the administrator should know, one plain sentence each. */
  readonly warnings: readonly string[];
}

/** Reads the settings of the server behind a connection, as a session of the run-time role sees them. */
export async function readDurabilitySettings(url: string): Promise<DurabilitySettings> {
  const client = new pg.Client({ connectionString: url });
  // Whoever waits for an answer is told that the connection broke.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<DurabilitySettings>(`
      select current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
        current_setting('synchronous_commit') as synchronous_commit, current_setting('server_encoding') as server_encoding,
        current_setting('default_transaction_isolation') as default_transaction_isolation,
        current_setting('data_checksums') as data_checksums`);
    return rows[0]!;
  } finally {
    await client.end();
  }
}

/**
 * Judges the settings (INV-35): without fsync, full-page writes and synchronous commit an acknowledged entry can be
 * lost; another encoding or isolation level would change what the guards of the schema mean. Missing data checksums
 * only warn.
 */
export function judgeDurability(settings: DurabilitySettings): DurabilityVerdict {
  const wanted: [keyof DurabilitySettings, (value: string) => boolean, string][] = [
    ['fsync', isOn, 'on'],
    ['full_page_writes', isOn, 'on'],
    ['synchronous_commit', (value) => value !== 'off', 'on'],
    ['server_encoding', (value) => value === 'UTF8', 'UTF8'],
    ['default_transaction_isolation', (value) => value === 'read committed', 'read committed'],
  ];
  const wrong = wanted.find(([name, holds]) => !holds(settings[name]));
  return {
    refusal: wrong
      ? `The database server has ${wrong[0]} = ${settings[wrong[0]]}; set it to ${wrong[2]}, because the books would not be safe.`
      : null,
    warnings: isOn(settings.data_checksums)
      ? []
      : ['The database server runs without data checksums, so a damaged disk block is not noticed when it is read.'],
  };
}

function isOn(value: string): boolean {
  return value === 'on';
}
