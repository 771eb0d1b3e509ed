import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Printed } from '@talaan/contract/documents/document-print';
import { CallRefused } from '@talaan/contract/http/client';
import type { Paper } from '@talaan/contract/papers/paper';
import { TextDoesNotFit } from '@talaan/contract/papers/placed-part';
import { failureMessage } from '../api/report-failure.ts';
import { Button } from '../ui/buttons/button.tsx';
import { ProgressLine } from '../ui/waiting/progress-line.tsx';
import { PdfButton } from './pdf-button.tsx';
import { drawOrRefuse } from '../page/paper/draw-or-refuse.ts';
import { loadPictures } from '../page/paper/picture-sizes.ts';
import { PrintNotice, PrintPage } from './print-page.tsx';

export interface DocumentPrintProps<Detail> {
  paper: Paper<Printed<Detail>>;
  /** The number by which the document is asked for. */
  number: string;
  /** Reads it, and its rights: with 1 a preview, else a copy that counts. */
  print: (preview: 0 | 1) => Promise<{ readonly data: Printed<Detail> }>;
  /** Opens the same paper as PDF: a copy of its own. */
  pdf: () => Promise<void>;
}

/** A paper of a document on its page; unknown, confidential and foreign documents read alike (reliability (d) 34). */
export function DocumentPrint<Detail>({ paper, number, print, pdf }: DocumentPrintProps<Detail>) {
  const preview = useQuery({
    queryKey: [paper.title, 'print', number],
    queryFn: () => print(1),
    staleTime: Infinity,
    retry: false,
  });
  const [copy, setCopy] = useState<Printed<Detail> | null>(null);
  // What is printed once more, by the menu of the browser as well, is no copy of this number again.
  useEffect(() => {
    const showPreview = () => setCopy(null);
    window.addEventListener('afterprint', showPreview);
    return () => window.removeEventListener('afterprint', showPreview);
  }, []);
  if (preview.isError) {
    return <PrintRefused title={paper.title} failure={preview.error} onRetry={() => void preview.refetch()} />;
  }
  if (preview.data === undefined) return <ProgressLine active />;
  const shown = copy ?? preview.data.data;
  const isPreview = shown.copy_no === 0;
  const count = async () => {
    const { data } = await print(0);
    const counted = drawOrRefuse(paper, data);
    if (!(counted instanceof TextDoesNotFit)) await loadPictures(counted);
    flushSync(() => setCopy(data));
  };
  const drawn = drawOrRefuse(paper, shown);
  if (drawn instanceof TextDoesNotFit) return <PrintNotice title={paper.title} text={drawn.message} />;
  return (
    <PrintPage
      paper={drawn}
      isPreview={isPreview}
      {...(isPreview ? { count } : {})}
      actions={<PdfButton open={pdf} />}
    />
  );
}

export function PrintRefused({ title, failure, onRetry }: { title: string; failure: unknown; onRetry: () => void }) {
  if (failure instanceof CallRefused && failure.problem.status < 500) {
    const text =
      failure.problem.status === 404 ? 'There is no such document, or you may not see it.' : failure.problem.message;
    return <PrintNotice title={title} text={text} />;
  }
  return <PrintNotice title={title} text={failureMessage(failure)} action={<Button onClick={onRetry}>Retry</Button>} />;
}
