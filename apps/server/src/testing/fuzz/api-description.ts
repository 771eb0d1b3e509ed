import type { Random } from './random.ts';

/** A JSON schema, as far as the description of the API uses it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly minLength?: number;
}

interface DescribedCall {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema?: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
}

/** The document at `/api/openapi.json`. */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** One call of the API with what it takes. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [name: string, schema: Schema])[];
  readonly body: Schema | null;
  readonly takes_forms: boolean;
}

/** Every described call, in the order of the description. */
export function operationsOf({ paths }: ApiDescription): Operation[] {
  return Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      query: parameters.filter((one) => one.in === 'query').map(({ name, schema }) => [name, schema ?? {}] as const),
      body: requestBody?.content['application/json']?.schema ?? null,
      takes_forms: requestBody?.content['multipart/form-data'] !== undefined,
    })),
  );
}

const WORDS = ['Rent of July', 'A', '7', 'MNL', 'Ñandú & Sons', '502010', '0000001', '100.00'];

/** By the name of a field, values that books of a company hold. */
const BY_NAME: readonly (readonly [name: RegExp, values: readonly unknown[]])[] = [
  [/^document_type/, ['JE', 'CV', 'CW', 'CR', 'OB', 'DM']],
  [/date|_on$|from$|to$|until/, ['2026-07-15', '2026-01-01', '2025-12-31']],
  [/amount|rate|debit|credit|limit|base/, ['100.00', '0.01', '9999999999999.99', '0']],
  [/batch_number/, ['0000001', '0000002', '0000120']],
  [/account_code|acct_code/, ['502010', '102103', '100000']],
  [/year/, [2026, '2025']],
  [/row_version/, [1, 2, 3]],
  [/_id$|^id$/, [1, 2, 3, 7, 20, 100]],
];

/** A value that a schema takes, or nearly: patterns are not followed. */
export function valueOf(schema: Schema, name: string, random: Random, description: ApiDescription, depth = 0): unknown {
  const resolved = resolve(schema, description);
  const choices = resolved.anyOf ?? resolved.oneOf ?? resolved.allOf;
  if (choices && choices.length > 0) return valueOf(random.pick(choices), name, random, description, depth + 1);
  if (resolved.const !== undefined) return resolved.const;
  if (resolved.enum) return random.pick(resolved.enum);
  const type = typeof resolved.type === 'object' ? random.pick(resolved.type) : resolved.type;
  const known = BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
  switch (type) {
    case 'object':
      if (depth > 6) return {};
      return Object.fromEntries(
        Object.entries(resolved.properties ?? {})
          .filter(() => !random.oneIn(4))
          .map(([inner, one]) => [inner, valueOf(one, inner, random, description, depth + 1)]),
      );
    case 'array':
      return depth > 6 || !resolved.items
        ? []
        : Array.from({ length: random.below(3) }, () => valueOf(resolved.items!, name, random, description, depth + 1));
    case 'integer':
    case 'number': {
      const number =
        known?.find((one) => typeof one === 'number') === undefined ? random.below(30) : random.pick(known);
      return Math.max(Number(number), resolved.minimum ?? 0);
    }
    case 'boolean':
      return random.oneIn(2);
    case 'null':
      return null;
    default:
      return textOf(resolved, known, random);
  }
}

function textOf({ format, minLength = 0 }: Schema, known: readonly unknown[] | undefined, random: Random): string {
  if (format === 'uuid') return `00000000-0000-4000-8000-${String(random.below(50)).padStart(12, '0')}`;
  if (format === 'date') return '2026-07-15';
  if (format === 'date-time') return '2026-07-15T08:00:00Z';
  if (format === 'email') return 'ana@sampol.example';
  return String(random.pick(known ?? WORDS)).padEnd(minLength, 'x');
}

function resolve(schema: Schema, description: ApiDescription): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (description.components?.schemas?.[name] ?? {});
}
