import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState, type CSSProperties } from 'react';
import { flushSync } from 'react-dom';
import { amountInWords } from '@talaan/core/money/amount-in-words';
import { formatAmount, requireAmount } from '@talaan/core/money/money';
import { chequePaper } from '@talaan/contract/documents/cheque-register/cheque.paper';
import {
  printCheque,
  printCheques,
  type PrintedCheque,
  type PrintedCheques,
} from '@talaan/contract/documents/cheque-register/cheque-print.contract';
import { datesText } from '@talaan/contract/documents/document-paper';
import { chequePrintKeys } from '@talaan/contract/prints/print-keys';
import { DAMAGED_LINK, decodePrintLink } from '@talaan/contract/prints/print-link';
import { callServer } from '../../api/client.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { ProgressLine } from '../../ui/waiting/progress-line.tsx';
import { drawOrRefuse } from '../../page/paper/draw-or-refuse.ts';
import { PrintRefused } from '../document-print.tsx';
import { PrintNotice, PrintPage } from '../print-page.tsx';
import { TextDoesNotFit } from '@talaan/contract/papers/placed-part';
import styles from './cheque-print.module.css';
import { lastPrinter, rememberPrinter } from '../../session/printer-name.ts';
import { stockPicture } from '../../page/files/stock-picture.ts';

const TITLE = 'Cheque';
const isPrintable = ({ specimen }: PrintedCheque): boolean => specimen === null;

/**
 * /preview-cheque/{data}: the cheques of a voucher batch, or of the register, on their stock (ux §8). Printing them makes each
 * one Printed, all or none; what may not be printed is a specimen.
 */
export function ChequePrint() {
  const { data = '' } = useParams({ strict: false }) as { data?: string };
  const keys = decodePrintLink(chequePrintKeys, data);
  if (keys === null) return <PrintNotice title={TITLE} text={DAMAGED_LINK} />;
  const read = (printer_name: string) => {
    const asked = { print: 0, printer_name } as const;
    if ('ids' in keys) return callServer(printCheques, { body: { ...asked, ids: keys.ids } });
    const { batch_number, document_number } = keys;
    const which = document_number === undefined ? {} : { document_number };
    return callServer(printCheque, { params: { id: batch_number }, body: { ...asked, ...which } });
  };
  return <ChequeSheets data={data} read={read} />;
}

interface ChequeSheetsProps {
  /** Tells one print from another. */
  data: string;
  read: (printer: string) => Promise<{ data: PrintedCheques }>;
}

function ChequeSheets({ data, read }: ChequeSheetsProps) {
  const [printer, setPrinter] = useState(lastPrinter());
  const [showsStock, setShowsStock] = useState(true);
  const [copy, setCopy] = useState<PrintedCheques | null>(null);
  const [done, setDone] = useState<PrintedCheques | null>(null);
  const preview = useQuery({
    queryKey: [TITLE, 'print', data, printer],
    queryFn: () => read(printer),
    staleTime: Infinity,
    retry: false,
    placeholderData: (before) => before,
  });
  const { refetch } = preview;
  // A leaf is printed once: what is printed after it is a specimen.
  useEffect(() => {
    const showPreview = () => {
      setCopy(null);
      void refetch();
    };
    window.addEventListener('afterprint', showPreview);
    return () => window.removeEventListener('afterprint', showPreview);
  }, [refetch]);
  if (preview.isError) {
    return <PrintRefused title={TITLE} failure={preview.error} onRetry={() => void preview.refetch()} />;
  }
  if (preview.data === undefined) return <ProgressLine active />;
  const shown = copy ?? preview.data.data;
  const printable = shown.cheques.filter(isPrintable);
  const drawn = drawOrRefuse(chequePaper(shown.layout), shown);
  if (drawn instanceof TextDoesNotFit) return <PrintNotice title={TITLE} text={drawn.message} />;

  async function count(): Promise<void> {
    const ids = printable.map(({ id }) => id!);
    const printed = (await callServer(printCheques, { body: { print: 1, printer_name: printer, ids } })).data;
    flushSync(() => {
      setCopy(printed);
      setDone(printed);
    });
  }

  const look: CSSProperties & Record<'--stock', string> = {
    '--stock': showsStock ? `url("${stockPicture(shown.layout, shown.bank_name)}")` : 'none',
  };
  return (
    <div className={styles.cheques} style={look}>
      <PrintPage
        paper={drawn}
        isPreview={copy === null && printable.length > 0}
        {...(copy === null && printable.length > 0 ? { count } : {})}
        actions={
          <Checkbox label="Show stock" checked={showsStock} onChange={(event) => setShowsStock(event.target.checked)} />
        }
      />
      <aside className={styles.strip} aria-label="What the cheques say">
        {done === null ? null : <Printed run={done} />}
        <Field label="Printer" hint={offsetText(shown)} className={styles.printer}>
          <TextInput
            value={printer}
            onChange={(event) => setPrinter(event.target.value)}
            onBlur={() => rememberPrinter(printer)}
          />
        </Field>
        <ChequeWords cheques={shown.cheques} />
      </aside>
    </div>
  );
}

/** Each cheque in words, and why one is a specimen. */
function ChequeWords({ cheques }: Pick<PrintedCheques, 'cheques'>) {
  return (
    <dl>
      {cheques.map((cheque) => (
        <div key={cheque.id}>
          <dt className="figures">
            {[cheque.document_number, datesText(cheque.cheque_date), formatAmount(requireAmount(cheque.amount))].join(
              ' · ',
            )}
          </dt>
          <dd>{`${cheque.payee} · ${amountInWords(requireAmount(cheque.amount), cheque.currency_word)}`}</dd>
          {cheque.specimen === null ? null : <dd className="danger">{cheque.specimen}</dd>}
        </div>
      ))}
    </dl>
  );
}

function offsetText({ layout: { name, version, x_mm, y_mm } }: PrintedCheques): string {
  const stock = `Layout ${name}, version ${version}`;
  return Number(x_mm) === 0 && Number(y_mm) === 0
    ? `${stock}; as the layout has it`
    : `${stock}; moved by ${x_mm} mm across and ${y_mm} mm down`;
}

/** After a print: which leaves were, and where it is said how they came out. */
function Printed({ run: { run_id, cheques } }: { run: PrintedCheques }) {
  return (
    <p role="status">
      {`Printed: ${cheques.map(({ cheque_number }) => cheque_number).join(', ')}. `}
      <a href={`/trxcheck?run=${run_id}`}>Did every leaf print well?</a>
    </p>
  );
}
