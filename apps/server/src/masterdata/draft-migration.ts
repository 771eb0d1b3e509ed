import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { fieldOf } from '@talaan/contract/resource/define-resource';
import { holdsLetters } from '@talaan/contract/resource/field';
import type { ChildrenField, FieldShape } from '@talaan/contract/resource/field';
import { resourceNamed } from '@talaan/contract/resources/resource-table';
import { columnOf, keyColumnOf } from './records/resource-sql.ts';

/**
 * A first `up.sql` for a resource: its table with the columns, keys and checks that the definition implies, and the
 * table of each kind of inner rows. A person reads and completes it: constraint names, indexes for search, triggers.
 */
export function draftMigration(definition: AnyResource): string {
  const children = Object.values(definition.fields).filter((shape) => shape.kind === 'children');
  // A part without a value is told by a field of the definition.
  const part = definition.part?.value === undefined ? [] : [definition.part.column];
  const tables = [
    draftTable(
      definition.table,
      [
        ...part.map((column) => `${column} text not null`),
        ...Object.entries(definition.fields).flatMap(([name, shape]) => draftColumn(definition, name, shape)),
      ],
      definition.unique.map((key) => [...part, ...key.map((name) => columnOf(name, fieldOf(definition, name)))]),
    ),
    ...children.filter((shape) => shape.link.to === definition.name).map((shape) => draftChildTable(definition, shape)),
  ];
  return [...tables, ...foldedKeys(definition)].join('\n');
}

/** Codes that differ in the case of their letters alone are one: an index beside the key, which foreign keys refer to. */
function foldedKeys({ table, unique, fields }: AnyResource): string[] {
  const keys = unique.filter((key) => key.some((name) => holdsLetters(fields[name]!)));
  return keys.map((key) => {
    const columns = key.map((name) => [columnOf(name, fields[name]!), holdsLetters(fields[name]!)] as const);
    const name = `${table}_${columns.map(([column]) => column).join('_')}_folded`;
    const places = columns.map(([column, folds]) => (folds ? `lower(${column}::text collate "default")` : column));
    return `create unique index ${name} on ${table} (${places.join(', ')});\n`;
  });
}

function draftTable(table: string, columns: readonly string[], unique: readonly (readonly string[])[]): string {
  const keys = unique.map((key) => `constraint ${table}_${key.join('_')}_key unique (${key.join(', ')})`);
  const lines = ['id int generated always as identity primary key', ...columns, ...keys];
  return `create table ${table} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n);\ncall make_master('${table}');\n`;
}

function draftChildTable(definition: AnyResource, shape: ChildrenField): string {
  const target = shape.link.stores === 'id' ? 'id' : keyColumnOf(definition);
  const type = shape.link.stores === 'id' ? 'int' : 'code_text';
  const cascade = shape.link.stores === 'id' ? '' : ' on update cascade';
  const link = `${shape.link.column} ${type} not null references ${definition.table} (${target})${cascade}`;
  const columns = Object.entries(shape.fields).flatMap(([name, member]) => draftColumn(definition, name, member));
  const own = shape.unique.map((name) => columnOf(name, shape.fields[name]!));
  return draftTable(shape.table, [link, ...columns], own.length === 0 ? [] : [[shape.link.column, ...own]]);
}

function draftColumn(definition: AnyResource, name: string, shape: FieldShape): string[] {
  const type = draftType(definition, name, shape);
  if (type === null) return [];
  const nullability = shape.optional && !shape.filled ? '' : ' not null';
  const rules = draftDefault(shape) + draftReference(shape) + draftCheck(name, shape);
  return [`${quoted(columnOf(name, shape))} ${type}${nullability}${rules}`];
}

/** Column names that are words of SQL. */
const SQL_WORDS = new Set(['full']);

const quoted = (column: string) => (SQL_WORDS.has(column) ? `"${column}"` : column);

function draftType(definition: AnyResource, name: string, shape: FieldShape): string | null {
  switch (shape.kind) {
    case 'lookup':
    case 'children':
    case 'references':
      return null;
    case 'generated':
      return shape.stored && columnOf(name, shape) !== 'id' ? (shape.type === 'integer' ? 'int' : 'short_text') : null;
    case 'password':
      return 'text';
    case 'integer':
      return shape.max > LARGEST_INT ? 'bigint' : 'int';
    case 'amount':
    case 'rate':
      return shape.kind;
    case 'percent':
      return 'percentage';
    case 'date':
      return 'accounting_date';
    case 'flag':
      return shape.boolean ? 'boolean' : 'flag';
    case 'numbered_choice':
      return 'smallint';
    case 'choice':
      if (shape.stores) return 'smallint';
      return Object.keys(shape.of).every((letter) => letter.length === 1) ? 'char(1)' : 'text';
    case 'reference':
      return shape.stores === 'id' ? 'int' : 'code_text';
    case 'group':
      return 'jsonb';
    default:
      if (name === definition.key && shape.max <= 60) return 'code_text';
      if (shape.max > 250) return 'long_text';
      return shape.optional ? 'short_text' : 'name_text';
  }
}

const LARGEST_INT = 2_147_483_647;

function draftReference(shape: FieldShape): string {
  if (shape.kind !== 'reference') return '';
  const target = resourceNamed(shape.to);
  if (shape.stores === 'id') return ` references ${target.table}`;
  return ` references ${target.table} (${keyColumnOf(target)}) on update cascade`;
}

function draftDefault(shape: FieldShape): string {
  if (!('default' in shape) || shape.default === undefined) return '';
  if (shape.kind === 'flag' && shape.boolean) return ` default ${shape.default === 1}`;
  if (shape.kind === 'choice' && shape.stores) return ` default ${shape.stores[shape.default]}`;
  return typeof shape.default === 'number' ? ` default ${shape.default}` : ` default '${shape.default}'`;
}

function draftCheck(name: string, shape: FieldShape): string {
  const column = columnOf(name, shape);
  if (shape.kind === 'choice' && shape.stores)
    return ` check (${column} in (${Object.values(shape.stores).join(', ')}))`;
  if (shape.kind === 'choice') {
    return ` check (${column} in (${Object.keys(shape.of)
      .map((letter) => `'${letter}'`)
      .join(', ')}))`;
  }
  if (shape.kind === 'numbered_choice') return ` check (${column} in (${Object.keys(shape.of).join(', ')}))`;
  return shape.kind === 'integer' ? ` check (${column} between ${shape.min} and ${shape.max})` : '';
}
