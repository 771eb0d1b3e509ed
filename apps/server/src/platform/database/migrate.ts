import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, Migrator, PostgresDialect, PostgresIntrospector, sql } from 'kysely';
import type { DatabaseIntrospector, Migration, TableMetadata } from 'kysely';
import pg from 'pg';
import { outliveBreaks, type DatabaseUrls } from './database.ts';
import { projectPath } from '../project-paths.ts';

export interface MigrateOptions {
  /** Connection for people's calls that the installation names itself (`DATABASE_APP_URL`): of a role in `talaan_app`. */
  readonly appUrl?: string | null;
  /** Connection for the jobs that it names (`DATABASE_JOBS_URL`): of a role in `talaan_app` and `talaan_jobs`. */
  readonly jobsUrl?: string | null;
  /** The last one to run, of a database that has none after it; the newest where nothing is said. */
  readonly last?: string;
}

/**
 * Brings the schema up to date as its owner, each migration in a transaction of its own, and answers the run-time
 * connections. A database that 0.1 made goes the way of its time to the end, and is from then on as one that this release made.
 * Several nodes may call it at once: one migrates, the others wait. Throws one plain sentence when the owner
 * may not create the run-time roles and they are not named (decisions §8).
 */
export async function migrate(ownerUrl: string, { appUrl, jobsUrl, last }: MigrateOptions = {}): Promise<DatabaseUrls> {
  return asOwner(ownerUrl, async (owner) => {
    await requireGroupRoles(owner);
    await requireKnownRelease(owner);
    await requireUnedited(owner);
    await oneByOne(owner, async () => {
      const ran = await ranNames(owner);
      if (isOfFirstWay(ran[0] ?? last)) {
        await runAll(migratorOf(owner, FIRST_WAY, last));
        if (isOfFirstWay(last)) return;
        await enterRelease(owner);
      }
      await runAll(migratorOf(owner, MIGRATIONS, last));
    });
    await requireUnedited(owner);
    return {
      appUrl: appUrl ?? (await runTimeUrl(owner, ownerUrl, 'app')),
      jobsUrl: jobsUrl ?? (await runTimeUrl(owner, ownerUrl, 'jobs')),
    };
  });
}

async function runAll(migrator: Migrator): Promise<void> {
  for (;;) {
    const { error, results } = await migrator.migrateUp();
    if (error) throw error;
    if (!results || results.length === 0) return;
  }
}

/** A database at the end of the first way has the schema of the release: it counts as made by its folders, and goes on from there. */
async function enterRelease(owner: Kysely<unknown>): Promise<void> {
  const names = (await migrationNames()).filter(isOfRelease);
  const parts = await Promise.all(
    names.map(async (name) => ({ name, sha256: hashOfMigration(await readMigration(name)) })),
  );
  await owner.transaction().execute(async (transaction) => {
    await sql`delete from kysely_migration`.execute(transaction);
    await sql`delete from migration_hash`.execute(transaction);
    await sql`insert into kysely_migration (name, timestamp) select unnest(${names}::text[]), ${new Date().toISOString()}`.execute(
      transaction,
    );
    await keepHashes(transaction, parts);
  });
}

/**
 * One node after the other: the migrator looks at the schema before it takes its own lock, and fails on a column that another one
 * drops meanwhile.
 */
async function oneByOne(owner: Kysely<unknown>, work: () => Promise<void>): Promise<void> {
  await owner.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(7000, 0)`.execute(holder);
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(7000, 0)`.execute(holder);
    }
  });
}

/**
 * Runs a bulk load while nobody takes statistics, which would count none of the rows that it has not committed: what is
 * planned by them reads whole indexes. The owner's lock keeps out whoever would (autovacuum goes by), and no writer.
 */
export async function withoutStatistics<T>(ownerUrl: string, load: () => Promise<T>): Promise<T> {
  return asOwner(ownerUrl, (owner) =>
    owner.transaction().execute(async (transaction) => {
      const tables = await sql<{ name: string }>`
        select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        order by relname`.execute(transaction);
      const names = tables.rows.map(({ name }) => sql.table(name));
      await sql`lock table ${sql.join(names)} in share update exclusive mode`.execute(transaction);
      return load();
    }),
  );
}

/** Lets the planner know what a bulk load changed; needs the owner, as only he may analyze his tables. */
export async function refreshStatistics(ownerUrl: string): Promise<void> {
  await asOwner(ownerUrl, async (owner) => {
    await sql`analyze`.execute(owner);
  });
}

/** Names of the migrations that have not run on this database, in order. */
export async function pendingMigrations(ownerUrl: string): Promise<string[]> {
  return asOwner(ownerUrl, async (owner) => {
    const ran = await ranNames(owner);
    const names = isOfFirstWay(ran[0])
      ? [...(await migrationNames(FIRST_WAY)), ...(await migrationNames()).filter((name) => !isOfRelease(name))]
      : await migrationNames();
    return names.filter((name) => !ran.includes(name));
  });
}

/** Name of the newest migration that the project ships. */
export async function newestMigration(): Promise<string> {
  return (await migrationNames()).at(-1) ?? '';
}

async function asOwner<T>(ownerUrl: string, work: (owner: Kysely<unknown>) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 });
  outliveBreaks(pool);
  const owner = new Kysely<unknown>({ dialect: new OwnerDialect({ pool }) });
  try {
    return await work(owner);
  } finally {
    await owner.destroy();
  }
}

/**
 * Tells which tables there are, and no more: the migrator asks twice before each migration whether it has its own, and
 * Kysely's answer describes every column of the schema, which takes longer than most migrations.
 */
class TableNames extends PostgresIntrospector {
  readonly #database: Kysely<unknown>;

  constructor(database: Kysely<unknown>) {
    super(database);
    this.#database = database;
  }

  override async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<TableMetadata>`
      select schemaname as schema, tablename as name, false as "isView", '[]'::json as columns from pg_tables
      where schemaname = any (current_schemas(false))`.execute(this.#database);
    return rows;
  }
}

class OwnerDialect extends PostgresDialect {
  override createIntrospector(database: Kysely<unknown>): DatabaseIntrospector {
    return new TableNames(database);
  }
}

function migratorOf(owner: Kysely<unknown>, way: string, last?: string): Migrator {
  return new Migrator({
    db: owner,
    provider: {
      async getMigrations() {
        const names = (await migrationNames(way)).filter((name) => last === undefined || name <= last);
        return Object.fromEntries(names.map((name) => [name, migrationOf(path.join(way, name))]));
      },
    },
  });
}

/** The folders that make the schema of this release, and lead on from it. */
const MIGRATIONS = projectPath('db', 'migrations');
/** Those by which databases of 0.1 came to 0.2, step by step. */
const FIRST_WAY = projectPath('db', 'releases', '0.1-to-0.2');
/** How the numbers of the folders begin that are release 0.2 as a whole. */
const RELEASE = '02';

const isOfRelease = (name: string) => name.startsWith(RELEASE);
const isOfFirstWay = (name: string | undefined) => name !== undefined && name < RELEASE;

/** Names of the folders of a way in the order in which they run; where none is said, of those of this release. */
export async function migrationNames(way = MIGRATIONS): Promise<string[]> {
  const entries = await readdir(way, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();
}

/** Names of the folders of the way that a database went whose first migration is named. */
export async function migrationsOfItsWay(first: string): Promise<string[]> {
  return migrationNames(isOfFirstWay(first) ? FIRST_WAY : MIGRATIONS);
}

const folderOf = (name: string) => path.join(isOfFirstWay(name) ? FIRST_WAY : MIGRATIONS, name);

/** The statements of a migration, of whichever way. */
export async function readMigration(name: string): Promise<string> {
  return readFile(path.join(folderOf(name), 'up.sql'), 'utf8');
}

const migrationOf = (folder: string): Migration => ({
  up: (transaction) => runMigration(transaction, folder),
});

/**
 * Runs the statements of a migration's folder in a transaction, as the system. A query beside them, `before.sql` or `after.sql`, must
 * answer no row then; else it throws a sentence that shows the first one, and the transaction is to be rolled back.
 */
export async function runMigration(transaction: Kysely<unknown>, folder: string): Promise<void> {
  await sql`set local talaan.user_id = 'system'`.execute(transaction);
  await requireNoRow(transaction, path.join(folder, 'before.sql'));
  await sql.raw(await readFile(path.join(folder, 'up.sql'), 'utf8')).execute(transaction);
  await requireNoRow(transaction, path.join(folder, 'after.sql'));
}

async function requireNoRow(transaction: Kysely<unknown>, query: string): Promise<void> {
  if (!existsSync(query)) return;
  const { rows } = await sql.raw(await readFile(query, 'utf8')).execute(transaction);
  if (rows.length === 0) return;
  const [name, file] = [path.basename(path.dirname(query)), path.basename(query)];
  throw new Error(
    `Migration ${name} stops, and nothing of it is done: its ${file} finds ${rows.length} rows that must not be there, the first ` +
      `${JSON.stringify(rows[0])}. What that means is in its notes.md.`,
  );
}

const BEFORE_FIRST_RELEASE =
  'This database was made before release 0.1 and cannot be upgraded. Start with an empty DATA_DIR or another ' +
  'DATABASE_URL, or go on with the program that made it.';

/** What ran on this database, in order; nothing where it is empty. */
async function ranNames(owner: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(
    owner,
  );
  if (!rows[0]?.found) return [];
  const ran = await sql<{ name: string }>`select name from kysely_migration order by name collate "C"`.execute(owner);
  return ran.rows.map(({ name }) => name);
}

/** Migrations go forward only, from the first release on: what another program made is left as it is. */
async function requireKnownRelease(owner: Kysely<unknown>): Promise<void> {
  const ran = await ranNames(owner);
  if (ran.length === 0) return;
  const names = await migrationsOfItsWay(ran[0]!);
  if (ran[0] !== names[0]) throw new Error(BEFORE_FIRST_RELEASE);
  const later = ran.find((name) => !names.includes(name));
  if (later) {
    throw new Error(
      `This database is of a later release (${later}). Start that release, or a backup from before its upgrade.`,
    );
  }
}

/**
 * Keeps the hash of every migration that ran here, and refuses to go on where the folder says something else by now: two
 * databases would have run different statements under one name. It does nothing where no hashes are kept yet.
 */
async function requireUnedited(owner: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('migration_hash') is not null as found`.execute(
    owner,
  );
  if (!rows[0]?.found) return;
  const ran = await sql<{ name: string; sha256: string | null }>`
    select m.name, h.sha256 from kysely_migration m left join migration_hash h using (name) order by m.name`.execute(
    owner,
  );
  const unkept: KeptHash[] = [];
  for (const { name, sha256 } of ran.rows) {
    const hash = hashOfMigration(await readMigration(name));
    if (sha256 === null) unkept.push({ name, sha256: hash });
    else if (sha256 !== hash) {
      throw new Error(
        `Migration ${name} was edited after it ran on this database. Bring back ${path.relative(projectPath(), folderOf(name))}/up.sql as it was ` +
          '(start the release that made this database), and make the change in a migration of its own.',
      );
    }
  }
  await keepHashes(owner, unkept);
}

interface KeptHash {
  readonly name: string;
  readonly sha256: string;
}

async function keepHashes(owner: Kysely<unknown>, hashes: readonly KeptHash[]): Promise<void> {
  await sql`insert into migration_hash (name, sha256) select * from jsonb_to_recordset(${JSON.stringify(hashes)}::jsonb) as h (name text, sha256 text)
    on conflict (name) do nothing`.execute(owner);
}

/** SHA-256 of a migration's statements; a checkout may end lines by CRLF. */
export function hashOfMigration(statements: string): string {
  return createHash('sha256').update(statements.replaceAll('\r\n', '\n')).digest('hex');
}

const GROUP_ROLES = ['talaan_app', 'talaan_jobs', 'talaan_report'];

const NO_ROLE_RIGHTS =
  'The owner of the database may not create roles: have roles talaan_app, talaan_jobs and talaan_report created, and set ' +
  'DATABASE_APP_URL to the connection of a role that is a member of talaan_app, and DATABASE_JOBS_URL to that of a role ' +
  'that is a member of talaan_app and talaan_jobs.';

/** The migrations create the group roles where they may; where they may not, somebody must have done it before. */
async function requireGroupRoles(owner: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ missing: boolean; may_create: boolean }>`
    select (select count(*) from pg_roles where rolname = any (${GROUP_ROLES})) < ${GROUP_ROLES.length} as missing,
      rolsuper or rolcreaterole as may_create
    from pg_roles where rolname = current_user`.execute(owner);
  if (rows[0]?.missing && !rows[0].may_create) throw new Error(NO_ROLE_RIGHTS);
}

/** The run-time roles, and the groups that give each of them its rights. */
const RUN_TIME_GROUPS = { app: ['talaan_app'], jobs: ['talaan_app', 'talaan_jobs'] } as const;
type RunTimeKind = keyof typeof RUN_TIME_GROUPS;

/**
 * The connection of a run-time role of this database, created at the first call with a random password that only the
 * owner can read. A restored copy keeps its name and password; a role that the server lost is created again.
 */
async function runTimeUrl(owner: Kysely<unknown>, ownerUrl: string, kind: RunTimeKind): Promise<string> {
  const { name, password } = await owner.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(7003, 0)`.execute(transaction);
    const role = await storedRole(transaction, kind);
    await ensureRole(transaction, role, RUN_TIME_GROUPS[kind]);
    return role;
  });
  const url = new URL(ownerUrl);
  url.username = name;
  url.password = password;
  return url.href;
}

interface RunTimeRole {
  readonly name: string;
  readonly password: string;
}

async function storedRole(transaction: Kysely<unknown>, kind: RunTimeKind): Promise<RunTimeRole> {
  const stored = await sql<{ key: string; value: string }>`select key, value from installation`.execute(transaction);
  const values = new Map(stored.rows.map((row) => [row.key, row.value]));
  const name = values.get(`${kind}_role`);
  const password = values.get(`${kind}_password`);
  if (name && password) return { name, password };
  const database = await sql<{ name: string }>`select current_database() as name`.execute(transaction);
  const hash = createHash('sha256').update(database.rows[0]!.name).digest('hex').slice(0, 10);
  const role = { name: `talaan_${kind}_${hash}`, password: randomBytes(24).toString('base64url') };
  await sql`insert into installation (key, value) values (${`${kind}_role`}, ${role.name}), (${`${kind}_password`}, ${role.password})`.execute(
    transaction,
  );
  return role;
}

async function ensureRole(
  transaction: Kysely<unknown>,
  { name, password }: RunTimeRole,
  groups: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ found: boolean; member: boolean; may_create: boolean }>`
    select exists (select from pg_roles where rolname = ${name}) as found,
      (select count(*) from pg_auth_members m
        join pg_roles member on member.oid = m.member join pg_roles grp on grp.oid = m.roleid
        where member.rolname = ${name} and grp.rolname = any (${groups})) = ${groups.length} as member,
      (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may_create`.execute(transaction);
  const { found, member, may_create: mayCreate } = rows[0]!;
  if (found && member) return;
  if (!mayCreate) throw new Error(NO_ROLE_RIGHTS);
  const role = sql.id(name);
  try {
    if (!found) await sql`create role ${role} login password ${sql.lit(password)}`.execute(transaction);
    else await sql`alter role ${role} login password ${sql.lit(password)}`.execute(transaction);
    await sql`grant ${sql.join(groups.map((group) => sql.id(group)))} to ${role}`.execute(transaction);
  } catch (error) {
    if ((error as { code?: string }).code === '42501') throw new Error(NO_ROLE_RIGHTS, { cause: error });
    throw error;
  }
}
