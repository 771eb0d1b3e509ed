import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { drawPaper } from '@talaan/contract/papers/draw-paper';
import { DAMAGED_LINK, decodePrintLink } from '@talaan/contract/prints/print-link';
import { reportPaper } from '@talaan/contract/reports/kit/lines/report-paper';
import { monthProofs } from '@talaan/contract/reports/month-proofs/month-proofs.contract';
import {
  MONTH_PROOFS,
  MONTH_PROOFS_LAYOUT,
  monthProofsReply,
} from '@talaan/contract/reports/month-proofs/month-proofs-paper';
import { MonthProofsExport } from '../reports/proofs/month-proofs-export.tsx';
import { useMonthProofs } from '../reports/proofs/month-proofs-query.ts';
import { PrintNotice } from './print-page.tsx';
import { SheetOnceRead } from './sheet-once-read.tsx';

/** The page on which the proofs of a month are printed, without the shell; the {data} of its address is the month. */
export function MonthProofsPrint() {
  const { data = '' } = useParams({ strict: false }) as { data?: string };
  const month = useMemo(() => decodePrintLink(monthProofs.query, data), [data]);
  if (month === null) return <PrintNotice title={MONTH_PROOFS.title} text={DAMAGED_LINK} />;
  return <MonthProofsSheet month={month.slice(0, 7)} />;
}

function MonthProofsSheet({ month }: { month: string }) {
  const query = useMonthProofs(month);
  const { data: proven } = query;
  const paper = useMemo(
    () =>
      proven === undefined
        ? null
        : drawPaper(reportPaper(MONTH_PROOFS, MONTH_PROOFS_LAYOUT), monthProofsReply(proven.header, proven.data)),
    [proven],
  );
  return (
    <SheetOnceRead
      title={MONTH_PROOFS.title}
      query={query}
      paper={paper}
      actions={<MonthProofsExport month={month} />}
    />
  );
}
