import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { DatabaseUrls } from '../platform/database/database.ts';
import { runAsOwner, urlOfDatabase } from './owner-connection.ts';
import type { TestCluster } from './test-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    testCluster: TestCluster;
  }
}

/** A database of the caller's own, gone with the test run at the latest. */
export interface TestDatabase extends DatabaseUrls {
  /** Connects as the owner of the tables: migrations, attacks on triggers. */
  readonly ownerUrl: string;
  /** Ends every connection to it and removes it. */
  drop(): Promise<void>;
}

/** A fresh copy of the migrated template: call it once per test file, in `beforeAll`, and drop it in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return copyDatabase(inject('testCluster').template);
}

/** A database without any table, for tests of the migrations themselves. The run-time roles have no rights in it. */
export async function createUnmigratedDatabase(): Promise<TestDatabase> {
  return copyDatabase('template0');
}

async function copyDatabase(template: string): Promise<TestDatabase> {
  const cluster = inject('testCluster');
  const name = `${cluster.prefix}${randomBytes(6).toString('hex')}`;
  await runAsOwner(cluster.ownerUrl, async (owner) => {
    await owner.query(`create database ${name} template ${template} strategy file_copy`);
  });
  return {
    ownerUrl: urlOfDatabase(cluster.ownerUrl, name),
    appUrl: urlOfDatabase(cluster.templateUrls.appUrl, name),
    jobsUrl: urlOfDatabase(cluster.templateUrls.jobsUrl, name),
    drop: () =>
      runAsOwner(cluster.ownerUrl, async (owner) => {
        await owner.query(`drop database if exists ${name} with (force)`);
      }),
  };
}
