import { useParams } from '@tanstack/react-router';
import { DETAIL_TYPES, detailsPaper } from '@talaan/contract/documents/print/details.paper';
import { printDetails, printDetailsPdf } from '@talaan/contract/documents/print/details-print.contract';
import { debitLetterPaper } from '@talaan/contract/documents/disbursement/debit-letter.paper';
import { printLetter, printLetterPdf } from '@talaan/contract/documents/disbursement/disbursement-print.contract';
import { journalDetailsPaper } from '@talaan/contract/documents/journal-entry/journal-details.paper';
import {
  printJournalEntry,
  printJournalEntryPdf,
} from '@talaan/contract/documents/journal-entry/journal-print.contract';
import { transactionPrintKeys } from '@talaan/contract/prints/print-keys';
import { DAMAGED_LINK, decodePrintLink } from '@talaan/contract/prints/print-link';
import { callServer } from '../../api/client.ts';
import { openMadeFile } from '../../api/download.ts';
import { DocumentPrint } from '../document-print.tsx';
import { PrintNotice } from '../print-page.tsx';

/**
 * /preview-trx/{data}: the letter of a debit memo, the details of a journal entry, and those of every other transaction with
 * lines (ux §8). The server re-reads and re-authorises.
 */
export function TransactionPrint() {
  const { data = '' } = useParams({ strict: false }) as { data?: string };
  const keys = decodePrintLink(transactionPrintKeys, data);
  if (keys === null) return <Damaged />;
  const { batch_number: number, document_type, document_number } = keys;
  const params = { id: number };
  const which = document_number === undefined ? {} : { document_number };
  const named = [number, document_number].join(' ');
  if (document_type === 'JE') {
    return (
      <DocumentPrint
        paper={journalDetailsPaper}
        number={named}
        print={(preview) => callServer(printJournalEntry, { params, body: { preview, ...which } })}
        pdf={() => openMadeFile(printJournalEntryPdf, { params, query: which })}
      />
    );
  }
  if (document_type === 'DM') {
    return (
      <DocumentPrint
        paper={debitLetterPaper}
        number={named}
        print={(preview) => callServer(printLetter, { params, body: { preview, ...which } })}
        pdf={() => openMadeFile(printLetterPdf, { params, query: which })}
      />
    );
  }
  const detailed = DETAIL_TYPES.find((type) => type === document_type);
  if (detailed === undefined) return <Damaged />;
  return (
    <DocumentPrint
      paper={detailsPaper}
      number={`${detailed} ${named}`}
      print={(preview) => callServer(printDetails, { params, body: { document_type: detailed, preview, ...which } })}
      pdf={() => openMadeFile(printDetailsPdf, { params, query: { document_type: detailed, ...which } })}
    />
  );
}

function Damaged() {
  return <PrintNotice title={detailsPaper.title} text={DAMAGED_LINK} />;
}
