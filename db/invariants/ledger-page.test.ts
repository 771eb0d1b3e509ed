/** docs/ledger.md names every guard that is attacked here, and no guard that is not. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectPath } from '../../apps/server/src/platform/project-paths.ts';

const read = (...parts: string[]) => readFileSync(projectPath(...parts), 'utf8');
const wordsOf = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map((match) => match[1]!));

const page = read('docs', 'ledger.md');
const attacks = readdirSync(projectPath('db', 'invariants'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.db.test.ts'))
  .map((file) => read('db', 'invariants', file))
  .join('\n');
const schema = readdirSync(projectPath('db', 'migrations'))
  .map((folder) => read(join('db', 'migrations', folder, 'up.sql')))
  .join('\n');

/** Names under which the schema refuses: of constraints, unique indexes and the exceptions of triggers. */
const guards = new Set([
  ...wordsOf(schema, /constraint = '(\w+)'/g),
  ...wordsOf(schema, /\bconstraint (\w+)\s+(?:check|unique|exclude|foreign|references|primary)/g),
  ...wordsOf(schema, /create unique index (\w+)/g),
  ...wordsOf(schema, /(?:make_append_only\('\w+', |refuse_change\()'(\w+)'/g),
]);
const attacked = new Set([...wordsOf(attacks, /'(\w+)'/g)].filter((name) => guards.has(name)));
const named = wordsOf(page, /`(\w+)`/g);

it('every guard that is attacked is on the page', () => {
  expect([...attacked].filter((name) => !named.has(name)).toSorted()).toEqual([]);
});

it('every guard on the page is attacked', () => {
  expect([...named].filter((name) => guards.has(name) && !attacked.has(name)).toSorted()).toEqual([]);
});

it('every rule of the page names a guard that is attacked', () => {
  const rules = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| What holds'));
  const bare = rules.filter(
    (rule) => ![...wordsOf(rule.split('|')[2]!, /`(\w+)`/g)].some((name) => attacked.has(name)),
  );
  expect(bare.map((rule) => rule.slice(0, 80))).toEqual([]);
});
