import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { trialBalancePrintKeys } from '@talaan/contract/prints/print-keys';
import { DAMAGED_LINK, decodePrintLink } from '@talaan/contract/prints/print-link';
import { drawPaper } from '@talaan/contract/papers/draw-paper';
import { reportPaper } from '@talaan/contract/reports/report-paper';
import type { PeriodFilter } from '@talaan/contract/reports/report-period';
import {
  exportTrialBalance,
  readTrialBalance,
  trialBalanceReport,
} from '@talaan/contract/reports/trial-balance.report';
import { callServer } from '../../api/client.ts';
import { downloadFile } from '../../api/download.ts';
import { failureMessage } from '../../api/report-failure.ts';
import { ExportButtons } from '../../reports/export-buttons.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { ProgressLine } from '../../ui/waiting/progress-line.tsx';
import { PrintNotice, PrintPage } from '../print-page.tsx';

const trialBalancePaper = reportPaper(trialBalanceReport);

/** /report-trialbalance/{data}: the trial balance on paper; {data} is its filter (spec 2 §2). */
export function TrialBalancePrint() {
  const { data = '' } = useParams({ strict: false }) as { data?: string };
  const keys = decodePrintLink(trialBalancePrintKeys, data);
  if (keys === null) return <PrintNotice title={trialBalanceReport.title} text={DAMAGED_LINK} />;
  const { period: _period, ...filter } = keys;
  return <TrialBalancePaper filter={filter} />;
}

function TrialBalancePaper({ filter }: { filter: PeriodFilter }) {
  const report = useQuery({
    queryKey: [trialBalanceReport.name, 'print', filter],
    queryFn: ({ signal }) => callServer(readTrialBalance, { query: filter, signal }),
    staleTime: Infinity,
  });
  if (report.isError) {
    return (
      <PrintNotice
        title={trialBalanceReport.title}
        text={failureMessage(report.error)}
        action={<Button onClick={() => void report.refetch()}>Retry</Button>}
      />
    );
  }
  if (report.data === undefined) return <ProgressLine active />;
  const isEmpty = report.data.data.length === 0;
  return (
    <PrintPage
      paper={drawPaper(trialBalancePaper, report.data)}
      actions={
        <ExportButtons
          formats={['xlsx', 'pdf']}
          download={(format) => downloadFile(exportTrialBalance, { query: { ...filter, format } })}
          blocked={isEmpty ? 'There is nothing to export.' : undefined}
        />
      }
    />
  );
}
