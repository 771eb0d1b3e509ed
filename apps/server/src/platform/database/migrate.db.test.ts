import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReport } from '@talaan/contract/reports/kit/define-report';
import { initialFilter, usedFilter } from '@talaan/contract/reports/kit/report-filters';
import { requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { generateDatabaseTables, TABLES_FILE } from '../../../../../tools/schema/generate-database-tables.ts';
import { readCatalogue } from '../../../../../tools/schema/schema-catalogue.ts';
import { STATEMENTS } from '../../reports/reports.ts';
import { readAll } from '../../testing/books/read-reports.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createUnmigratedDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { installJobQueue } from '../job-queue.ts';
import { openDatabase } from './database.ts';
import {
  hashOfMigration,
  migrate,
  migrationNames,
  newestMigration,
  pendingMigrations,
  readMigration,
  runMigration,
  withoutStatistics,
} from './migrate.ts';
import { readDurabilitySettings } from '../postgres/durability.ts';
import { projectPath } from '../project-paths.ts';

let database: TestDatabase;
const roles: string[] = [];

beforeAll(async () => {
  database = await createUnmigratedDatabase();
});
afterAll(async () => {
  const url = new URL(database.ownerUrl);
  await database.drop();
  url.pathname = '/postgres';
  await runAsOwner(url.href, async (owner) => {
    for (const role of roles) await owner.query(`drop role if exists ${owner.escapeIdentifier(role)}`);
  });
});

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('migrate', () => {
  it('two nodes starting at once migrate once and get the same run-time connection', async () => {
    const pending = await pendingMigrations(database.ownerUrl);
    expect(pending.at(-1)).toBe(await newestMigration());
    const start = async () => {
      const urls = await migrate(database.ownerUrl);
      await installJobQueue(database.ownerUrl);
      return urls;
    };
    const [first, second] = await Promise.all([start(), start()]);
    // Later starts give the rights anew.
    await Promise.all([start(), start(), start()]);
    for (const url of Object.values(first)) roles.push(new URL(url).username);
    expect(second).toEqual(first);
    expect(await pendingMigrations(database.ownerUrl)).toEqual([]);
    const ran = await query<{ n: number }>(database.ownerUrl, 'select count(*)::int as n from kysely_migration');
    expect(ran[0]!.n).toBe(pending.length);
  });

  it('the run-time connection works, and only as far as the run-time role may go', async () => {
    const { appUrl: url } = await migrate(database.ownerUrl);
    expect(await query(url, 'select count(*)::int as n from currency')).toEqual([{ n: 6 }]);
    await expect(query(url, 'select * from installation')).rejects.toMatchObject({ code: '42501' });
    await expect(query(url, 'create table t ()')).rejects.toMatchObject({ code: '42501' });
    expect((await readDurabilitySettings(url)).server_encoding).toBe('UTF8');
  });

  it('refuses a folder that was edited after it ran, and says the way out', async () => {
    const hashes = await query<{ name: string; sha256: string }>(database.ownerUrl, 'select * from migration_hash');
    expect(hashes.map(({ name }) => name).toSorted()).toEqual(await migrationNames());
    const statements = await readMigration('0210-ledger');
    const ledger = { name: '0210-ledger', sha256: hashOfMigration(statements.replaceAll('\n', '\r\n')) };
    expect(hashes).toContainEqual(ledger);

    const setTo = (text: string) =>
      query(
        database.ownerUrl,
        `update migration_hash set sha256 = '${hashOfMigration(text)}' where name = '${ledger.name}'`,
      );
    await setTo(`${statements} `);
    await expect(migrate(database.ownerUrl)).rejects.toThrow(
      /^Migration 0210-ledger was edited after it ran on this database\. Bring back .*up\.sql as it was/,
    );
    await setTo(statements);
    await migrate(database.ownerUrl);
  });

  it('stops before and after a migration whose check finds a row, and does nothing of it then', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'talaan-migration-'));
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    const pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
    const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    const run = () => owner.transaction().execute((transaction) => runMigration(transaction, folder));
    try {
      write('up.sql', 'create table moved as select 1 as n');
      write('before.sql', 'select id, iso_code from currency where id = 1');
      await expect(run()).rejects.toThrow(
        /before\.sql finds 1 rows that must not be there, the first \{"id":1,"iso_code":"PHP"\}/,
      );
      write('before.sql', 'select from currency where id = 0');
      write('after.sql', 'select n from moved where n = 1');
      await expect(run()).rejects.toThrow(/after\.sql finds 1 rows/);
      expect(await query(database.ownerUrl, "select to_regclass('moved') as found")).toEqual([{ found: null }]);
      write('after.sql', 'select n from moved where n <> 1');
      await run();
      await query(database.ownerUrl, 'drop table moved');
    } finally {
      await owner.destroy();
      rmSync(folder, { recursive: true });
    }
  });

  it('lets nobody take statistics beside a bulk load, which goes on writing', async () => {
    const { jobsUrl } = await migrate(database.ownerUrl);
    const meanwhile = () =>
      Promise.all([
        query(database.ownerUrl, "set lock_timeout = '100ms'; analyze setting").catch(({ code }) => code as string),
        query(jobsUrl, "begin; set local talaan.user_id = 'system'; update setting set value = value; rollback"),
      ]);
    expect((await withoutStatistics(database.ownerUrl, meanwhile))[0]).toBe('55P03');
    expect((await meanwhile())[0]).not.toBe('55P03');
  });

  it('creates a run-time role again when the server lost it', async () => {
    const urls = await migrate(database.ownerUrl);
    for (const url of Object.values(urls)) {
      await query(database.ownerUrl, `drop role ${pg.escapeIdentifier(new URL(url).username)}`);
      expect(await migrate(database.ownerUrl)).toEqual(urls);
      expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    }
  });

  it('answers the connections that the installation names', async () => {
    const appUrl = 'postgres://someone@somewhere/books';
    const jobsUrl = 'postgres://jobs@somewhere/books';
    expect(await migrate(database.ownerUrl, { appUrl, jobsUrl })).toEqual({ appUrl, jobsUrl });
  });

  it('says in one sentence what to do when the owner may not create roles', async () => {
    const limited = await createUnmigratedDatabase();
    const role = `limited_${process.pid}`;
    const name = new URL(limited.ownerUrl).pathname.slice(1);
    try {
      await query(limited.ownerUrl, `create role ${role} login password 'limited'`);
      await query(limited.ownerUrl, `alter database ${name} owner to ${role}`);
      const url = new URL(limited.ownerUrl);
      url.username = role;
      url.password = 'limited';
      await expect(migrate(url.href)).rejects.toThrow(/may not create roles.* DATABASE_APP_URL.* DATABASE_JOBS_URL/);
      const named = { appUrl: 'postgres://named@here/books', jobsUrl: 'postgres://jobs@here/books' };
      await expect(migrate(url.href, { appUrl: named.appUrl })).rejects.toThrow(/may not create roles/);
      expect(await migrate(url.href, named)).toEqual(named);
    } finally {
      await limited.drop();
      await query(database.ownerUrl, `drop role ${role}`);
    }
  });
});

describe('a database of another release', () => {
  const asIfMadeBy = async (ran: string) => {
    const other = await createUnmigratedDatabase();
    await query(
      other.ownerUrl,
      `create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
       insert into kysely_migration values ('${ran}', now())`,
    );
    return other;
  };

  it.each([
    ['from before 0.1', '0001-foundations', /before release 0\.1 .* empty DATA_DIR or another DATABASE_URL/],
    [
      'of a later one',
      "0001-foundation', now()), ('9999-to-come",
      /later release \(9999-to-come\)\. Start that release/,
    ],
  ])('%s is left as it is, with the way out', async (_what, ran, sentence) => {
    const other = await asIfMadeBy(ran);
    try {
      await expect(migrate(other.ownerUrl)).rejects.toThrow(sentence);
      expect(await query(other.ownerUrl, "select 1 from pg_tables where schemaname = 'public'")).toHaveLength(1);
    } finally {
      await other.drop();
    }
  });
});

/** Every release is kept as a copy with a small company in it (tools/schema/keep-release.ts). */
describe.each((await readdir(projectPath('db', 'releases'))).filter((file) => file.endsWith('.sql.br')))(
  'a company of %s',
  (file) => {
    let kept: TestDatabase;
    let copy: string;
    beforeAll(async () => {
      copy = brotliDecompressSync(await readFile(projectPath('db', 'releases', file))).toString();
      kept = await createUnmigratedDatabase();
      await runAsOwner(kept.ownerUrl, async (owner) => {
        await owner.query(`begin; ${copy} commit`);
      });
    });
    afterAll(() => kept.drop());

    it('has the migrations of its release, to the letter', async () => {
      const ran = await query<{ name: string }>(kept.ownerUrl, 'select name from kysely_migration order by name');
      expect(ran.length).toBeGreaterThan(0);
      for (const { name } of ran) expect(copy.includes(await readMigration(name)), `${name} was edited`).toBe(true);
    });

    it('takes every later migration, and comes to the schema of a new one with its books whole', async () => {
      const posted_before = await restoreAndEdit();
      for (const url of Object.values(await migrate(kept.ownerUrl))) roles.push(new URL(url).username);
      await migrate(database.ownerUrl);
      // A check may have come too late for rows of an earlier release: it holds for new ones.
      const facts = (await readCatalogue(kept.ownerUrl)).map((fact) =>
        fact.replace(/ NOT VALID \(not validated\)$/, ''),
      );
      expect(facts).toEqual(await readCatalogue(database.ownerUrl));
      const posted = await query<{ n: number }>(kept.ownerUrl, 'select count(*)::int as n from posting');
      expect(posted[0]!.n).toBeGreaterThan(100);
      expect(await query(kept.ownerUrl, 'select * from verify_balances()')).toEqual([]);
      expect(await query(kept.ownerUrl, 'select * from verify_audit()')).toEqual([]);
      expect(await query(kept.ownerUrl, 'select * from number_series_check where unexplained <> 0')).toEqual([]);
      const heads = 'select e.document_id, e.payee_id, e.remarks from journal_entry e';
      expect(
        await query(kept.ownerUrl, `${heads} where e.document_id = ${posted_before.document_id} order by e.id`),
      ).toEqual([posted_before, posted_before]);
      const others = `${heads} join document d on d.id = e.document_id
      where row(e.payee_id, e.bank_id, e.cheque_number, e.remarks) is distinct from row(d.payee_id, d.bank_id, d.cheque_number, d.remarks)`;
      expect((await query(kept.ownerUrl, others)).map((row) => row.document_id)).toEqual([
        posted_before.document_id,
        posted_before.document_id,
      ]);
    });

    it('reads the same in every report where its backup is brought into a database that this release made', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'talaan-upgraded-'));
      const made = await createUnmigratedDatabase();
      const backup = join(folder, 'books.gz');
      await writeBackup(backup, { ownerUrl: kept.ownerUrl, dataDir: folder, version: '0.2' });
      const target = { ownerUrl: made.ownerUrl, dataDir: join(folder, 'keys'), over: null };
      expect((await restoreBackup(backup, target)).problems).toEqual([]);
      const [upgraded, restored] = [kept, made].map(({ ownerUrl }) => openDatabase(ownerUrl));
      try {
        const [days] = await query<{ first: string; last: string }>(
          kept.ownerUrl,
          'select min(entry_date)::text as first, max(entry_date)::text as last from journal_entry',
        );
        const { first, last } = days!;
        let rows = 0;
        for (const statement of STATEMENTS) {
          const { filters, calls }: AnyReport = statement.report;
          for (const { path, given } of calls) {
            const period = Object.values(filters).some(({ kind }) => kind === 'period');
            const filter = usedFilter(filters, {
              ...initialFilter(filters, requireCalendarDate(last)),
              ...(period ? { type: 'daily', date_from: first, date_to: last } : {}),
              ...given,
            });
            const [here, there] = await Promise.all(
              [upgraded!, restored!].map((books) => readAll(books, statement, filter)),
            );
            expect({ path, ...there, header: here!.header }).toEqual({ path, ...here });
            rows += here!.data.length;
          }
        }
        expect(rows).toBeGreaterThan(300);
      } finally {
        await Promise.all([upgraded!.destroy(), restored!.destroy(), made.drop()]);
        rmSync(folder, { recursive: true });
      }
    });

    /** A posted document that is printed, void, restored and changed; answers what its entry was posted with. */
    async function restoreAndEdit() {
      const [posted] = await query<{ id: string; document_id: string; payee_id: number; remarks: string }>(
        kept.ownerUrl,
        `select e.id, e.document_id, d.payee_id, d.remarks from journal_entry e join document d on d.id = e.document_id
       where e.document_type = 'CR' and e.reverses_id is null and e.round = 1 and d.remarks <> '' order by e.id limit 1`,
      );
      const { id, ...head } = posted!;
      const [{ columns }] = (await query<{ columns: string }>(
        kept.ownerUrl,
        `select string_agg(column_name, ', ') as columns from information_schema.columns
       where table_name = 'journal_entry' and is_generated = 'NEVER' and column_name not in ('id', 'reverses_id', 'posted_by', 'posted_at')`,
      )) as [{ columns: string }];
      await runAsOwner(kept.ownerUrl, async (owner) => {
        await owner.query(`begin; set local talaan.user_id = 'system'; set local session_replication_role = replica;
        insert into journal_entry (${columns}, reverses_id, posted_by) select ${columns}, id, posted_by from journal_entry where id = ${id};
        update batch set status = 1, cycle = 2 where id = (select batch_id from document where id = ${head.document_id});
        set local session_replication_role = origin;
        update document set remarks = 'ANOTHER', payee_id = (select id from payee where id <> ${head.payee_id} and status = 1 limit 1)
          where id = ${head.document_id};
        update document set remarks = 'A THIRD' where id = ${head.document_id}; commit`);
      });
      return head;
    }
  },
);

describe('database-tables.ts', () => {
  it('is what the generator writes from the migrated schema', async () => {
    const [kept, fresh] = [await readFile(TABLES_FILE, 'utf8'), await generateDatabaseTables(database.ownerUrl)];
    expect(kept).toBe(fresh);
  });
});
