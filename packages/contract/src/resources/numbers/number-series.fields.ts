import { lastSeriesNumber, type SeriesKind } from '@talaan/core/numbering/series';
import type { FieldFault } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

/** The kinds of series that people allocate by hand, each on a screen of its own (decisions §5). */
export type AllocatedKind = Extract<SeriesKind, 'voucher' | 'or' | 'ar' | 'bi'>;

/** What every series has: its bounds, and how far it is used. */
export function rangeFields(kind: AllocatedKind) {
  const bounds = { min: 1, max: lastSeriesNumber(kind) };
  return {
    series_from: field.integer({ label: 'Series from', ...bounds }),
    series_to: field.integer({ label: 'Series to', ...bounds }),
    remaining: field.generated({ label: 'Remaining', type: 'integer', stored: false }),
    next_number: field.generated({ label: 'Next number', type: 'integer', stored: true }),
    series_text: field.generated({ label: 'Printed range', type: 'text', stored: false }),
  } as const;
}

/** Whom a series serves: one person or, without one, everybody; the documents of one program or, without one, of each. */
export function holderFields<const Programs extends Readonly<Record<string, string>>>(programs: Programs) {
  return {
    user_id: field.referenceById({ label: 'User', to: 'user', optional: true, hint: 'Empty: shared by everybody' }),
    user_name: field.lookup({
      label: 'User name',
      through: 'user_id',
      shows: ['user_first_name', 'user_last_name'],
    }),
    prog_code: field.choice({ label: 'Program', of: programs, optional: true, hint: 'Empty: every program' }),
  } as const;
}

const RANGE_COLUMNS = [
  { field: 'series_from', width: 136, line: true },
  { field: 'series_to', width: 136, line: true },
] as const;
const REMAINING_COLUMN = { field: 'remaining', width: 148 } as const;

/** The list of a series that serves everybody. */
export const SHARED_LIST = {
  columns: [...RANGE_COLUMNS, { field: 'series_text' }, REMAINING_COLUMN],
  search: ['series_from', 'series_to'],
  sort: 'series_from',
} as const;

/** The list of a series whose ranges may belong to a person and a program. */
export const HELD_LIST = {
  columns: [
    ...RANGE_COLUMNS,
    { field: 'user_name', label: 'User' },
    { field: 'prog_code', width: 148 },
    REMAINING_COLUMN,
  ],
  search: ['series_from', 'series_to', 'user_name', 'prog_code'],
  filters: ['user_id', 'prog_code'],
  sort: 'series_from',
} as const;

/** A series that ends before it starts is refused under its end (reliability (d) 6). */
export function checkRange(row: { series_from: number; series_to: number }): FieldFault[] {
  return row.series_to < row.series_from
    ? [{ field: 'series_to', message: 'Series to must be at least series from.' }]
    : [];
}

/** A range as messages name it: 1–100 (reliability (d) 6). */
export function rangeText(row: { series_from: number; series_to: number }): string {
  return `${row.series_from}–${row.series_to}`;
}
