import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import packageFacts from '../package.json' with { type: 'json' };
import { ADMIN_COMMANDS } from '../apps/server/src/admin/run-admin.ts';
import { environment } from '../apps/server/src/platform/configuration.ts';
import { inProject } from './run.mjs';

const page = (name: string) => readFileSync(inProject(name), 'utf8');
const named = (text: string) => new Set(Array.from(text.matchAll(/`([A-Z][A-Z_]+)`/g), ([, name]) => name));

describe('the pages for whoever runs Talaan', () => {
  it('name every variable of the environment', () => {
    const told = named(page('README.md'));
    expect(Object.keys(environment.shape).filter((name) => !told.has(name))).toEqual([]);
  });

  it('name no variable of the environment that nothing reads', () => {
    const [, table = ''] = page('README.md').split('\n## Configuration\n');
    const rows = table
      .slice(0, table.indexOf('\n## '))
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    const told = rows.flatMap((row) => [...named(row.split(' | ')[0]!)].map((name) => name!));
    expect(told.length).toBeGreaterThan(25);
    expect(told.filter((name) => !(name in environment.shape))).toEqual([]);
  });

  it('run no command that there is not', () => {
    const pages = [
      'README.md',
      'CONTRIBUTING.md',
      ...readdirSync(inProject('docs/howto')).map((name) => `docs/howto/${name}`),
      'docs/operations.md',
    ];
    const commands = new Set(
      pages.flatMap((name) => Array.from(page(name).matchAll(/\bnpm run ([\w:]+)/g), ([, command]) => command!)),
    );
    expect(commands.size).toBeGreaterThan(8);
    expect([...commands].filter((command) => !(command in packageFacts.scripts))).toEqual([]);
    const admin = Array.from(page('README.md').matchAll(/npm run admin -- ([a-z-]+)/g), ([, command]) => command!);
    expect(admin.filter((command) => command !== 'help' && !(command in ADMIN_COMMANDS))).toEqual([]);
  });

  it('name every command of the console', () => {
    const operations = page('docs/operations.md');
    expect(Object.keys(ADMIN_COMMANDS).filter((name) => !operations.includes(`| \`${name}`))).toEqual([]);
  });

  it('say how many requirements are delivered', () => {
    const files = readdirSync(inProject('docs/requirements'));
    const rows = files.flatMap((file) => page(`docs/requirements/${file}`).trimEnd().split('\n').slice(1));
    expect(page('README.md')).toContain(`the ${rows.length} requirements that are delivered`);
  });
});

describe('the tree of ARCHITECTURE.md', () => {
  const tree = page('ARCHITECTURE.md').split('\n');
  const indent = (line: string) => line.search(/\S/);

  /** What it draws below a folder. */
  function drawnIn(house: string): string {
    const start = tree.findIndex((line) => line.trim().startsWith(house));
    const below = tree.slice(start + 1);
    const end = below.findIndex((line) => indent(line) <= indent(tree[start]!));
    return below.slice(0, end).join('\n');
  }

  it.each(['packages/core/src/', 'packages/contract/src/', 'apps/server/src/', 'apps/web/src/', 'db/', 'tests/'])(
    'draws every folder of %s',
    (house) => {
      const drawn = drawnIn(house.replace(/^(packages|apps)\//, ''));
      const made = ['node_modules', 'test-results', 'playwright-report', '__screenshots__'];
      const folders = readdirSync(inProject(house), { withFileTypes: true }).filter(
        (entry) => entry.isDirectory() && !made.includes(entry.name),
      );
      expect(folders.length).toBeGreaterThan(2);
      expect(folders.map(({ name }) => name).filter((name) => !new RegExp(`\\b${name}/`).test(drawn))).toEqual([]);
    },
  );
});
