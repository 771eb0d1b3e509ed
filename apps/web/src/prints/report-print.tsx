import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useMemo, useState, type ComponentType } from 'react';
import { drawPaper } from '@talaan/contract/papers/draw-paper';
import { DAMAGED_LINK, decodePrintLink } from '@talaan/contract/prints/print-link';
import { layoutOf, type AnyReport, type AnyRow } from '@talaan/contract/reports/kit/define-report';
import { isEmptyReply, reportPaper } from '@talaan/contract/reports/kit/lines/report-paper';
import type { ReportName } from '@talaan/contract/reports/kit/report-index';
import { reportNamed } from '@talaan/contract/reports/report-list';
import type { ReportReply } from '@talaan/contract/reports/kit/report-reply';
import { reportPrintKeys } from '@talaan/contract/reports/kit/report-routes';
import { readFilter, type Filter } from '../reports/filters/filter.ts';
import { ReportExport } from '../reports/report-actions.tsx';
import { readPage, readProofsBeside } from '../reports/report-query.ts';
import { PrintNotice } from './print-page.tsx';
import { SheetOnceRead } from './sheet-once-read.tsx';

/** A sheet of more rows is no use in a browser: the PDF takes any number. */
const MOST_ROWS = 20_000;

/** The page on which a report is printed, without the shell; the {data} of its address is its filter (spec 2 §2). */
export function reportPrint(name: ReportName): ComponentType {
  const report = reportNamed(name);
  return function ReportPrint() {
    const { data = '' } = useParams({ strict: false }) as { data?: string };
    const filter = useMemo(() => {
      const given = decodePrintLink(reportPrintKeys(report), data);
      return given && readFilter(report, given).filter;
    }, [data]);
    if (filter === null) return <PrintNotice title={report.title} text={DAMAGED_LINK} />;
    return <ReportSheet report={report} filter={filter} />;
  };
}

/** All of a report; null where it is more than a sheet can show. */
async function readAll(
  report: AnyReport,
  filter: Filter,
  signal: AbortSignal,
  told: (rows: number) => void,
): Promise<ReportReply<AnyRow> | null> {
  const first = await readPage(report, filter, null, signal);
  const data = [...first.data];
  const groups = [...first.groups];
  for (let { next } = first; next !== null;) {
    if (data.length >= MOST_ROWS) return null;
    told(data.length);
    // Each page begins where the one before ends.
    const page = await readPage(report, filter, next, signal);
    data.push(...page.data);
    groups.push(...page.groups);
    next = page.next;
  }
  const proof = isEmptyReply({ data, groups })
    ? first.proof
    : [...first.proof, ...(await readProofsBeside(report, filter, signal))];
  return { ...first, data, groups, proof, next: null };
}

function ReportSheet({ report, filter }: { report: AnyReport; filter: Filter }) {
  const [rows, setRows] = useState(0);
  const query = useQuery({
    queryKey: [report.name, 'print', filter.given],
    queryFn: ({ signal }) => readAll(report, filter, signal, setRows),
    staleTime: Infinity,
  });
  const { data: reply } = query;
  const paper = useMemo(
    () => (reply ? drawPaper(reportPaper(report, layoutOf(report, filter.values as never)), reply) : null),
    [report, filter, reply],
  );
  if (reply === null) {
    return (
      <PrintNotice
        title={report.title}
        text={`This report has more than ${MOST_ROWS.toLocaleString('en')} rows. Take the PDF, or ask for less.`}
        action={<ReportExport report={report} filter={filter} blocked={undefined} />}
      />
    );
  }
  return (
    <SheetOnceRead
      title={report.title}
      query={query}
      paper={paper}
      rows={rows}
      actions={
        <ReportExport
          report={report}
          filter={filter}
          blocked={reply !== undefined && isEmptyReply(reply) ? 'There is nothing to export.' : undefined}
        />
      }
    />
  );
}
