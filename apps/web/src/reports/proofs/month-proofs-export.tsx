import { exportMonthProofs } from '@talaan/contract/reports/month-proofs/month-proofs.contract';
import { MONTH_PROOFS } from '@talaan/contract/reports/month-proofs/month-proofs-paper';
import { downloadFile } from '../../api/download.ts';
import { FormatMenu } from '../../page/export-menu.tsx';
import { monthFilter } from './month-proofs-query.ts';

/** The proofs of a month, 'YYYY-MM', as files: the same lines as workbook, as text and on paper. */
export function MonthProofsExport({
  month,
  blocked,
  keys,
}: {
  month: string;
  blocked?: string | undefined;
  keys?: 'e';
}) {
  return (
    <FormatMenu
      command={`Export ${MONTH_PROOFS.title}`}
      formats={FORMATS}
      disabledReason={blocked}
      download={(format) => downloadFile(exportMonthProofs, { query: { ...monthFilter(month), format } })}
      {...(keys === undefined ? {} : { keys })}
    />
  );
}

const FORMATS = [
  { format: 'xlsx', label: 'Excel', detail: 'typed cells' },
  { format: 'csv', label: 'CSV', detail: 'the same lines' },
  { format: 'pdf', label: 'PDF', detail: 'A4 landscape' },
] as const;
