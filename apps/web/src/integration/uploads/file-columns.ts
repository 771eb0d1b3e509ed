import type { UploadColumn } from '@talaan/core/integration/upload-columns';

/** How the dates of a file with slashes are read. */
export const DATE_ORDERS = [
  { value: '', label: '2026-04-03' },
  { value: 'D/M', label: 'Day/month' },
  { value: 'M/D', label: 'Month/day' },
] as const;
export type DateOrderChoice = (typeof DATE_ORDERS)[number]['value'];

/** What a column of a file may be taken for. */
export const columnOptions = (columns: readonly UploadColumn[]) => [
  { value: '', label: 'Not used' },
  ...columns.map(({ name, label, required }) => ({ value: name, label: required ? `${label} *` : label })),
];

/** The columns once the one at a place is another: what a column was before is free when another takes it. */
export const withColumn = (columns: readonly (string | null)[], at: number, value: string): (string | null)[] =>
  columns.map((before, place) => (place === at ? value || null : before === value ? null : before));
