// Bringing the installed packages in step with package-lock.json. No dependency: it runs on a bare checkout.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, run } from './run.mjs';

/** What npm noted of its last installation. */
const INSTALLED = path.join('node_modules', '.package-lock.json');

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }} LockedPackage
 * @param {string} root
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
const readPackages = (root, file) => JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages;

/** Ends the program with one sentence when this Node is too old for the packages. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Talaan needs Node.js 20.19 or newer; this is ${process.versions.node}. Install a newer Node.js.`);
  process.exit(1);
}

/**
 * Installs the packages exactly as locked, unless they are already: those that starting needs, or with `development` those of
 * tests and tools, too. Ends the program when npm fails.
 */
export async function installPackages({ development = false } = {}) {
  if (isInstalled(ROOT, { development })) return;
  const locked = Object.values(readPackages(ROOT, 'package-lock.json'));
  const count = locked.filter((one) => one.integrity && !mayBeMissing(one, development)).length;
  console.log(`Installing ${count} packages (first start or changed package-lock.json) …`);
  const kinds = development ? '--include=dev' : '--omit=dev';
  const { code } = await run('npm', ['ci', kinds, '--no-progress', '--loglevel=error']);
  if (code !== 0) {
    console.error('The packages could not be installed; the reason stands above. Check the network and try again.');
    process.exit(1);
  }
}

/**
 * True when what npm noted in node_modules is what package-lock.json asks for; builds for other systems may be missing, and
 * without `development` what only tests and tools need.
 * @param {string} root the folder with package-lock.json
 * @param {{ development: boolean }} needed
 */
export function isInstalled(root, { development }) {
  if (!existsSync(path.join(root, INSTALLED))) return false;
  const installed = readPackages(root, INSTALLED);
  const locked = readPackages(root, 'package-lock.json');
  const same = (/** @type {string} */ name) =>
    installed[name]?.version === locked[name]?.version && installed[name]?.integrity === locked[name]?.integrity;
  const required = Object.entries(locked).filter(
    ([name, one]) => name !== '' && (installed[name] || !mayBeMissing(one, development)),
  );
  return required.every(([name]) => same(name)) && Object.keys(installed).every((name) => name in locked);
}

/** What is built for other systems, and for starting what only tests and tools need. @param {LockedPackage} one @param {boolean} development */
function mayBeMissing({ optional, dev, devOptional }, development) {
  return optional || (!development && (dev || devOptional));
}
