import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { fieldOf, readableFields } from '@talaan/contract/resource/define-resource';
import type { EnteredField } from '@talaan/contract/resource/field-value';
import { fileFields } from '@talaan/contract/resource/file-fields';
import { guessColumns, type ColumnGuess } from '@talaan/contract/uploads/guess-columns';
import { invalid } from '../../platform/http/problem.ts';

/** A column that fills a field; `at` counts the columns from 0. */
export interface FieldColumn {
  readonly at: number;
  readonly name: string;
  readonly shape: EnteredField;
}

/** Heading of the column in which a file of refused rows says why. */
export const ERRORS_HEADING = 'Errors';

/** The field that each heading probably means, by earlier choice, name and likeness; null where none does. */
export function guessFields(
  definition: AnyResource,
  header: readonly string[],
  remembered: Readonly<Record<string, string | null>>,
): ColumnGuess[] {
  const shown = shownOnly(definition);
  const notTaken = header.filter((heading) => shown.has(heading.trim().toLowerCase()));
  return guessColumns(fileFields(definition), header, {
    ...Object.fromEntries(notTaken.map((heading) => [heading, null])),
    ...remembered,
  });
}

/**
 * The field of each heading, exactly by label or wire name; null for the columns that a file shows but nobody enters.
 * Throws 422 for a heading that is neither: a program that sends a file knows its columns.
 */
export function exactFields(definition: AnyResource, header: readonly string[]): (string | null)[] {
  const fields = fileFields(definition);
  const known = new Map<string, string | null>([...shownOnly(definition)].map((heading) => [heading, null]));
  for (const { name } of fields) known.set(name, name);
  for (const { name, label } of fields) known.set(label.toLowerCase(), name);
  return header.map((heading) => {
    const field = known.get(heading.trim().toLowerCase());
    if (field !== undefined) return field;
    const labels = fields.map(({ label }) => label).join(', ');
    throw invalid({ file: [`Column '${heading}' is not known. The columns are: ${labels}.`] }, 'unknown_column');
  });
}

/** Headings of columns that an export shows but that are not entered. */
function shownOnly(definition: AnyResource): Set<string> {
  const entered = new Set(fileFields(definition).map(({ name }) => name));
  const others = readableFields(definition).filter(([name]) => !entered.has(name));
  const names = others.flatMap(([name, { label }]) => [name, label]);
  return new Set(['Record ID', 'id', ERRORS_HEADING, ...names].map((name) => name.toLowerCase()));
}

/** The columns that are taken. Throws 422 when a field is given twice or unknown, or a key field by no column. */
export function takenColumns(definition: AnyResource, fields: readonly (string | null)[]): FieldColumn[] {
  const known = new Set(fileFields(definition).map(({ name }) => name));
  const columns = fields.flatMap((name, at): FieldColumn[] => {
    if (name === null) return [];
    if (!known.has(name)) throw invalid({ columns: [`No column can fill ${name}.`] }, 'unknown_column');
    return [{ at, name, shape: fieldOf(definition, name) as EnteredField }];
  });
  const twice = columns.find(({ name, at }) => columns.some((other) => other.name === name && other.at < at));
  if (twice) throw invalid({ file: [`Column '${twice.shape.label}' occurs twice.`] }, 'double_column');
  return columns;
}

/** Throws 422 when a field that names the record is given by no column. */
export function requireKey(definition: AnyResource, columns: readonly FieldColumn[]): void {
  const missing = definition.unique[0]!.find((name) => !columns.some((column) => column.name === name));
  if (missing === undefined) return;
  throw invalid({ file: [`Column '${fieldOf(definition, missing).label}' is missing.`] }, 'missing_column');
}
