// Rules of the house that the linter cannot say: who may import whom, and words and files that do not belong here.
// Run by `npm run lint`; the order of folders is read from ARCHITECTURE.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DOCUMENT_TYPES } from '../packages/core/src/documents/document-type.ts';

export interface Violation {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly message: string;
}

/** Of ARCHITECTURE.md, 'Who may import whom': `| server \`batches\`, inside | \`record\` ← … |`, the lowest room first. */
const ORDER_OF_ROOMS = /^\| (server|web)(?: `([\w-]+)`)?, inside \| (.+) \|$/;

/** Each of their subfolders is a feature and imports no other feature, but for what several of them share. */
const FEATURE_FOLDERS = ['desks', 'documents', 'receivables', 'reports', 'prints'];
const SHARED_FEATURES = ['cheque-register', 'kit', 'own-calls', 'print', 'receipt', 'run'];

const DRAWERS = /^(utils?|helpers?|common|misc|shared|lib|managers?|handlers?)(\.|$)/;
const UNFINISHED = /\b(TODO|FIXME|XXX|HACK|not implemented|coming soon|for now|stub(bed|s)?)\b/i;
const FOREIGN_PLACES = /(["'`\s(])\/(work|farm|root|home)\/|registry\.[a-z]+js|deb\.debian/;
const LEDGER_WRITES =
  /\b(post|write)_entries\b|insert\s*into\s+(posting|journal_entry)\b|insertInto\('(posting|journal_entry)'\)/i;
const LEDGER_WRITER = 'apps/server/src/ledger/post-entry.ts';

/**
 * What a restored document says is no longer what was posted: reports read postings and `posted_document`, of what is not posted
 * `unposted_document`, and know of batches no more than who may read them.
 */
const REPORT = /^apps\/server\/src\/reports\//;
const LIVE_TABLES = /\b(from|join)\s+(document|batch|line)\b|(From|Join)\('(document|batch|line)\b/i;
const LIVE_ROOMS = /^apps\/server\/src\/(batches|documents)\//;
const CONFIDENTIALITY = 'apps/server/src/batches/record/batch-visibility.ts';

/** A folder with more files is split by subject. */
const MOST_FILES = 20;

/** What every document type shares: it asks the definition what a type is, and names none. */
const ENGINE = /^apps\/(server|web)\/src\/(batches|desks)\//;
const TYPE_CODE = new RegExp(`'(${Object.keys(DOCUMENT_TYPES).join('|')})'`);

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
  return [...found, ...checkCircles(root, files), ...checkCrowds(files), ...checkArchitectureFolders(root)];
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
  if (REPORT.test(file) && !isTestCode(file)) {
    for (const [line, number] of linesOf(text)) {
      if (LIVE_TABLES.test(line))
        found.push(breach(file, number, 'reports-read-what-is-posted', 'Read posted_document in place of it.'));
    }
  }
  if (ENGINE.test(file) && !isTestCode(file)) {
    for (const [line, number] of linesOf(text)) {
      if (TYPE_CODE.test(line))
        found.push(breach(file, number, 'engine-names-no-type', 'Ask DOCUMENT_TYPES what the type is.'));
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
  if (isTestCode(file)) return undefined;
  if (REPORT.test(file) && LIVE_ROOMS.test(target) && target !== CONFIDENTIALITY)
    return 'A report knows of batches no more than who may read them.';
  const [own, other] = [placeOf(file), placeOf(target)];
  if (own?.workspace !== other?.workspace)
    return own && other ? 'Across packages, import "@talaan/…", not a path.' : undefined;
  const isFeature = own && FEATURE_FOLDERS.includes(own.folder) && !orderOfRooms.has(`${own.workspace}/${own.folder}`);
  if (isFeature && own.folder === other?.folder) {
    const isShared = SHARED_FEATURES.includes(other.feature ?? '');
    if (own.feature && other.feature && own.feature !== other.feature && !isShared)
      return `A feature of ${own.folder} never imports another one (${other.feature}).`;
  }
  for (const [house, rows] of orderOfRooms) {
    if (!file.startsWith(`${house}/`) || !target.startsWith(`${house}/`)) continue;
    const [from, to] = [roomIn(house, file), roomIn(house, target)];
    if (from === to) continue;
    const floorOf = (room: string) =>
      path.extname(room) ? rows.length : rows.findIndex((rooms) => rooms.includes(room));
    const homeless = [from, to].find((room) => floorOf(room) === -1);
    if (homeless) return `${house}/${homeless} has no place in the order of ARCHITECTURE.md.`;
    if (floorOf(to) > floorOf(from)) return `${from} is below ${to} and never imports it.`;
  }
  return undefined;
}

/** The folder in which a file lies below `house`, or the file itself: what lies there directly wires the folders together. */
const roomIn = (house: string, file: string): string => file.slice(house.length + 1).split('/')[0]!;

/** The rows of every order that ARCHITECTURE.md gives, by folder. */
function readOrder(): Map<string, string[][]> {
  const page = readFileSync(path.join(import.meta.dirname, '..', 'ARCHITECTURE.md'), 'utf8');
  const orders = page.split('\n').flatMap((line) => {
    const [, app, folder, text] = ORDER_OF_ROOMS.exec(line) ?? [];
    if (!app || !text) return [];
    const rows = text.split('←').map((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, room]) => room!));
    return [[`apps/${app}/src${folder ? `/${folder}` : ''}`, rows] as const];
  });
  return new Map(orders);
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

interface Arrow {
  /** The folder in which both lie. */
  readonly house: string;
  readonly from: string;
  readonly to: string;
  readonly file: string;
  readonly number: number;
}

/**
 * Files or folders that lie in one folder and import each other, over however many steps, are one thing with two names.
 * Types count: what can be read only together belongs together.
 */
function checkCircles(root: string, files: string[]): Violation[] {
  const arrows: Arrow[] = [];
  for (const file of files.filter((name) => SOURCE.test(name) && /\/src\//.test(name) && !isTestCode(name))) {
    for (const { target, number } of relativeImports(file, readFileSync(path.join(root, file), 'utf8'))) {
      const [own, other] = [file.split('/'), target.split('/')];
      const depth = own.findIndex((part, at) => part !== other[at]);
      if (depth < 0) continue;
      const house = own.slice(0, depth).join('/');
      arrows.push({ house, from: own[depth]!, to: other[depth]!, file, number });
    }
  }
  return [...grouped(arrows, ({ house }) => house)].flatMap(([house, within]) => {
    const next = grouped(within, ({ from }) => from);
    return within
      .filter(({ from, to }) => reaches(next, to, from))
      .map(({ from, to, file, number }) =>
        breach(file, number, 'no-circle', `${from} and ${to} of ${house} import each other.`),
      );
  });
}

function reaches(next: ReadonlyMap<string, readonly Arrow[]>, start: string, goal: string): boolean {
  const seen = new Set([start]);
  for (const room of seen) for (const { to } of next.get(room) ?? []) seen.add(to);
  return seen.has(goal);
}

function checkCrowds(files: string[]): Violation[] {
  const code = files.filter((file) => SOURCE.test(file) || file.endsWith('.css'));
  return [...grouped(code, (file) => path.posix.dirname(file))]
    .filter(([, own]) => own.length > MOST_FILES)
    .map(([folder, own]) => breach(own[0]!, 1, 'no-crowd', `${folder} has ${own.length} files; split it by subject.`));
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

const orderOfRooms = readOrder();

const isTestCode = (file: string) => TEST.test(file) || file.includes('/src/testing/');

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

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
