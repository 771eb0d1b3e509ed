import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const ignored = ['**/node_modules/**', '**/dist/**', '**/data/**', 'tools/lint-canary/**'];
const testCluster = 'apps/server/src/testing/test-cluster.ts';
const browser = 'apps/web/vitest.config.ts';

export default defineConfig({
  test: {
    // A test of the database or the API waits for PostgreSQL half of its time, so two cores carry three workers.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          // Files share loaded modules: none of these keeps state that another would see.
          isolate: false,
          include: ['{packages,apps,tools,db,bench}/**/*.test.ts'],
          exclude: [...ignored, '**/*.{db,api}.test.ts'],
          // None waits; the longest calculates, on a machine that does other work besides.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'database',
          isolate: false,
          include: ['{apps,db}/**/*.db.test.ts'],
          exclude: ignored,
          globalSetup: testCluster,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'api',
          isolate: false,
          include: ['apps/server/**/*.api.test.ts'],
          exclude: ignored,
          globalSetup: testCluster,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'chaos',
          include: ['tests/chaos/**/*.chaos.ts'],
          exclude: ignored,
          // Kills take seconds each, and their number is chosen by the caller.
          testTimeout: 30 * 60_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'first-start',
          include: ['tests/chaos/first-start.ends.ts'],
          exclude: ignored,
          testTimeout: 10 * 60_000,
        },
      },
      ...(existsSync(new URL(browser, import.meta.url)) ? [browser] : []),
    ],
  },
});
