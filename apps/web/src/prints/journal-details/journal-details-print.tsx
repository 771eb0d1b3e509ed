import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { journalDetailsPaper } from '@talaan/contract/documents/journal-entry/journal-details.paper';
import {
  printJournalEntry,
  printJournalEntryPdf,
} from '@talaan/contract/documents/journal-entry/journal-print.contract';
import { CallRefused } from '@talaan/contract/http/client';
import { drawPaper } from '@talaan/contract/papers/draw-paper';
import { transactionPrintKeys } from '@talaan/contract/prints/print-keys';
import { DAMAGED_LINK, decodePrintLink } from '@talaan/contract/prints/print-link';
import { callServer } from '../../api/client.ts';
import { downloadFile } from '../../api/download.ts';
import { failureMessage } from '../../api/report-failure.ts';
import { ExportButtons } from '../../reports/export-buttons.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { ProgressLine } from '../../ui/waiting/progress-line.tsx';
import { PrintNotice, PrintPage } from '../print-page.tsx';

const TITLE = journalDetailsPaper.title;

/** /preview-trx/{data} for a journal entry: its details on paper (ux §8). The server re-reads and re-authorises. */
export function JournalDetailsPrint() {
  const { data = '' } = useParams({ strict: false }) as { data?: string };
  const keys = decodePrintLink(transactionPrintKeys, data);
  if (keys === null || keys.document_type !== 'JE') return <PrintNotice title={TITLE} text={DAMAGED_LINK} />;
  return <JournalPaper batchNumber={keys.batch_number} />;
}

function JournalPaper({ batchNumber }: { batchNumber: string }) {
  // The call counts as a print, so it is made once for the page.
  const print = useQuery({
    queryKey: ['journal-details', 'print', batchNumber],
    queryFn: () => callServer(printJournalEntry, { params: { id: batchNumber } }),
    staleTime: Infinity,
    retry: false,
  });
  if (print.isError) return <PrintRefused failure={print.error} onRetry={() => void print.refetch()} />;
  if (print.data === undefined) return <ProgressLine active />;
  const download = () => downloadFile(printJournalEntryPdf, { params: { id: batchNumber } });
  return (
    <PrintPage
      paper={drawPaper(journalDetailsPaper, print.data.data)}
      actions={<ExportButtons formats={['pdf']} download={download} />}
    />
  );
}

/** Unknown, confidential and foreign documents read alike (reliability (d) 34). */
function PrintRefused({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  if (failure instanceof CallRefused && failure.problem.status < 500) {
    const text =
      failure.problem.status === 404 ? 'There is no such document, or you may not see it.' : failure.problem.message;
    return <PrintNotice title={TITLE} text={text} />;
  }
  return <PrintNotice title={TITLE} text={failureMessage(failure)} action={<Button onClick={onRetry}>Retry</Button>} />;
}
