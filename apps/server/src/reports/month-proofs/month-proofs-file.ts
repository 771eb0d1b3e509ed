import type { ReportFormat } from '@talaan/contract/reports/kit/define-report';
import { streamLines } from '@talaan/contract/reports/kit/lines/report-lines';
import type { ReportHeader } from '@talaan/contract/reports/kit/report-reply';
import type { ProvenReport } from '@talaan/contract/reports/month-proofs/month-proofs.contract';
import {
  MONTH_PROOFS,
  MONTH_PROOFS_LAYOUT,
  monthProofsReply,
} from '@talaan/contract/reports/month-proofs/month-proofs-paper';
import { writeReport } from '../kit/report-file.ts';

/** The proofs of a month as a file of a format. */
export function writeMonthProofs(format: ReportFormat, header: ReportHeader, proven: readonly ProvenReport[]) {
  const { data: rows, groups, totals } = monthProofsReply(header, proven);
  const form = format === 'pdf' ? 'paper' : 'file';
  const lines = streamLines(MONTH_PROOFS, MONTH_PROOFS_LAYOUT, form, { rows, groups, totals });
  return writeReport(format, MONTH_PROOFS, { layout: MONTH_PROOFS_LAYOUT, form, header, totals, proof: [], lines });
}
