import { formatAmount, parseAmount } from '@talaan/core/money/money';
import type { FieldShape } from './field.ts';

/** A stored value as people read it: labels of choices, amounts as 0,0.00, references by their key. '' for none. */
export function displayValue(shape: FieldShape, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  switch (shape.kind) {
    case 'choice':
      return shape.of[scalarText(value)] ?? scalarText(value);
    case 'numbered_choice':
      return shape.of[Number(value)] ?? scalarText(value);
    case 'lookup':
      return shape.of?.[scalarText(value)] ?? scalarText(value);
    case 'flag':
      return scalarText(value) === '1' ? shape.on : shape.off;
    case 'amount':
      return displayAmount(scalarText(value));
    case 'reference':
      return shape.none !== undefined && scalarText(value) === shape.none.value ? shape.none.label : scalarText(value);
    case 'references':
      return (value as string[]).join(', ');
    case 'children':
      return (value as Record<string, unknown>[]).map((row) => displayRow(shape.fields, row)).join('\n');
    case 'group':
      return Object.entries(shape.fields)
        .map(([name, member]) => [member.label, displayValue(member, (value as Record<string, unknown>)[name])])
        .flatMap(([label, text]) => (text === '' ? [] : [`${label}: ${text}`]))
        .join('\n');
    case 'password':
      return '••••••••';
    default:
      return scalarText(value);
  }
}

/** The values of an inner row that people know; in the place of a Record ID stands the name that the row brings along. */
function displayRow(fields: Readonly<Record<string, FieldShape>>, row: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(([name, member]) => {
      if (member.kind === 'generated' || member.kind === 'lookup') return '';
      const named = Object.entries(fields).find(([, other]) => other.kind === 'lookup' && other.through === name);
      return (named && displayValue(named[1], row[named[0]])) || displayValue(member, row[name]);
    })
    .filter(Boolean)
    .join(' · ');
}

/** '1234.50' as 1,234.50; a text that is no amount stays as it is. */
export function displayAmount(text: string): string {
  const minor = parseAmount(text);
  return minor === null ? text : formatAmount(minor);
}

/** A single value of the wire as text; '' for none. */
export function scalarText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
