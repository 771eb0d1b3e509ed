import type { GridColumn } from '../grid/grid-line.ts';
import { LINE_COLUMNS, type LineField } from './entry-line.ts';

/** A column of the grid of lines of account. */
export type LineColumn = GridColumn<LineField>;

type Look = Pick<LineColumn, 'width' | 'required' | 'grows' | 'folds'> & {
  /** Only in entries of this kind. */
  readonly only?: 'foreign' | 'service' | 'settling';
};

/** How columns look; one that is not named here is as wide as a code. */
const LOOKS: Readonly<Partial<Record<LineField, Look>>> = {
  account: { width: 220, required: true, grows: true },
  payee: { width: 188, grows: true },
  department: { width: 88 },
  branch: { width: 76, required: true },
  section: { width: 76, folds: true },
  billing_service: { width: 96, only: 'service', folds: true },
  invoice: { width: 128, grows: true, only: 'settling' },
  atc: { width: 64, folds: true },
  debit: { width: 96 },
  credit: { width: 96 },
  debit_php: { width: 100, only: 'foreign' },
  credit_php: { width: 100, only: 'foreign' },
  remarks: { width: 96, grows: true, folds: true },
};
const PLAIN: Look = { width: 96 };

/**
 * The columns of an entry (ux §5): receipts name the service that was paid; a foreign entry shows its pesos too, where a
 * difference line is typed (decisions §4). One that is withheld from has its ATC in sight, a journal on the receivable account
 * the invoice that it settles.
 */
export function entryColumns(has: {
  foreign: boolean;
  service: boolean;
  settling: boolean;
  withheld: boolean;
}): readonly LineColumn[] {
  return LINE_COLUMNS.flatMap(({ field, label }) => {
    const { only, ...look } = LOOKS[field] ?? PLAIN;
    const folds = look.folds === true && !(field === 'atc' && has.withheld);
    return only === undefined || has[only] ? [{ field, header: label, ...look, folds }] : [];
  });
}
