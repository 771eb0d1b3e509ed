import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { listChequeOffsets, listChequeStocks } from '@talaan/contract/documents/cheque-register/cheque-print.contract';
import { testSheet } from '@talaan/contract/documents/cheque-register/cheque.paper';
import { drawPaper } from '@talaan/contract/papers/draw-paper';
import { chequeTestKeys } from '@talaan/contract/prints/print-keys';
import { DAMAGED_LINK, decodePrintLink } from '@talaan/contract/prints/print-link';
import { callServer } from '../../api/client.ts';
import { failureMessage } from '../../api/report-failure.ts';
import { lastPrinter } from '../../session/printer-name.ts';
import { ProgressLine } from '../../ui/waiting/progress-line.tsx';
import { PrintNotice, PrintPage } from '../print-page.tsx';

const TITLE = 'Test sheet';

/** /preview-cheque-test/{data}: the crosses to measure a printer by, or the frames of the fields of a stock where the printer used last puts them. */
export function ChequeTestPrint() {
  const { data = '' } = useParams({ strict: false }) as { data?: string };
  const keys = decodePrintLink(chequeTestKeys, data);
  const stocks = useQuery({
    queryKey: ['cheque-stocks'],
    queryFn: () => callServer(listChequeStocks, {}),
    enabled: keys !== null,
    retry: false,
  });
  const printer = lastPrinter();
  const offsets = useQuery({
    queryKey: ['cheque-offsets', keys?.layout_id],
    queryFn: () => callServer(listChequeOffsets, { query: { layout_id: keys!.layout_id } }),
    enabled: keys !== null,
    retry: false,
  });
  if (keys === null) return <PrintNotice title={TITLE} text={DAMAGED_LINK} />;
  if (stocks.isError) return <PrintNotice title={TITLE} text={failureMessage(stocks.error)} />;
  if (offsets.isError) return <PrintNotice title={TITLE} text={failureMessage(offsets.error)} />;
  if (stocks.data === undefined || offsets.data === undefined) return <ProgressLine active />;
  const stock = stocks.data.data.find(({ id }) => id === keys.layout_id);
  if (stock === undefined) return <PrintNotice title={TITLE} text="There is no such cheque layout." />;
  const missed = offsets.data.data.find(({ printer_name }) => printer_name === printer);
  const moved = { left: Number(missed?.x_mm ?? 0), top: Number(missed?.y_mm ?? 0) };
  return <PrintPage paper={drawPaper(testSheet(stock, keys.shows, moved), null)} />;
}
