import { useQuery } from '@tanstack/react-query';
import type { Printed } from '@talaan/contract/documents/document-print';
import { CallRefused } from '@talaan/contract/http/client';
import { drawPaper, type DrawnPaper } from '@talaan/contract/papers/draw-paper';
import type { Paper } from '@talaan/contract/papers/paper';
import { TextDoesNotFit } from '@talaan/contract/papers/placed-part';
import { failureMessage } from '../api/report-failure.ts';
import { Button } from '../ui/buttons/button.tsx';
import { ProgressLine } from '../ui/waiting/progress-line.tsx';
import { PdfButton } from './pdf-button.tsx';
import { PrintNotice, PrintPage } from './print-page.tsx';

export interface DocumentPrintProps<Detail> {
  paper: Paper<Printed<Detail>>;
  /** The number by which the document is asked for. */
  number: string;
  /** Reads it again, and its rights: a print that counts. */
  print: () => Promise<{ readonly data: Printed<Detail> }>;
  /** Saves the same paper as PDF: a print of its own. */
  download: () => Promise<string>;
}

/** A paper of a document on its page; unknown, confidential and foreign documents read alike (reliability (d) 34). */
export function DocumentPrint<Detail>({ paper, number, print, download }: DocumentPrintProps<Detail>) {
  // The call counts as a print, so it is made once for the page.
  const printed = useQuery({
    queryKey: [paper.title, 'print', number],
    queryFn: print,
    staleTime: Infinity,
    retry: false,
  });
  if (printed.isError) {
    return <PrintRefused title={paper.title} failure={printed.error} onRetry={() => void printed.refetch()} />;
  }
  if (printed.data === undefined) return <ProgressLine active />;
  const drawn = drawOrRefuse(paper, printed.data.data);
  if (drawn instanceof TextDoesNotFit) return <PrintNotice title={paper.title} text={drawn.message} />;
  return <PrintPage paper={drawn} actions={<PdfButton download={download} />} />;
}

/** A text that its place does not hold is told in place of the paper. */
function drawOrRefuse<Detail>(paper: Paper<Printed<Detail>>, printed: Printed<Detail>): DrawnPaper | TextDoesNotFit {
  try {
    return drawPaper(paper, printed);
  } catch (failure) {
    if (failure instanceof TextDoesNotFit) return failure;
    throw failure;
  }
}

function PrintRefused({ title, failure, onRetry }: { title: string; failure: unknown; onRetry: () => void }) {
  if (failure instanceof CallRefused && failure.problem.status < 500) {
    const text =
      failure.problem.status === 404 ? 'There is no such document, or you may not see it.' : failure.problem.message;
    return <PrintNotice title={title} text={text} />;
  }
  return <PrintNotice title={title} text={failureMessage(failure)} action={<Button onClick={onRetry}>Retry</Button>} />;
}
