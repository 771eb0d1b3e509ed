import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AnyResource, TablePart } from '@talaan/contract/resource/define-resource';
import { fieldOf, readableFields } from '@talaan/contract/resource/define-resource';
import type {
  ChildrenField,
  FieldShape,
  LookupField,
  ReferenceField,
  ReferencesField,
} from '@talaan/contract/resource/field';
import { isSingleValue } from '@talaan/contract/resource/field';
import { resourceNamed } from '@talaan/contract/resources/resource-table';
import type { ResourceOverride } from './resource-override.ts';

/**
 * The SQL of one resource, built once from its definition. Identifiers come from definitions only; what a caller sends
 * is always a parameter. The record's table has the alias `t`, the record that a reference names `r_<field>`.
 */
export interface ResourceSql {
  readonly table: RawBuilder<unknown>;
  /** Joins of the records that references name, and of the users who entered and changed the record. */
  readonly joins: RawBuilder<unknown>;
  /** Every readable field under its wire name, with the record facts. */
  readonly record: RawBuilder<unknown>;
  /** The same without inner rows and lists, for reading many records. */
  readonly flatRecord: RawBuilder<unknown>;
  /** One value under its wire name: a field, or a record fact. */
  readonly expressionOf: (name: string) => RawBuilder<unknown>;
  /** True for the rows that are records of the resource; null when every row of the table is one. */
  readonly part: RawBuilder<unknown> | null;
  /** True for records in use; null when the resource has no such state. */
  readonly active: RawBuilder<unknown> | null;
}

/** Builds the SQL of a resource from its definition and override. */
export function resourceSql(definition: AnyResource, override: ResourceOverride): ResourceSql {
  const expressionOf = (name: string) => FACTS[name] ?? fieldExpression(definition, override, name);
  const select = (fields: readonly [string, FieldShape][]) =>
    sql.join(
      [...fields.map(([name]) => name), ...Object.keys(FACTS)].map(
        (name) => sql`${expressionOf(name)} as ${sql.ref(name)}`,
      ),
    );
  return {
    table: sql`${sql.table(definition.table)} as t`,
    joins: joinsOf(definition),
    record: select(readableFields(definition)),
    flatRecord: select(
      readableFields(definition).filter(([, shape]) => isSingleValue(shape) || shape.kind === 'group'),
    ),
    expressionOf,
    part: definition.part && partOf(definition.part),
    active: override.active ?? (definition.active ? sql`${sql.ref(`t.${definition.active}`)} = 1` : null),
  };
}

function partOf({ column, value }: TablePart): RawBuilder<unknown> {
  const owner = sql.ref(`t.${column}`);
  return value === undefined ? sql`${owner} is not null` : sql`${owner} = ${value}`;
}

/** Column of a field in its own table. */
export function columnOf(name: string, shape: FieldShape): string {
  return shape.column ?? name;
}

/** Column of a resource's key. */
export function keyColumnOf(definition: AnyResource): string {
  return columnOf(definition.key, fieldOf(definition, definition.key));
}

const nameOfUser = (alias: string) =>
  sql`nullif(concat_ws(' ', ${sql.ref(`${alias}.user_first_name`)}, ${sql.ref(`${alias}.user_last_name`)}), '')`;

const FACTS: Record<string, RawBuilder<unknown>> = {
  id: sql.ref('t.id'),
  row_version: sql.ref('t.row_version'),
  input_by: sql.ref('t.input_by'),
  input_by_name: nameOfUser('entered'),
  input_date: sql.ref('t.input_date'),
  edit_by: sql.ref('t.edit_by'),
  edit_by_name: nameOfUser('edited'),
  edit_date: sql.ref('t.edit_date'),
};

function joinsOf(definition: AnyResource): RawBuilder<unknown> {
  const references = Object.entries(definition.fields).filter(
    ([name, shape]) => shape.kind === 'reference' && (storesId(shape) || isShown(definition, name)),
  ) as [string, ReferenceField][];
  const joins = references.map(([name, shape]) => {
    const target = resourceNamed(shape.to);
    const other = storesId(shape) ? 'id' : keyColumnOf(target);
    return sql`left join ${sql.table(target.table)} as ${sql.ref(aliasOf(name))}
      on ${sql.ref(`${aliasOf(name)}.${other}`)} = ${sql.ref(`t.${columnOf(name, shape)}`)}`;
  });
  return sql.join(
    [
      ...joins,
      sql`left join app_user as entered on entered.id = t.input_by`,
      sql`left join app_user as edited on edited.id = t.edit_by`,
    ],
    sql` `,
  );
}

const aliasOf = (field: string) => `r_${field}`;
const storesId = (shape: ReferenceField) => shape.stores === 'id';

function isShown(definition: AnyResource, name: string): boolean {
  return Object.values(definition.fields).some((shape) => shape.kind === 'lookup' && shape.through === name);
}

function fieldExpression(definition: AnyResource, override: ResourceOverride, name: string): RawBuilder<unknown> {
  const shape = fieldOf(definition, name);
  const column = sql.ref(`t.${columnOf(name, shape)}`);
  switch (shape.kind) {
    case 'reference':
      return storesId(shape) && shape.by !== 'id'
        ? sql.ref(`${aliasOf(name)}.${keyColumnOf(resourceNamed(shape.to))}`)
        : column;
    case 'lookup':
      return lookupExpression(definition, shape);
    case 'generated':
      return shape.stored ? column : (override.computed?.[name] ?? sql`null`);
    case 'flag':
      return shape.boolean ? sql`${column}::int` : column;
    case 'choice':
      return shape.stores ? letterOf(column, shape.stores) : column;
    case 'children':
      return childrenExpression(definition, shape);
    case 'references':
      return referencesExpression(shape);
    default:
      return column;
  }
}

/** The letter of a number that the column holds in its place. */
function letterOf(column: RawBuilder<unknown>, stores: Readonly<Record<string, number>>): RawBuilder<unknown> {
  const cases = Object.entries(stores).map(([letter, number]) => sql`when ${sql.lit(number)} then ${sql.lit(letter)}`);
  return sql`(case ${column} ${sql.join(cases, sql` `)} end)`;
}

function lookupExpression(definition: AnyResource, shape: LookupField): RawBuilder<unknown> {
  const reference = fieldOf(definition, shape.through) as ReferenceField;
  const target = resourceNamed(reference.to);
  const shown = shape.shows.map((name) =>
    sql.ref(`${aliasOf(shape.through)}.${columnOf(name, fieldOf(target, name))}`),
  );
  const text = shown.length === 1 ? sql`${shown[0]}::text` : sql`nullif(concat_ws(' ', ${sql.join(shown)}), '')`;
  return reference.none ? sql`coalesce(${text}, ${sql.lit(reference.none.label)})` : text;
}

/** Columns that keep their decimal text inside JSON. */
const DECIMAL_KINDS = new Set<FieldShape['kind']>(['amount', 'rate', 'percent']);

function childrenExpression(definition: AnyResource, shape: ChildrenField): RawBuilder<unknown> {
  const pairs = Object.entries(shape.fields).flatMap(([name, child]) => {
    if (child.kind === 'lookup') return [sql.lit(name), childLookup(shape, child)];
    const column = sql.ref(`c.${columnOf(name, child)}`);
    return [sql.lit(name), DECIMAL_KINDS.has(child.kind) ? sql`${column}::text` : column];
  });
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('id', c.id, ${sql.join(pairs)}) order by c.id), '[]')
    from ${sql.table(shape.table)} as c where ${sql.ref(`c.${shape.link.column}`)} = ${childLink(definition, shape)})`;
}

/** Text of a record that an inner row names: by one of its fields, or by the link to the record it belongs to. */
function childLookup({ link, fields }: ChildrenField, { through, shows }: LookupField): RawBuilder<unknown> {
  const reference = through === link.column ? link : (fields[through] as ReferenceField);
  const target = resourceNamed(reference.to);
  const column = through === link.column ? through : columnOf(through, fields[through]!);
  const named = sql.ref(`o.${reference.stores === 'id' ? 'id' : keyColumnOf(target)}`);
  const shown = shows.map((name) => sql.ref(`o.${columnOf(name, fieldOf(target, name))}`));
  return sql`(select concat_ws(' ', ${sql.join(shown)}) from ${sql.table(target.table)} as o
    where ${named} = ${sql.ref(`c.${column}`)})`;
}

/** The value that a record's child rows carry in their link column. */
function childLink(definition: AnyResource, shape: ChildrenField): RawBuilder<unknown> {
  const own = sql.ref(`t.${columnOf(shape.link.field, fieldOf(definition, shape.link.field))}`);
  if (shape.link.stores === 'key') return own;
  if (ownsChildren(definition, shape)) return sql.ref('t.id');
  const target = resourceNamed(shape.link.to);
  return sql`(select o.id from ${sql.table(target.table)} as o where ${sql.ref(`o.${keyColumnOf(target)}`)} = ${own})`;
}

/** Whether the child rows belong to this very record and go with it, and not to a record that it names. */
export function ownsChildren(definition: AnyResource, shape: ChildrenField): boolean {
  return shape.link.to === definition.name;
}

function referencesExpression(shape: ReferencesField): RawBuilder<unknown> {
  const target = resourceNamed(shape.to);
  const key = sql.ref(`o.${keyColumnOf(target)}`);
  return sql`array(select ${key}::text from ${sql.table(shape.through.table)} as j
    join ${sql.table(target.table)} as o on o.id = ${sql.ref(`j.${shape.through.other}`)}
    where ${sql.ref(`j.${shape.through.own}`)} = t.id order by 1)`;
}
