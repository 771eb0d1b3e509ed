import { amountText, requireSum, sumMinor } from '@talaan/core/money/money';
import { cellText } from '../../papers/cell-text.ts';
import type { AnyRow, ReportLayout } from '../kit/define-report.ts';
import type { ReportHeader, ReportProof, ReportReply } from '../kit/report-reply.ts';
import { proofState, type ProvenReport } from './month-proofs.contract.ts';

/** How the proofs of a month are headed, on paper and in files as on screen. */
export const MONTH_PROOFS = {
  title: 'Month-end Proofs',
  fullPage: '/report-month-end-proofs',
  orientation: 'landscape',
  totalLabel: 'Differences',
} as const;

export const MONTH_PROOFS_LAYOUT: ReportLayout<AnyRow> = {
  columns: [
    { field: 'title', header: 'Report', kind: 'text', width: 26, grows: true, once: 'title' },
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

/** The proofs of a month as the reply of a report, the documents of each that differs beside it; its total is what differs in all, whatever its sign. */
export function monthProofsReply(header: ReportHeader, proven: readonly ProvenReport[]) {
  const data = proven.flatMap(({ title, proof }) => proof.map((one) => rowOf(title, one)));
  const off = proven
    .flatMap(({ proof }) => proof)
    .filter((one) => proofState(one) === 'differs')
    .map(({ difference }) => requireSum(difference.replace(/^-/, '')));
  const totals = { difference: amountText(sumMinor(off)) };
  return { data, groups: [], header, totals, proof: [], next: null } satisfies ReportReply<AnyRow>;
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
