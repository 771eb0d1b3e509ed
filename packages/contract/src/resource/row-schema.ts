import * as z from 'zod';
import type { AnyResource, EntryOf, ResourceDefinition, RowOf } from './define-resource.ts';
import { anyResource, readableFields, writableFields } from './define-resource.ts';
import type { ChildrenField, Field, Fields, FieldShape, GroupField } from './field.ts';
import type { EnteredField } from './field-value.ts';
import { readFieldValue } from './field-value.ts';
import { wireNumber } from '../http/wire-number.ts';

/**
 * What a caller enters to make a record: the dialog and the route check with this one schema, field by field
 * (`readFieldValue`) and then across fields (`check`). Unknown and server-owned names are dropped (decisions §2).
 */
export function entrySchema<F extends Fields>(definition: ResourceDefinition<F>): z.ZodType<EntryOf<F>> {
  const any = anyResource(definition);
  // Here and below: made field by field; the cast gives back the type that the definition carries.
  return withCheck(any, z.object(schemasOf(writableFields(definition), entered))) as unknown as z.ZodType<EntryOf<F>>;
}

/** What a caller sends to change a record: a field that is absent keeps its value; `row_version` is the version read. */
export function changeSchema<F extends Fields>(
  definition: ResourceDefinition<F>,
): z.ZodType<Partial<EntryOf<F>> & { row_version?: number }> {
  const fields = schemasOf(writableFields(definition), (shape) => changed(entered(shape)));
  return z.object({ ...fields, row_version: rowVersion }) as unknown as z.ZodType<
    Partial<EntryOf<F>> & { row_version?: number }
  >;
}

/** A record as replies carry it. */
export function rowSchema<F extends Fields>(definition: ResourceDefinition<F>): z.ZodType<RowOf<F>> {
  return z.object({
    id: z.int(),
    ...schemasOf(readableFields(definition), replied),
    row_version: z.int(),
    input_by: z.int().nullable(),
    input_by_name: z.string().nullable(),
    input_date: z.string(),
    edit_by: z.int().nullable(),
    edit_by_name: z.string().nullable(),
    edit_date: z.string().nullable(),
  }) as unknown as z.ZodType<RowOf<F>>;
}

/** The version of the record that a caller has read. */
export const rowVersion = wireNumber(z.number('row version must be a whole number.').int().min(1)).optional();

function schemasOf(fields: readonly [string, FieldShape][], schemaOf: (shape: FieldShape) => z.ZodType) {
  return Object.fromEntries(fields.map(([name, shape]) => [name, schemaOf(shape)]));
}

function withCheck(definition: AnyResource, schema: z.ZodObject) {
  return schema.superRefine((row, context) => {
    for (const fault of definition.check?.(row) ?? []) {
      context.addIssue({ code: 'custom', path: fault.field.split('.'), message: fault.message });
    }
  });
}

function entered(shape: FieldShape): z.ZodType {
  switch (shape.kind) {
    case 'children':
      return enteredChildren(shape);
    case 'group':
      return enteredGroup(shape);
    case 'references':
      return z
        .array(z.string(), `${shape.label} must be a list.`)
        .nullish()
        .transform((keys) => [...new Set(keys ?? [])]);
    case 'lookup':
    case 'generated':
      throw new TypeError(`${shape.label} is not entered.`);
    default:
      return enteredValue(shape);
  }
}

function enteredValue(shape: EnteredField): z.ZodType {
  const mayBeAbsent = shape.optional || 'default' in shape;
  return (mayBeAbsent ? z.unknown().optional() : z.unknown())
    .meta({ description: describeField(shape), ...wireType(shape) })
    .transform((given, context) => {
      const reading = readFieldValue(shape, given);
      if (reading.ok) return reading.value;
      context.addIssue({ code: 'custom', message: reading.message });
      return z.NEVER;
    });
}

function enteredChildren(shape: ChildrenField): z.ZodType {
  const row = z.object({
    id: z.int().optional(),
    ...schemasOf(writableFields({ fields: shape.fields }), entered),
  });
  return z
    .array(row, `${shape.label} must be a list.`)
    .nullish()
    .transform((rows) => rows ?? [])
    .superRefine((rows, context) => {
      const seen = new Map<string, number>();
      // Rows without a key may be alike, but one Record ID is not given twice.
      const names = shape.unique.length === 0 ? ['id'] : shape.unique;
      rows.forEach((given, index) => {
        const values = given as Record<string, unknown>;
        if (shape.unique.length === 0 && values['id'] === undefined) return;
        const key = JSON.stringify(names.map((name) => values[name]));
        const earlier = seen.get(key);
        if (earlier === undefined) seen.set(key, index);
        else {
          const label = names.map((name) => shape.fields[name]?.label ?? 'Record ID').join(' and ');
          context.addIssue({
            code: 'custom',
            path: [index, names.at(-1)!],
            message: `${label} of row ${index + 1} is the same as in row ${earlier + 1}.`,
          });
        }
      });
    });
}

function enteredGroup(shape: GroupField): z.ZodType {
  const group = z.object(schemasOf(Object.entries(shape.fields), entered));
  return z.preprocess((given) => given ?? {}, group);
}

/** Absent stays absent, so that the stored value is kept. */
function changed(schema: z.ZodType): z.ZodType {
  return z
    .unknown()
    .optional()
    .meta(jsonSchemaOf(schema))
    .transform((given, context) => {
      if (given === undefined) return undefined;
      const parsed = schema.safeParse(given);
      if (parsed.success) return parsed.data;
      for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message });
      return z.NEVER;
    });
}

function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return described;
}

function replied(shape: FieldShape): z.ZodType {
  const schema = repliedValue(shape);
  return shape.optional && shape.kind !== 'children' && shape.kind !== 'group' ? schema.nullable() : schema;
}

function repliedValue(shape: FieldShape): z.ZodType {
  switch (shape.kind) {
    case 'integer':
    case 'flag':
    case 'numbered_choice':
      return z.int();
    case 'reference':
      return shape.by === 'id' ? z.int() : z.string();
    case 'references':
      return z.array(z.string());
    case 'lookup':
      return z.string().nullable();
    case 'generated':
      return repliedGenerated(shape.type);
    case 'children':
      return z.array(z.object({ id: z.int(), ...schemasOf(readableFields({ fields: shape.fields }), replied) }));
    case 'group':
      return z.object(schemasOf(Object.entries(shape.fields), replied));
    default:
      return z.string();
  }
}

function repliedGenerated(type: 'text' | 'integer' | 'amount' | 'list'): z.ZodType {
  if (type === 'list') return z.array(z.unknown());
  return type === 'integer' ? z.int().nullable() : z.string().nullable();
}

function wireType(shape: Field): Record<string, unknown> {
  switch (shape.kind) {
    case 'integer':
      return { type: 'integer', minimum: shape.min, maximum: shape.max };
    case 'flag':
      return { type: 'integer', enum: [1, 0] };
    case 'numbered_choice':
      return { type: 'integer', enum: Object.keys(shape.of).map(Number) };
    case 'choice':
      return { type: 'string', enum: Object.keys(shape.of) };
    case 'reference':
      return { type: shape.by === 'id' ? 'integer' : 'string' };
    case 'date':
      return { type: 'string', format: 'date' };
    default:
      return 'max' in shape ? { type: 'string', maxLength: shape.max } : { type: 'string' };
  }
}

function describeField(shape: FieldShape): string {
  return `${shape.label}${shape.optional ? '' : ', required'}${shape.hint ? `. ${shape.hint}` : ''}`;
}
