import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isInstalled } from './install.mjs';

const zod = { version: '4.6.7', integrity: 'sha512-a' };
const vitest = { version: '4.1.12', integrity: 'sha512-d', dev: true };
const otherSystem = { version: '1.0.0', integrity: 'sha512-b', optional: true };

const STARTING = { development: false };
const DEVELOPMENT = { development: true };

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'talaan-install-'));
  mkdirSync(path.join(root, 'node_modules'));
  writePackages('package-lock.json', {
    '': {},
    'node_modules/zod': zod,
    'node_modules/vitest': vitest,
    'node_modules/native-other': otherSystem,
  });
});

afterEach(() => rmSync(root, { recursive: true }));

describe('what is installed', () => {
  it('is missing on a bare checkout', () => {
    expect(isInstalled(root, STARTING)).toBe(false);
  });

  it('is enough without the builds for other systems', () => {
    writePackages('node_modules/.package-lock.json', { 'node_modules/zod': zod, 'node_modules/vitest': vitest });
    expect(isInstalled(root, STARTING)).toBe(true);
    expect(isInstalled(root, DEVELOPMENT)).toBe(true);
  });

  it('is enough to start without what only tests and tools need', () => {
    writePackages('node_modules/.package-lock.json', { 'node_modules/zod': zod });
    expect(isInstalled(root, STARTING)).toBe(true);
    expect(isInstalled(root, DEVELOPMENT)).toBe(false);
  });

  it.each([
    ['lacks a package', {}],
    ['has another version', { 'node_modules/zod': { ...zod, version: '4.6.6' } }],
    ['has another content', { 'node_modules/zod': { ...zod, integrity: 'sha512-c' } }],
    ['has another test tool', { 'node_modules/zod': zod, 'node_modules/vitest': { ...vitest, version: '4.1.11' } }],
    ['has a package that the lock file dropped', { 'node_modules/zod': zod, 'node_modules/old': zod }],
  ])('is out of step when it %s', (_, packages) => {
    writePackages('node_modules/.package-lock.json', packages);
    expect(isInstalled(root, STARTING)).toBe(false);
  });
});

function writePackages(file: string, packages: Record<string, unknown>): void {
  writeFileSync(path.join(root, file), JSON.stringify({ packages }));
}
