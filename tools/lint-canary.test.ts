import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from './architecture.ts';

const root = path.join(import.meta.dirname, '..');
const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
let canary: string;

beforeAll(() => {
  canary = mkdtempSync(path.join(tmpdir(), 'talaan-canary-'));
  cpSync(path.join(import.meta.dirname, 'lint-canary'), canary, { recursive: true });
  for (const file of ['.oxlintrc.json', 'tsconfig.base.json'])
    copyFileSync(path.join(root, file), path.join(canary, file));
  writeFileSync(
    path.join(canary, 'tsconfig.json'),
    '{ "extends": "./tsconfig.base.json", "compilerOptions": { "jsx": "react-jsx" } }',
  );
  mkdirSync(path.join(canary, 'packages/core/src/text'));
  for (let number = 1; number <= 21; number += 1) {
    const crowd = `export const part${number} = ${number};${number === 1 ? ' // bites: no-crowd' : ''}\n`;
    writeFileSync(path.join(canary, 'packages/core/src/text', `part-${String(number).padStart(2, '0')}.ts`), crowd);
  }
  const seventy = Array.from({ length: 70 }, (_, at) => `  said.push('${at}');\n`).join('');
  writeFileSync(
    path.join(canary, 'apps/server/src/platform/long.ts'),
    `export function sayAll(said: string[]): void { // bites: eslint(max-lines-per-function)\n${seventy}}\n`,
  );
  symlinkSync(path.join(root, 'node_modules'), path.join(canary, 'node_modules'));
});

afterAll(() => rmSync(canary, { recursive: true }));

describe('the checks of the house', () => {
  it('bite on every deliberate breach of the canary, and nowhere else in it', () => {
    const lint = spawnSync(process.execPath, [oxlint, '-f', 'json', 'packages', 'apps'], {
      cwd: canary,
      encoding: 'utf8',
    });
    const { diagnostics } = JSON.parse(lint.stdout) as { diagnostics: Diagnostic[] };
    const found = [
      ...diagnostics.map(({ filename, labels, code }) => `${filename}:${labels[0]?.span.line} ${code}`),
      ...findViolations(canary).map(({ file, line, rule }) => `${file}:${line} ${rule}`),
    ];
    expect([...new Set(found)].toSorted()).toEqual(expectedBites().toSorted());
  });

  it('see every source file of the project', () => {
    const listed = execFileSync(process.execPath, [oxlint, '--debug=files'], { cwd: root, encoding: 'utf8' });
    const linted = new Set(listed.trim().split('\n'));
    const sources = ['packages', 'apps', 'db', 'tests', 'tools'].flatMap((folder) => sourcesBelow(folder));
    expect(sources.length).toBeGreaterThan(100);
    expect(sources.filter((file) => !linted.has(file))).toEqual([]);
  });
});

interface Diagnostic {
  readonly filename: string;
  readonly code: string;
  readonly labels: { readonly span: { readonly line: number } }[];
}

/** The canary says on each line which rules must bite there: `bites: one, another`. */
function expectedBites(): string[] {
  return readdirSync(canary, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|md)$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .flatMap((entry) => {
      const file = path.relative(canary, path.join(entry.parentPath, entry.name));
      const lines = readFileSync(path.join(canary, file), 'utf8').split('\n');
      return lines.flatMap((line, index) => {
        const rules = /bites: (.*?)( \*\/| -->|$)/.exec(line)?.[1]?.split(', ') ?? [];
        return rules.map((rule) => `${file}:${index + 1} ${rule}`);
      });
    });
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (['node_modules', 'dist', 'data'].includes(entry.name) || file === 'tools/lint-canary') return [];
    if (entry.isDirectory()) return sourcesBelow(file);
    return /\.(tsx?|mjs)$/.test(entry.name) ? [file] : [];
  });
}
