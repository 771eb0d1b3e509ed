import { useParams } from '@tanstack/react-router';
import { journalDetailsPaper } from '@talaan/contract/documents/journal-entry/journal-details.paper';
import {
  printJournalEntry,
  printJournalEntryPdf,
} from '@talaan/contract/documents/journal-entry/journal-print.contract';
import { transactionPrintKeys } from '@talaan/contract/prints/print-keys';
import { DAMAGED_LINK, decodePrintLink } from '@talaan/contract/prints/print-link';
import { callServer } from '../../api/client.ts';
import { downloadFile } from '../../api/download.ts';
import { DocumentPrint } from '../document-print.tsx';
import { PrintNotice } from '../print-page.tsx';

/** /preview-trx/{data} for a journal entry: its details on paper (ux §8). The server re-reads and re-authorises. */
export function JournalDetailsPrint() {
  const { data = '' } = useParams({ strict: false }) as { data?: string };
  const keys = decodePrintLink(transactionPrintKeys, data);
  if (keys === null || keys.document_type !== 'JE')
    return <PrintNotice title={journalDetailsPaper.title} text={DAMAGED_LINK} />;
  const params = { id: keys.batch_number };
  return (
    <DocumentPrint
      paper={journalDetailsPaper}
      number={keys.batch_number}
      print={() => callServer(printJournalEntry, { params })}
      download={() => downloadFile(printJournalEntryPdf, { params })}
    />
  );
}
