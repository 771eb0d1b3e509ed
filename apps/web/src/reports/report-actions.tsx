import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import * as z from 'zod';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { AnyReport, ReportFormat } from '@talaan/contract/reports/kit/define-report';
import { encodePrintLink } from '@talaan/contract/prints/print-link';
import { FILE_AT_ONCE } from '@talaan/contract/reports/views/schedules/report-schedule.contract';
import { downloadFile } from '../api/download.ts';
import { reportFailure } from '../api/report-failure.ts';
import { startFile } from '../notices/report-files.ts';
import { FormatMenu } from '../page/export-menu.tsx';
import { useSearchState } from '../page/search-state.ts';
import { useSession } from '../session/session.ts';
import { Button, buttonClass } from '../ui/buttons/button.tsx';
import { showError, showSuccess } from '../ui/feedback/feedback.ts';
import { IconArrowUpRight, IconPrint } from '../ui/icons.tsx';
import { useShortcut } from '../ui/keyboard/shortcuts.ts';
import { callsOf, type Filter } from './filters/filter.ts';
import styles from './report-page.module.css';

/** Behind the address of a print page: it prints as soon as it is ready. */
export const PRINT_AT_ONCE = '#print';

export interface ReportActionsProps {
  report: AnyReport;
  filter: Filter | null;
  /** Why nothing of it can leave now. */
  blocked: string | undefined;
}

/** Export as one menu, Print, Open full page; each says why when it is not possible. */
export function ReportActions({ report, filter, blocked }: ReportActionsProps) {
  return (
    <>
      <SheetActions
        address={filter === null ? '' : `${report.fullPage}/${encodePrintLink(filter.given)}`}
        blocked={blocked}
      />
      <ReportExport report={report} filter={filter} blocked={blocked} keys="e" />
    </>
  );
}

/** What leads to the page without the shell at an address: to look at it, and to print it as soon as it is ready. */
export function SheetActions({ address, blocked }: { address: string; blocked: string | undefined }) {
  const print = (): void => void window.open(`${address}${PRINT_AT_ONCE}`, '_blank', 'noopener');
  useShortcut('mod+p', 'Print', print, { enabled: blocked === undefined });
  return (
    <>
      {blocked === undefined ? (
        <a
          className={`${buttonClass({ variant: 'ghost' })} ${styles.fullPage}`}
          href={address}
          target="_blank"
          rel="noopener"
        >
          <IconArrowUpRight />
          Open full page
        </a>
      ) : (
        <Button className={styles.fullPage ?? ''} variant="ghost" icon={<IconArrowUpRight />} disabledReason={blocked}>
          Open full page
        </Button>
      )}
      <Button icon={<IconPrint />} disabledReason={blocked} onClick={print}>
        Print
      </Button>
    </>
  );
}

/** The files of a report: the same lines as workbook, as text and on paper. One of many rows is made in the background. */
export function ReportExport({ report, filter, blocked, keys }: ReportActionsProps & { keys?: 'e' }) {
  const client = useQueryClient();
  const session = useSession();
  // Who only looks has nothing made.
  const mayStart = session.state !== 'signed_out' && !session.preview;
  const formats: readonly { format: ReportFormat; label: string; detail: string }[] = [
    { format: 'xlsx', label: 'Excel', detail: 'typed cells, outline' },
    { format: 'csv', label: 'CSV', detail: 'the same lines' },
    { format: 'pdf', label: 'PDF', detail: `A4 ${report.orientation}` },
  ];
  async function download(format: ReportFormat): Promise<string | null> {
    const given = { ...filter?.given };
    if (report.paged && mayStart && (await startFile(client, { report: report.name, format, filter: given })))
      return null;
    return downloadFile(callsOf(report, filter).export, { query: { ...given, format } });
  }
  useFileAtOnce(blocked, download);
  return (
    <FormatMenu
      command={`Export ${report.title}`}
      formats={formats}
      disabledReason={blocked}
      download={download}
      {...(keys === undefined ? {} : { keys })}
    />
  );
}

const fileAddress = z.object({ [FILE_AT_ONCE]: z.enum(['pdf', 'xlsx']).optional().catch(undefined) });

/** The link of a schedule may ask for a file: it is made once, as soon as the figures are there, and the address forgets it. */
function useFileAtOnce(blocked: string | undefined, download: (format: ReportFormat) => Promise<string | null>): void {
  const [{ [FILE_AT_ONCE]: format }, change] = useSearchState(fileAddress);
  const made = useRef(false);
  const isWanted = format !== undefined && blocked === undefined;
  useEffect(() => {
    if (!isWanted || made.current) return;
    made.current = true;
    change({ [FILE_AT_ONCE]: undefined }, { replace: true });
    download(format).then(
      (name) => (name === null ? undefined : showSuccess(`${name} is saved.`)),
      (failure: unknown) => reportFailure(failure, (message) => showError(MESSAGES.failedToRetrieve(message))),
    );
  });
}
