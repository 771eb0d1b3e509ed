import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { takeOverCluster } from '../platform/postgres/embedded-postgres-processes.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts';
import type { DatabaseUrls } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { runAsOwner, urlOfDatabase } from './owner-connection.ts';
import { abandonedFolders, makeScratchFolder } from './scratch-folder.ts';

/** Where the tests of one run find their database server and the databases to copy. */
export interface TestCluster {
  /** Connects as an owner that may create databases. */
  readonly ownerUrl: string;
  /** Every database of this run starts with it, so that the end of the run can drop what tests left. */
  readonly prefix: string;
  /** The migrated database that `createTestDatabase` copies. */
  readonly template: string;
  /** Run-time connections to the template; their roles are valid in every copy. */
  readonly templateUrls: DatabaseUrls;
}

/**
 * Vitest global setup of the projects that need PostgreSQL: one cluster for the whole run, with a migrated template.
 * `TEST_DATABASE_URL` names a server to use instead (its role must be allowed to create databases and roles).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (sharedRuns.talaanTestRun ??= { users: 0, started: startTestRun() });
  shared.users += 1;
  const run = await shared.started;
  project.provide('testCluster', run.cluster);
  return async () => {
    shared.users -= 1;
    if (shared.users === 0) await run.stop();
  };
}

interface TestRun {
  readonly cluster: TestCluster;
  stop(): Promise<void>;
}

/** Several projects load this file, each its own copy, in one process. */
const sharedRuns = globalThis as { talaanTestRun?: { users: number; started: Promise<TestRun> } };

async function startTestRun(): Promise<TestRun> {
  const external = process.env['TEST_DATABASE_URL'];
  const server = external ? { ownerUrl: external, stop: async () => {} } : await startThrowAwayCluster();
  const prefix = `talaan_test_${randomBytes(4).toString('hex')}_`;
  const template = `${prefix}template`;
  try {
    await runAsOwner(server.ownerUrl, async (owner) => {
      await owner.query(`create database ${template} template template0 encoding 'UTF8'`);
    });
    const templateUrls = await migrate(urlOfDatabase(server.ownerUrl, template));
    await runAsOwner(urlOfDatabase(server.ownerUrl, template), switchFourEyesOff);
    return {
      cluster: { ownerUrl: server.ownerUrl, prefix, template, templateUrls },
      async stop() {
        if (external) await dropEverything(server.ownerUrl, prefix, templateUrls);
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * A test that needs two administrators is not about their confirmations, which would go on by themselves: it says so
 * where it is (`switchFourEyes`).
 */
async function switchFourEyesOff(owner: Client): Promise<void> {
  await owner.query(`begin; set local talaan.user_id = 'system';
    update setting set value = '{"bank_details": false, "limits": false, "roles": false}' where key = 'four_eyes'; commit`);
}

async function startThrowAwayCluster() {
  await removeAbandonedClusters();
  const dataDir = makeScratchFolder();
  const server = await startEmbeddedPostgres({ dataDir, log: console.log, throwAway: true });
  return {
    ownerUrl: server.ownerUrl,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A run that was killed leaves its database running; the next run of the same account ends it. */
async function removeAbandonedClusters(): Promise<void> {
  for (const dataDir of abandonedFolders()) {
    await takeOverCluster(path.join(dataDir, 'postgres', 'cluster'), console.log);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function dropEverything(ownerUrl: string, prefix: string, urls: DatabaseUrls): Promise<void> {
  await runAsOwner(ownerUrl, async (owner) => {
    const left = await owner.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of left.rows) await owner.query(`drop database ${datname} with (force)`);
    for (const url of Object.values(urls)) {
      await owner.query(`drop role if exists ${owner.escapeIdentifier(new URL(url).username)}`);
    }
  });
}
