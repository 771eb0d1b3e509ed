import { AMOUNT_HEADERS, type AmountColumn, type LineField } from './entry-line.ts';

/** A column of the lines grid. */
export interface LineColumn {
  readonly field: LineField;
  readonly header: string;
  /** Least width in px. */
  readonly width: number;
  readonly required?: boolean;
  /** Takes the room that is left. */
  readonly grows?: boolean;
}

const ACCOUNT: LineColumn = { field: 'account', header: 'Account', width: 152, required: true, grows: true };
const ANALYSIS: readonly LineColumn[] = [
  { field: 'payee', header: 'Analysis/Payee', width: 120, grows: true },
  { field: 'department', header: 'Department', width: 88 },
  { field: 'branch', header: 'Branch', width: 80, required: true },
  { field: 'section', header: 'Section', width: 76 },
];
const SERVICE: LineColumn = { field: 'service', header: 'Service', width: 96 };
const ATC: LineColumn = { field: 'atc', header: 'ATC', width: 64 };
const AMOUNTS = (['debit', 'credit'] as const).map(amountColumn);
const PESOS = (['debit_php', 'credit_php'] as const).map(amountColumn);
const REMARKS: LineColumn = { field: 'remarks', header: 'Remarks', width: 96, grows: true };

/**
 * The columns of an entry (ux §5): receipts name the service that was paid; a foreign entry shows its pesos too, where a
 * difference line is typed (decisions §4).
 */
export function entryColumns({ foreign, service }: { foreign: boolean; service: boolean }): readonly LineColumn[] {
  return [ACCOUNT, ...ANALYSIS, ...(service ? [SERVICE] : []), ATC, ...AMOUNTS, ...(foreign ? PESOS : []), REMARKS];
}

function amountColumn(field: AmountColumn): LineColumn {
  return { field, header: AMOUNT_HEADERS[field], width: 100 };
}
