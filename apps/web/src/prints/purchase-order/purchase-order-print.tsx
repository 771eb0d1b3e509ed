import { useParams } from '@tanstack/react-router';
import { printOrder, printOrderPdf } from '@talaan/contract/documents/purchase-order/order-print.contract';
import { purchaseOrderPaper } from '@talaan/contract/documents/purchase-order/purchase-order.paper';
import { orderPrintKeys } from '@talaan/contract/prints/print-keys';
import { DAMAGED_LINK, decodePrintLink } from '@talaan/contract/prints/print-link';
import { callServer } from '../../api/client.ts';
import { openMadeFile } from '../../api/download.ts';
import { DocumentPrint } from '../document-print.tsx';
import { PrintNotice } from '../print-page.tsx';

/** /purchase-order-print/{data}: what the supplier gets (ux §8); {data} is the PO number as such (decisions §9), or keys. */
export function PurchaseOrderPrint() {
  const { data = '' } = useParams({ strict: false }) as { data?: string };
  const plain = orderPrintKeys.safeParse({ po_number: data });
  const keys = plain.success ? plain.data : decodePrintLink(orderPrintKeys, data);
  if (keys === null) return <PrintNotice title={purchaseOrderPaper.title} text={DAMAGED_LINK} />;
  const params = { id: keys.po_number };
  return (
    <DocumentPrint
      paper={purchaseOrderPaper}
      number={keys.po_number}
      print={(preview) => callServer(printOrder, { params, body: { preview } })}
      pdf={() => openMadeFile(printOrderPdf, { params })}
    />
  );
}
