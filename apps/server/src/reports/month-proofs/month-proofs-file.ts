import type { AnyRow, ReportFormat, ReportLayout } from '@talaan/contract/reports/kit/define-report';
import { streamLines } from '@talaan/contract/reports/kit/lines/report-lines';
import { proofState, type ProvenReport } from '@talaan/contract/reports/month-proofs/month-proofs.contract';
import type { ReportHeader, ReportProof } from '@talaan/contract/reports/kit/report-reply';
import { cellText } from '@talaan/contract/papers/cell-text';
import { amountText, requireSum, sumMinor } from '@talaan/core/money/money';
import { writeReport, type FiledReport } from '../kit/report-file.ts';

/** How the proofs of a month are headed, in files as on screen. */
export const MONTH_PROOFS = {
  title: 'Month-end Proofs',
  orientation: 'landscape',
  totalLabel: 'Differences',
} as const satisfies FiledReport;

export const LAYOUT: ReportLayout<AnyRow> = {
  columns: [
    { field: 'title', header: 'Report', kind: 'text', width: 26, once: 'title' },
    { field: 'name', header: 'Proof', kind: 'text', width: 34, grows: true },
    { field: 'left_label', header: 'Left', kind: 'text', width: 24, grows: true },
    { field: 'left', header: 'Amount', kind: 'amount', width: 18 },
    { field: 'right_label', header: 'Right', kind: 'text', width: 24, grows: true },
    { field: 'right', header: 'Amount', kind: 'amount', width: 18 },
    { field: 'difference', header: 'Difference', kind: 'amount', width: 16 },
    { field: 'state', header: 'State', kind: 'text', width: 9 },
    { field: 'documents', header: 'Documents', kind: 'text', width: 40, grows: true },
  ],
  levels: [],
  basis: 'PHP, posted entries',
};

/** The proofs of a month as a file of a format, the documents of each that differs beside it; at its end what differs in all, whatever its sign. */
export function writeMonthProofs(format: ReportFormat, header: ReportHeader, proven: readonly ProvenReport[]) {
  const rows = proven.flatMap(({ title, proof }) => proof.map((one): AnyRow => rowOf(title, one)));
  const off = proven
    .flatMap(({ proof }) => proof)
    .filter((one) => proofState(one) === 'differs')
    .map(({ difference }) => requireSum(difference.replace(/^-/, '')));
  const totals = { difference: amountText(sumMinor(off)) };
  const form = format === 'pdf' ? 'paper' : 'file';
  const lines = streamLines(MONTH_PROOFS, LAYOUT, form, { rows, groups: [], totals });
  return writeReport(format, MONTH_PROOFS, { layout: LAYOUT, form, header, totals, proof: [], lines });
}

function rowOf(title: string, proof: ReportProof): AnyRow {
  const { name, left_label, left, right_label, right, difference, documents } = proof;
  const words = documents.map(
    ({ document_type, document_number, batch_number, amount }) =>
      `${document_number ?? `${document_type} ${batch_number}`} ${cellText('amount', amount)}`,
  );
  const state = proofState(proof);
  return { title, name, left_label, left, right_label, right, difference, state, documents: words.join('; ') };
}
