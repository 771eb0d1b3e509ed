// Rules of the house that the linter cannot say: who may import whom, and words and files that do not belong here.
// Run by `npm run lint`; the tables below are the ones of ARCHITECTURE.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Violation {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly message: string;
}

/**
 * Folders of one row may import those of the rows above and, without a circle of folders, one another. Files that lie
 * directly in the workspace wire it together and belong to the last row.
 */
const LAYERS: Record<string, string[][]> = {
  'apps/server/src': [
    ['platform'],
    ['access', 'numbering', 'ledger'],
    ['approvals', 'batches'],
    ['masterdata', 'documents', 'reports', 'notices'],
    ['jobs', 'demo', 'admin', 'testing'],
  ],
  'apps/web/src': [
    ['ui', 'api'],
    ['session'],
    ['page'],
    ['access', 'approvals', 'notices'],
    ['shell'],
    ['masterdata'],
    ['batches'],
    ['desks', 'documents', 'reports', 'prints'],
    ['testing'],
  ],
};

/** Each of their subfolders is a feature and imports no other feature. */
const FEATURE_FOLDERS = ['desks', 'documents', 'reports', 'prints'];

const DRAWERS = /^(utils?|helpers?|common|misc|shared|lib|managers?|handlers?)(\.|$)/;
const UNFINISHED = /\b(TODO|FIXME|XXX|HACK|not implemented|coming soon|for now|stub(bed|s)?)\b/i;
const FOREIGN_PLACES = /(["'`\s(])\/(work|farm|root|home)\/|registry\.[a-z]+js|deb\.debian/;
const LEDGER_WRITES =
  /\bpost_entries\b|insert\s*into\s+(posting|journal_entry)\b|insertInto\('(posting|journal_entry)'\)/i;
const LEDGER_WRITER = 'apps/server/src/ledger/post-entry.ts';

const SOURCE = /\.(ts|tsx|mjs|js)$/;
const TEXT = /\.(ts|tsx|mjs|js|sql|css|html|md|json|csv|yml|yaml|sh)$/;
const TEST = /\.(test|e2e)\.tsx?$/;

/** Every breach below `root`, which is the project or a folder laid out like it. */
export function findViolations(root: string): Violation[] {
  const files = listFiles(root, '');
  const found = files.flatMap((file) => {
    const text = TEXT.test(file) ? readFileSync(path.join(root, file), 'utf8') : '';
    return [...checkName(file), ...checkWords(file, text), ...(SOURCE.test(file) ? checkSource(root, file, text) : [])];
  });
  return [...found, ...checkFolderCircles(root, files), ...checkArchitectureFolders(root)];
}

function checkName(file: string): Violation[] {
  const drawer = file.split('/').find((part) => DRAWERS.test(part));
  const found = drawer ? [breach(file, 1, 'no-drawers', `"${drawer}" says nothing; name it after its subject.`)] : [];
  if (/(^|\/)index\.(ts|tsx|mjs)$/.test(file))
    found.push(breach(file, 1, 'no-barrels', 'An import names the file it wants.'));
  return found;
}

function checkWords(file: string, text: string): Violation[] {
  if (file === 'tools/architecture.ts' || file.endsWith('package-lock.json')) return [];
  return linesOf(text).flatMap(([line, number]) => [
    ...(UNFINISHED.test(line) && !file.endsWith('.csv')
      ? [breach(file, number, 'finished-work', 'Finish it, or say what is so.')]
      : []),
    ...(FOREIGN_PLACES.test(line)
      ? [breach(file, number, 'no-foreign-places', 'No path or package host of one machine belongs here.')]
      : []),
  ]);
}

function checkSource(root: string, file: string, text: string): Violation[] {
  const found: Violation[] = [];
  if (file.startsWith('apps/server/src/') && file !== LEDGER_WRITER && !isTestCode(file)) {
    for (const [line, number] of linesOf(text)) {
      if (LEDGER_WRITES.test(line))
        found.push(breach(file, number, 'one-ledger-writer', `Only ${LEDGER_WRITER} posts.`));
    }
  }
  for (const { target, number, name } of relativeImports(file, text)) {
    if (!existsSync(path.join(root, target)) || !path.extname(target)) {
      found.push(breach(file, number, 'import-names-file', `"${name}" must name the file with its extension.`));
    } else {
      const message = forbids(file, target);
      if (message) found.push(breach(file, number, 'import-direction', message));
    }
  }
  return found;
}

/** Why `file` may not import `target`, or undefined. */
function forbids(file: string, target: string): string | undefined {
  if (TEST.test(file)) return undefined;
  const [own, other] = [placeOf(file), placeOf(target)];
  if (own?.workspace !== other?.workspace)
    return own && other ? 'Across packages, import "@talaan/…", not a path.' : undefined;
  const layers = own && LAYERS[own.workspace];
  if (!own || !other || !layers) return undefined;
  if (own.folder === other.folder) {
    const apart = FEATURE_FOLDERS.includes(own.folder) && own.feature && other.feature && own.feature !== other.feature;
    return apart ? `A feature of ${own.folder} never imports another one (${other.feature}).` : undefined;
  }
  const layerOf = ({ folder }: Place) =>
    path.extname(folder) ? layers.length - 1 : layers.findIndex((row) => row.includes(folder));
  const homeless = [own, other].find((place) => layerOf(place) === -1);
  if (homeless) return `${homeless.folder} has no place in the layers of tools/architecture.ts.`;
  return layerOf(other) > layerOf(own) ? `${own.folder} is below ${other.folder} and never imports it.` : undefined;
}

interface Place {
  /** `apps/server/src` */
  readonly workspace: string;
  /** The first folder in it, or the file that lies there. */
  readonly folder: string;
  /** The folder inside that folder; undefined for a file that lies directly in it. */
  readonly feature: string | undefined;
}

function placeOf(file: string): Place | undefined {
  const [, workspace, folder, feature] = /^((?:packages|apps)\/[^/]+\/src)\/([^/]+)(?:\/([^/]+)\/)?/.exec(file) ?? [];
  return workspace && folder ? { workspace, folder, feature } : undefined;
}

/** Two folders of one layer that import each other are one folder with two names. */
function checkFolderCircles(root: string, files: string[]): Violation[] {
  const imports = new Map<string, { file: string; number: number }>();
  for (const file of files.filter((name) => SOURCE.test(name) && !TEST.test(name))) {
    for (const { target, number } of relativeImports(file, readFileSync(path.join(root, file), 'utf8'))) {
      const [own, other] = [placeOf(file), placeOf(target)];
      if (!own || !other || own.workspace !== other.workspace || own.folder === other.folder) continue;
      if (path.extname(own.folder) || path.extname(other.folder)) continue;
      imports.set(`${own.workspace} ${own.folder} ${other.folder}`, { file, number });
    }
  }
  return [...imports].flatMap(([pair, { file, number }]) => {
    const [workspace, from, to] = pair.split(' ');
    if (!imports.has(`${workspace} ${to} ${from}`)) return [];
    return [breach(file, number, 'folder-circle', `${from} and ${to} import each other.`)];
  });
}

function checkArchitectureFolders(root: string): Violation[] {
  const file = 'ARCHITECTURE.md';
  if (!existsSync(path.join(root, file))) return [];
  return linesOf(readFileSync(path.join(root, file), 'utf8')).flatMap(([line, number]) =>
    [...line.matchAll(/`((?:apps|packages|db|tests|tools|docs)\/[^`\s<>*{}…]*)`/g)]
      .filter(([, named = '']) => !existsSync(path.join(root, named)))
      .map(([, named]) => breach(file, number, 'architecture-folders', `${named} does not exist.`)),
  );
}

function relativeImports(file: string, text: string) {
  return linesOf(text).flatMap(([line, number]) =>
    [...line.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'(\.{1,2}\/[^']*|\.{1,2})'/g)].map(([, name = '']) => ({
      name,
      number,
      target: path.posix.join(path.posix.dirname(file), name.replace(/\?.*$/, '')),
    })),
  );
}

const isTestCode = (file: string) => TEST.test(file) || file.includes('/src/testing/');

const linesOf = (text: string) => text.split('\n').map((line, index) => [line, index + 1] as const);

const breach = (file: string, line: number, rule: string, message: string): Violation => ({
  file,
  line,
  rule,
  message,
});

/** Files below a folder, with `/` between the parts; what is installed, built or stored is left out. */
function listFiles(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (['node_modules', 'dist', 'data', '.git'].includes(entry.name) || name === 'tools/lint-canary') return [];
    return entry.isDirectory() ? listFiles(root, name) : [name];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = findViolations(path.join(import.meta.dirname, '..'));
  for (const { file, line, rule, message } of found) console.log(`${file}:${line}: ${message} [${rule}]`);
  if (found.length > 0) process.exitCode = 1;
}
