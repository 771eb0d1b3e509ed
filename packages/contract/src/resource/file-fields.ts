import type { AnyResource } from './define-resource.ts';
import { singleFields } from './define-resource.ts';
import type { FieldShape } from './field.ts';
import { isWritable } from './field.ts';

/** A field that a file can bring: one value that is entered. Inner rows and passwords do not travel in files. */
export interface FileField {
  readonly name: string;
  readonly shape: FieldShape;
  readonly label: string;
  /** What else people call it. */
  readonly also: readonly string[];
  /** Names the record, together with the other key fields: a file without it is refused. */
  readonly key: boolean;
  /** A new record needs it, because nothing else fills it. */
  readonly required: boolean;
}

/** The fields that a file of the resource can bring, in the order of the definition. */
export function fileFields(definition: AnyResource): FileField[] {
  return singleFields(definition)
    .filter(([, shape]) => isWritable(shape))
    .map(([name, shape]) => ({
      name,
      shape,
      label: shape.label,
      also: otherNames(definition, name, shape),
      key: definition.unique[0]!.includes(name),
      required: !shape.optional && !('default' in shape && shape.default !== undefined),
    }));
}

/** The heading of its list column, and words that files use for such a field. */
function otherNames({ list, dropdown }: AnyResource, name: string, shape: FieldShape): string[] {
  const columns = list.columns.flatMap((column) => (typeof column === 'string' ? [] : [column]));
  const headings = columns.flatMap(({ field, label }) => (field === name && label ? [label] : []));
  const isName = dropdown.name.length === 1 && dropdown.name[0] === name;
  return [...headings, ...(isName ? ['Name'] : []), ...(shape.kind === 'phone' ? PHONE_WORDS : [])];
}

const PHONE_WORDS = ['Mobile', 'Mobile number', 'Mobile no.', 'Cellphone', 'Phone', 'Phone number', 'Telephone'];

/** The fields that many records can be given together: those that may differ from nothing else about the record. */
export function bulkFields(definition: AnyResource): FileField[] {
  const naming = new Set(definition.unique.flat());
  return fileFields(definition).filter(({ name, shape }) => !shape.fixed && !shape.hidden && !naming.has(name));
}

/** What a cell of the field may hold, for whoever fills in a file: 'Date as 2026-12-31', 'One of: Active, Inactive'. */
export function describeCell(shape: FieldShape): string {
  switch (shape.kind) {
    case 'integer':
      return `Whole number from ${shape.min} to ${shape.max}`;
    case 'amount':
      return `Amount as ${WANTED_FORM.amount}`;
    case 'rate':
      return `Rate as ${WANTED_FORM.rate}`;
    case 'percent':
      return `Percentage as ${WANTED_FORM.percent}`;
    case 'date':
      return `Date as ${WANTED_FORM.date}`;
    case 'choice':
    case 'numbered_choice':
      return `One of: ${Object.values<string>(shape.of).join(', ')}`;
    case 'flag':
      return `One of: ${shape.on}, ${shape.off}`;
    case 'reference':
      return `Code of the ${shape.label.toLowerCase()}${shape.none ? `, or ${shape.none.value} for ${shape.none.label}` : ''}`;
    case 'tin':
      return 'TIN as 123-456-789-00000';
    case 'code':
      return `Letters and numbers, at most ${shape.max}`;
    default:
      return 'max' in shape ? `Text, at most ${shape.max} characters` : 'Text';
  }
}

const WANTED_FORM = { amount: '1234.50', rate: '56.25', percent: '12.50', date: '2026-12-31' } as const;

const FIGURE_WITH_COMMA_FOR_POINT = /^-?\d{1,3}(?:[.\s]\d{3})*,\d+$|^-?\d{1,3}(?:\.\d{3}){2,}$/;
const DATE_IN_ANOTHER_ORDER = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$/;

/**
 * Why a figure or a date cannot be read with certainty, with the wanted form; null when it can. '1.234,50' and
 * '03/04/2026' mean different things to different people (reliability (d) 27).
 */
export function ambiguityOf(shape: FieldShape, cell: string): string | null {
  const text = cell.trim();
  switch (shape.kind) {
    case 'amount':
    case 'rate':
    case 'percent': {
      const isThousands = shape.kind === 'amount' && /^-?\d{1,3}(?:,\d{3})+$/.test(text);
      return FIGURE_WITH_COMMA_FOR_POINT.test(text) && !isThousands
        ? `${shape.label} ${text} can be read in two ways. Write it as ${WANTED_FORM[shape.kind]}.`
        : null;
    }
    case 'date':
      return DATE_IN_ANOTHER_ORDER.test(text)
        ? `${shape.label} ${text} can be read in two ways. Write it as ${WANTED_FORM.date}.`
        : null;
    default:
      return null;
  }
}
