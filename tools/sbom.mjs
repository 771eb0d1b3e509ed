// npm run sbom: writes docs/sbom.json, the software bill of materials (CycloneDX 1.5) of everything that is installed with
// the product. Made from package-lock.json alone, so that it is the same on every machine and names no address.
import { readFileSync, writeFileSync } from 'node:fs';
import { inProject } from './run.mjs';

/**
 * @typedef {{ version?: string, integrity?: string, license?: string, dev?: boolean, link?: boolean,
 *   hasInstallScript?: boolean }} LockedPackage
 */

export const SBOM_FILE = 'docs/sbom.json';

/** Packages whose manifest names no licence, with the one that their LICENSE file holds (docs/dependencies.md). */
export const LICENCES_FOUND = { 'png-js': 'MIT' };

/**
 * The installed packages by their place, each with its name; those of development only with `dev`.
 * @param {{ dev: boolean }} wanted
 */
export function lockedPackages({ dev }) {
  const lock = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  return Object.entries(/** @type {Record<string, LockedPackage>} */ (lock.packages))
    .filter(([place, one]) => place.includes('node_modules/') && !one.link && (dev || !one.dev))
    .map(([place, one]) => ({ ...one, place, name: place.slice(place.lastIndexOf('node_modules/') + 13) }));
}

/** The licence of a package: of its manifest, else the one that was found; undefined when nobody has looked. */
export function licenceOf(/** @type {{ name: string, license?: string }} */ { name, license }) {
  return license ?? /** @type {Record<string, string>} */ (LICENCES_FOUND)[name];
}

/** The bill of materials as text, one component for each name and version. */
export function makeSbom() {
  const { name, version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  const components = new Map(lockedPackages({ dev: false }).map((one) => [purlOf(one), componentOf(one)]));
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name, version } },
    components: [...components.keys()].toSorted().map((purl) => components.get(purl)),
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

/** @param {ReturnType<typeof lockedPackages>[number]} locked */
function componentOf(locked) {
  const { name, version, integrity = '' } = locked;
  const [algorithm, digest = ''] = integrity.split('-');
  const licence = licenceOf(locked);
  return {
    type: 'library',
    'bom-ref': purlOf(locked),
    name,
    version,
    purl: purlOf(locked),
    hashes: [{ alg: `SHA-${algorithm?.slice(3)}`, content: Buffer.from(digest, 'base64').toString('hex') }],
    licenses:
      licence === undefined
        ? []
        : [/ (OR|AND) /.test(licence) ? { expression: licence } : { license: { name: licence } }],
  };
}

/** @param {{ name: string, version?: string }} locked */
const purlOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

if (process.argv[1] === inProject('tools', 'sbom.mjs')) writeFileSync(inProject(SBOM_FILE), makeSbom());
