import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Configuration } from '../configuration.ts';

/** Passwords that stand in examples, guides and images. */
const KNOWN_PASSWORDS = [
  'postgres',
  'password',
  'admin',
  'root',
  'secret',
  'talaan',
  'change-me',
  'changeme',
  'example',
  '123456',
];

const URLS = ['database_url', 'database_app_url', 'database_jobs_url', 'database_direct_url'] as const;

type Settings = Pick<Configuration, (typeof URLS)[number] | 'host' | 'asks_for_demo'>;

/**
 * Why these settings are not safe for the books that they serve, in a sentence with the way out; null where they are. `is_demo`: the books
 * are the demo company's, whose passwords are known: nobody's money is in them, so only serving them to others unasked is refused.
 */
export function insecureSetting(settings: Settings, is_demo: boolean): string | null {
  if (is_demo) {
    if (settings.host === null || isThisMachine(settings.host) || settings.asks_for_demo) return null;
    return (
      `HOST=${settings.host} would serve the demo company to others, and its passwords are known. Set TALAAN_DEMO=0 for a company of ` +
      'your own, or TALAAN_DEMO=1 to serve the demo all the same.'
    );
  }
  const known = URLS.find((name) => hasKnownPassword(settings[name]));
  if (known === undefined) return null;
  return (
    `The password in ${known.toUpperCase()} is one that everybody knows. Give the role another one (openssl rand -hex 24, then ALTER ROLE … ` +
    'PASSWORD …), and set it there.'
  );
}

const isThisMachine = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** A role that needs no password (a socket, a certificate) has none in its address. */
function hasKnownPassword(url: string | null): boolean {
  if (url === null) return false;
  const { username, password } = new URL(url);
  const given = decodeURIComponent(password).toLowerCase();
  return given !== '' && (KNOWN_PASSWORDS.includes(given) || given === decodeURIComponent(username).toLowerCase());
}

const KEY_OF_BOOKS = 'sealing_key_sha256';

/**
 * Refuses a server whose sealing key was made in its own data folder and is not the one that the servers before it seal by: what
 * one of them wrote, the other could not read. A key that is set counts, and is remembered from then on.
 */
export async function requireKeyOfBooks(
  ownerUrl: string,
  { sealing_key }: Pick<Configuration, 'sealing_key'>,
  key: string,
): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  owner.on('error', () => {}); // whoever waits for an answer is told
  await owner.connect();
  try {
    const hash = createHash('sha256').update(`sealing key\n${key}`).digest('hex');
    const { rows } = await owner.query<{ value: string }>(
      `insert into installation (key, value) values ('${KEY_OF_BOOKS}', $1)
       on conflict (key) do update set value = case when $2 then excluded.value else installation.value end returning value`,
      [hash, sealing_key !== null],
    );
    if (rows[0]!.value === hash) return;
    throw new Error(
      'Another server of these books seals secrets by another key. Set SEALING_KEY to the same on every server, or copy sealing.key of the ' +
        'first one into this DATA_DIR.',
    );
  } finally {
    await owner.end();
  }
}
