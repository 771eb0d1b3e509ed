import * as z from 'zod';

type Schema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
};

/**
 * A value that a schema allows. Each text is what `textOf` answers for its name; lists are empty, numbers are 1, and where there may
 * be nothing, there is something.
 */
export function sampleOf<Shown extends z.ZodType>(schema: Shown, textOf: (name: string) => string): z.output<Shown> {
  const valueOf = ({ type, properties = {}, anyOf, enum: choices, const: only }: Schema, name: string): unknown => {
    if (only !== undefined) return only;
    if (choices) return choices[0];
    if (anyOf) return valueOf(anyOf.find((one) => one.type !== 'null') ?? {}, name);
    if (type === 'object')
      return Object.fromEntries(Object.entries(properties).map(([own, one]) => [own, valueOf(one, own)]));
    if (type === 'array') return [];
    if (type === 'integer' || type === 'number') return 1;
    return type === 'boolean' ? false : textOf(name);
  };
  return valueOf(described(schema), '') as z.output<Shown>;
}

const known = new WeakMap<z.ZodType, Schema>();

function described(schema: z.ZodType): Schema {
  const found = known.get(schema) ?? (z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Schema);
  known.set(schema, found);
  return found;
}
