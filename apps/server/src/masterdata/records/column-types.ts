import type { FieldShape } from '@talaan/contract/resource/field';

/** Text domains, with the characters that each takes (db/migrations/0001-foundation). */
export const TEXT_DOMAINS: Readonly<Record<string, number>> = {
  code_text: 60,
  name_text: 250,
  short_text: 250,
  long_text: 4000,
};

const TEXT_TYPES = [...Object.keys(TEXT_DOMAINS), 'bpchar', 'text'];

/** Types that a column of the field may have; the drift test compares the tables with it. */
export function columnTypesOf(shape: FieldShape): readonly string[] {
  switch (shape.kind) {
    case 'integer':
      return ['int2', 'int4', 'int8'];
    case 'amount':
      return ['amount'];
    case 'rate':
      return ['rate'];
    case 'percent':
      return ['percentage'];
    case 'date':
      return ['accounting_date'];
    case 'flag':
      return [shape.boolean ? 'bool' : 'flag'];
    case 'numbered_choice':
      return ['int2', 'int4', 'flag'];
    case 'choice':
      return shape.stores ? ['int2', 'int4'] : ['bpchar', 'text', 'short_text'];
    case 'reference':
      return shape.stores === 'id' ? ['int4'] : TEXT_TYPES;
    case 'generated':
      return shape.type === 'integer' ? ['int2', 'int4', 'int8'] : TEXT_TYPES;
    case 'group':
      return ['jsonb'];
    default:
      return TEXT_TYPES;
  }
}
