/**
 * The pages of `db/schema`: one for each table and view, one for each function, and the list of all of them. They are read from a
 * migrated database, the migrations and docs/ledger.md, in a fixed order, so that the same migrations always give the same pages.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { migrationNames, readMigration } from '../../apps/server/src/platform/database/migrate.ts';
import { projectPath } from '../../apps/server/src/platform/project-paths.ts';
import { readSchemaFacts, type FunctionFacts, type SchemaFacts, type TableFacts } from './schema-facts.ts';

export const PAGES_FOLDER = projectPath('db', 'schema');

interface Migration {
  readonly name: string;
  readonly text: string;
}

interface Rule {
  readonly what: string;
  /** Names of guards in the whole row. */
  readonly names: ReadonlySet<string>;
}

/** What the pages are made of beside the database, and where each thing is found. */
interface Context extends SchemaFacts {
  readonly migrations: readonly Migration[];
  readonly rules: readonly Rule[];
  /** Who calls a function, by its name; each as a link. */
  readonly callers: ReadonlyMap<string, readonly string[]>;
}

/** Text of every page by its path below `db/schema`. */
export async function makeSchemaPages(ownerUrl: string): Promise<Map<string, string>> {
  const facts = await readSchemaFacts(ownerUrl);
  const names = await migrationNames();
  const migrations = await Promise.all(names.map(async (name) => ({ name, text: await readMigration(name) })));
  const context = { ...facts, migrations, rules: readRules(), callers: findCallers(facts) };
  return new Map([
    ['README.md', listPage(context)],
    ...facts.tables.map((table) => [`tables/${table.name}.md`, tablePage(table, context)] as const),
    ...facts.functions.map((one) => [`functions/${one.name}.md`, functionPage(one, context)] as const),
  ]);
}

/** Every page that stands in `db/schema`, by its path there. */
export function readStoredPages(): Map<string, string> {
  const files = readdirSync(PAGES_FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
  return new Map(
    files.map((file) => [file.split(path.sep).join('/'), readFileSync(path.join(PAGES_FOLDER, file), 'utf8')]),
  );
}

function readRules(): Rule[] {
  const rows = readFileSync(projectPath('docs', 'ledger.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!What holds)/.test(line));
  return rows.map((row) => ({
    what: row
      .split(' | ')[0]!
      .slice('| '.length)
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
    names: new Set([...row.matchAll(/`(\w+)`/g)].map(([, name]) => name!)),
  }));
}

const toTable = (name: string) => `[${name}](../tables/${name}.md)`;
const toFunction = (name: string) => `[${name}](../functions/${name}.md)`;
/** Whether a body reads, writes or locks a table by its name. */
const namesTable = (source: string, table: string) =>
  new RegExp(`\\b(?:from|join|into|update|only|lock|table)\\s+(?:public\\.)?${table}\\b|\\b${table}%rowtype`, 'i').test(
    source,
  );
const calls = (text: string, name: string) => new RegExp(`\\b${name}\\s*\\(`).test(text);

/** A function is called by functions, triggers, views, and by what a table computes and checks. */
function findCallers({ tables, functions }: SchemaFacts): Map<string, string[]> {
  const texts = [
    ...functions.map(({ name, source }) => ({ link: toFunction(name), name, text: source })),
    ...tables.map((table) => ({ link: toTable(table.name), name: null, text: computedBy(table) })),
  ];
  return new Map(
    functions.map(({ name }) => [
      name,
      texts.filter((one) => one.name !== name && calls(one.text, name)).map(({ link }) => link),
    ]),
  );
}

function computedBy({ definition, columns, constraints, indexes, triggers }: TableFacts): string {
  const parts = [
    ...columns.map(({ says }) => says),
    ...[...constraints, ...indexes, ...triggers].map((one) => one.definition),
  ];
  return [definition ?? '', ...parts].join('\n');
}

/** The migrations that say what of a thing, the oldest first. */
const saidBy = (migrations: readonly Migration[], pattern: RegExp) =>
  migrations.filter(({ text }) => pattern.test(text)).map(({ name }) => name);
const toMigration = (name: string) => `[${name}](../../migrations/${name}/up.sql)`;

function tablePage(table: TableFacts, { migrations, rules, functions }: Context): string {
  const {
    name,
    kind,
    comment,
    definition,
    is_unlogged,
    columns,
    constraints,
    indexes,
    triggers,
    referenced_by,
    rights,
  } = table;
  const made = saidBy(migrations, new RegExp(`\\bcreate (or replace )?(unlogged )?(table|view) ${name}\\b`));
  const changed = saidBy(migrations, new RegExp(`\\balter table (only )?${name}\\b`)).filter(
    (one) => !made.includes(one),
  );
  const remarks = readRemarks(name, migrations);
  const guards = functions.filter(({ name: one }) => triggers.some((trigger) => trigger.calls === one));
  const own = [
    ...[...constraints, ...indexes, ...triggers].map((one) => one.name),
    ...guards.flatMap((one) => guardsOf(one)),
    ...triggers.flatMap((trigger) => [...trigger.definition.matchAll(/'(\w+)'/g)].map(([, word]) => word!)),
  ];
  return page(name, [
    [
      is_unlogged ? 'Empty after a crash.' : '',
      comment ?? '',
      `${kind === 'view' ? 'A view. ' : ''}Made by ${made.map(toMigration).join(', ')}${changed.length > 0 ? `; changed by ${changed.map(toMigration).join(', ')}` : ''}.`,
    ],
    [
      '| Column | Type | | What it is |',
      '|---|---|---|---|',
      ...columns.map(
        (column) =>
          `| \`${column.name}\` | ${cell(column.type)} | ${cell(column.says)} | ${cell(column.comment ?? remarks.get(column.name) ?? '')} |`,
      ),
    ],
    definition === null ? [] : ['```sql', definition.trim(), '```'],
    section(
      'Constraints',
      constraints.map((one) => `\`${one.name}\`: ${cell(one.definition)}`),
    ),
    section(
      'Indexes',
      indexes.map((one) => `\`${one.name}\`: ${shortIndex(one.definition)}`),
    ),
    section(
      'Triggers',
      triggers.map((one) => `\`${one.name}\`: ${shortTrigger(one)}, calls ${toFunction(one.calls)}`),
    ),
    section('Referenced by', [...new Set(referenced_by.map((one) => toTable(one.table)))]),
    section(
      'Functions that name it',
      functions.filter(({ source }) => namesTable(source, name)).map((one) => toFunction(one.name)),
    ),
    section('Rights', rights),
    section('Rules that it holds ([docs/ledger.md](../../../docs/ledger.md))', rulesOf(own, rules)),
  ]);
}

function functionPage(one: FunctionFacts, { migrations, rules, callers, functions }: Context): string {
  const { name, signatures, comment, source } = one;
  const called = functions.filter((other) => other.name !== name && calls(source, other.name));
  return page(name, [
    ['```sql', ...signatures, '```'],
    [comment ?? ''],
    section('Its text', textsOf(name, migrations)),
    section(
      'Called by',
      callers.get(name)!.length > 0 ? callers.get(name)! : ['the server, or whoever administers it'],
    ),
    section(
      'Calls',
      called.map((other) => toFunction(other.name)),
    ),
    section(
      'Refuses',
      guardsOf(one).map((guard) => `\`${guard}\``),
    ),
    section(
      'Rules that it holds ([docs/ledger.md](../../../docs/ledger.md))',
      rulesOf([name, ...guardsOf(one)], rules),
    ),
  ]);
}

function listPage({ migrations, tables, functions }: Context): string {
  const line = (folder: string, name: string, says: string | null) =>
    `- [${name}](${folder}/${name}.md)${says ? `: ${oneLine(says)}` : ''}`;
  return page('The schema as it stands', [
    [
      `What ${migrations.length} migrations up to ${migrations.at(-1)!.name} make, read from a database in which they ran: \`npm run db:pages\` writes`,
      'these pages, and a test is red when one of them is not what the database says. Why a thing is so stands in the notes of its migration, what',
      'holds the books in [docs/ledger.md](../../docs/ledger.md).',
    ],
    ['How databases of 0.1 come here, and what the numbers say: [db/releases](../releases/README.md).'],
    section(
      `${tables.length} tables and views`,
      tables.map(({ name, comment }) => line('tables', name, comment).slice(2)),
    ),
    section(
      `${functions.length} functions`,
      functions.map(({ name, comment }) => line('functions', name, comment).slice(2)),
    ),
  ]);
}

const page = (title: string, parts: readonly (readonly string[])[]): string =>
  `${[[`# ${title}`], ...parts.map((lines) => lines.filter((line) => line !== '')).filter((lines) => lines.length > 0)].map((lines) => lines.join('\n')).join('\n\n')}\n`;

const section = (title: string, rows: readonly string[]): string[] =>
  rows.length === 0 ? [] : [`## ${title}`, ...rows.map((row) => `- ${row}`)];

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const cell = (text: string) => oneLine(text).replaceAll('|', '\\|');

/** `unique (a, b) WHERE …` in place of the whole statement. */
const shortIndex = (definition: string) =>
  oneLine(definition).replace(
    /^CREATE (UNIQUE )?INDEX \S+ ON \S+ USING (\w+) /,
    (_all, unique: string | undefined, by: string) => `${unique ? 'unique ' : ''}${by === 'btree' ? '' : `${by} `}`,
  );

const shortTrigger = ({ definition, always }: TableFacts['triggers'][number]) =>
  oneLine(definition)
    .replace(/^CREATE (CONSTRAINT )?TRIGGER \S+ /, '')
    .replace(/ ON (public\.)?\w+/, '')
    .replace(/ EXECUTE FUNCTION .*$/, '')
    .concat(always ? ', enabled always' : '');

/** Names under which a function refuses. */
const guardsOf = ({ source }: FunctionFacts): string[] => [
  ...new Set([...source.matchAll(/constraint = '(\w+)'/g)].map(([, name]) => name!)),
];

const rulesOf = (own: readonly string[], rules: readonly Rule[]): string[] =>
  rules.filter(({ names }) => own.some((name) => names.has(name))).map(({ what }) => what);

/** What the migrations say of a table's columns in the comment above each; the newest counts. */
function readRemarks(table: string, migrations: readonly Migration[]): Map<string, string> {
  const remarks = new Map<string, string>();
  const block = new RegExp(
    `\\bcreate (?:unlogged )?table ${table} \\(\\n([\\s\\S]*?)\\n\\)|\\balter table ${table}\\b([\\s\\S]*?);`,
    'g',
  );
  for (const { text } of migrations) {
    for (const [, made, changed] of text.matchAll(block)) {
      let above: string[] = [];
      for (const line of (made ?? changed ?? '').split('\n').map((one) => one.trim())) {
        if (line.startsWith('--')) {
          above.push(line.slice(2).trim());
          continue;
        }
        const [, column] = /^(?:add column )?(\w+) /.exec(line) ?? [];
        if (column && above.length > 0) remarks.set(column, above.join(' '));
        above = [];
      }
    }
  }
  return remarks;
}

/** The migrations that write a function, each with the comment that stands right above it there. */
function textsOf(name: string, migrations: readonly Migration[]): string[] {
  const start = new RegExp(
    `((?:^--[^\\n]*\\n)*)^create (?:or replace )?(?:function|procedure|aggregate) ${name}\\s*\\(`,
    'gm',
  );
  const texts = migrations.flatMap((migration) => {
    const remarks = [...migration.text.matchAll(start)].map(([, lines = '']) => belowRule(lines));
    if (remarks.length === 0) return [];
    const said = remarks.filter((remark) => remark !== '').join(' ');
    return [`${toMigration(migration.name)}${said === '' ? '' : `: ${said}`}`];
  });
  return texts.toReversed();
}

/** The text of a comment below the line that parts chapters, if there is one. */
function belowRule(comment: string): string {
  const lines = comment.split('\n').map((line) => line.replace(/^--\s?/, ''));
  return oneLine(lines.slice(lines.findLastIndex((line) => /^-{5,}/.test(line)) + 1).join(' '));
}
