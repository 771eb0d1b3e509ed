import type { CellFault } from '../grid/grid-lines.ts';
import { cellSentence } from '../grid/line-doubt.tsx';
import type { ToldFault } from './edited-document.ts';

/** What is wrong with a document: its head by field of the wire, and what concerns no field that the page shows. */
export interface HeaderFaults {
  readonly fields: Readonly<Record<string, string>>;
  readonly rest: readonly string[];
}

export const NO_FAULTS: HeaderFaults = { fields: {}, rest: [] };

/** The faults without those of fields that are being changed, as the wire calls them. */
export function withoutFields(faults: HeaderFaults, fields: readonly string[]): HeaderFaults {
  if (!fields.some((field) => field in faults.fields)) return faults;
  return {
    ...faults,
    fields: Object.fromEntries(Object.entries(faults.fields).filter(([one]) => !fields.includes(one))),
  };
}

/**
 * All faults in the order of the page, each with its control to jump to. `ids` has the id of the control of each field of
 * the head, in the order of the page.
 */
export function toldFaults(
  { fields, rest }: HeaderFaults,
  cells: readonly CellFault[],
  ids: Readonly<Record<string, string>>,
  columns: readonly { readonly field: string; readonly header: string }[],
): ToldFault[] {
  const placed = Object.entries(ids).flatMap(([field, fieldId]) =>
    field in fields ? [{ message: fields[field]!, fieldId }] : [],
  );
  const placeOf = ({ field }: CellFault) => columns.findIndex((column) => column.field === field);
  return [
    ...placed,
    ...[
      ...Object.keys(fields)
        .filter((field) => !(field in ids))
        .map((field) => fields[field]!),
      ...rest,
    ].map((message) => ({ message })),
    ...cells
      .toSorted((one, other) => one.row - other.row || placeOf(one) - placeOf(other))
      .map((cell) => ({
        message: cellSentence(cell.row, columns[placeOf(cell)]?.header ?? 'Amount', cell.message),
        fieldId: `line ${cell.row} ${cell.field}`,
        cell,
      })),
  ];
}
