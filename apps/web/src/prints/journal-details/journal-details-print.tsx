import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { printJournalEntry } from '@talaan/contract/documents/batch.contract';
import type { BatchDetail, LineView, TimelineMove } from '@talaan/contract/documents/batch-view.contract';
import { CallRefused } from '@talaan/contract/http/client';
import type { ResultOf } from '@talaan/contract/http/route';
import { transactionPrintKeys } from '@talaan/contract/prints/print-keys';
import { DAMAGED_LINK, decodePrintLink } from '@talaan/contract/prints/print-link';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { statusChip } from '@talaan/core/documents/document-status';
import { formatPrintDate, parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { amountText, formatAmount, requireSum } from '@talaan/core/money/money';
import { callServer } from '../../api/client.ts';
import { failureMessage } from '../../api/report-failure.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ProgressLine } from '../../ui/waiting/progress-line.tsx';
import { classNames } from '../../ui/class-names.ts';
import { calendarDateAt } from '../../ui/dates/today.tsx';
import { PrintNotice, PrintPage } from '../print-page.tsx';
import styles from '../paper.module.css';
import { figureWidth } from '../paper-width.ts';

type Paper = ResultOf<typeof printJournalEntry>['data'];

const TITLE = 'Journal Voucher';

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
  const paper = print.data.data;
  const number = paper.batch.document_number ?? paper.batch.batch_number;
  return (
    <PrintPage title={`${TITLE} ${number}`} hint="A4 portrait" foot={footOf(paper)}>
      <JournalSheet paper={paper} />
    </PrintPage>
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

/** The sheet: company, facts of the entry, its lines and who prepared and approved it. */
export function JournalSheet({ paper }: { paper: Paper }) {
  const { batch, company } = paper;
  const foreign = batch.currency_id !== 1;
  return (
    <>
      <div className={styles.head}>
        <div>
          {company.logo === null ? null : <img className={styles.logo} src={company.logo} alt="" />}
          <div className={styles.company}>{company.name}</div>
          <div>{company.address}</div>
          {company.tin === '' ? null : <div>{`TIN ${company.tin}`}</div>}
        </div>
        <div className={styles.kind}>
          <b>JOURNAL VOUCHER</b>
          <div className="figures">{batch.document_number ?? 'No number yet'}</div>
          {batch.voided ? <div className={styles.void}>VOID</div> : null}
        </div>
      </div>
      <Facts batch={batch} />
      <Lines lines={batch.details} foreign={foreign} batch={batch} />
      <Signatures batch={batch} />
      <p className={`${styles.fine} ${styles.screenOnly}`}>{footOf(paper)}</p>
    </>
  );
}

function Facts({ batch }: { batch: BatchDetail }) {
  const facts: [string, string][] = [
    ['Batch No.', batch.batch_number],
    ['Date', datesText(batch.document_date)],
    ['Document No.', batch.document_number ?? ''],
    ['Type', `JE · ${DOCUMENT_TYPES.JE.label}${batch.adjusting === 1 ? ', adjusting' : ''}`],
    ['Status', statusChip('JE', batch.status).label],
    ['Preparer', batch.preparer],
    ...(batch.currency_id === 1
      ? []
      : ([
          ['Currency', batch.currency],
          ['Rate', batch.dollar_rate],
        ] as [string, string][])),
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <Fact key={label} label={label} value={value} />
      ))}
      <dt>Remarks</dt>
      <dd className={styles.wide}>{batch.remarks}</dd>
    </dl>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="figures">{value}</dd>
    </>
  );
}

function Lines({ lines, foreign, batch }: { lines: readonly LineView[]; foreign: boolean; batch: BatchDetail }) {
  const amount = (value: string) => formatAmount(requireSum(value));
  const pesos = lines.reduce(
    (sums, line) => [sums[0]! + requireSum(line.debit_php), sums[1]! + requireSum(line.credit_php)],
    [0n, 0n],
  );
  const [debitHead, creditHead] = foreign
    ? [`Debit ${batch.currency}`, `Credit ${batch.currency}`]
    : ['Debit', 'Credit'];
  const amountWidth = figureWidth([batch.total_debit, batch.total_credit, ...pesos.map(amountText)].map(amount));
  return (
    <table className={classNames(styles.table, styles.report)}>
      <caption className="visually-hidden">Entry lines</caption>
      <colgroup>
        <col style={{ width: 26 }} />
        <col style={{ width: figureWidth(lines.map((line) => line.account_code)) }} />
        <col />
        {/* A journal without payees or remarks leaves the room of their columns to the titles. */}
        <col
          style={lines.some((line) => line.payee_desc !== null) ? undefined : { width: figureWidth(['Analysis']) }}
        />
        <col style={{ width: figureWidth(lines.map((line) => line.dept_code ?? '')) }} />
        <col style={{ width: figureWidth(lines.map((line) => line.brnc_code ?? '')) }} />
        <col style={{ width: figureWidth(lines.map((line) => line.section_code ?? '')) }} />
        <col style={{ width: amountWidth }} />
        <col style={{ width: amountWidth }} />
        <col style={lines.some((line) => line.remarks) ? undefined : { width: figureWidth(['Remarks']) }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">Account</th>
          <th scope="col">Title</th>
          <th scope="col">Analysis</th>
          <th scope="col">Dept</th>
          <th scope="col">Branch</th>
          <th scope="col">Section</th>
          <th scope="col" className={styles.right}>
            {debitHead}
          </th>
          <th scope="col" className={styles.right}>
            {creditHead}
          </th>
          <th scope="col">Remarks</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.line_no}>
            <td>{line.line_no}</td>
            <td className={styles.code}>{line.account_code}</td>
            <td>{line.acct_desc}</td>
            <td>{line.payee_desc}</td>
            <td className={styles.code}>{line.dept_code}</td>
            <td className={styles.code}>{line.brnc_code}</td>
            <td className={styles.code}>{line.section_code}</td>
            <td className={styles.right}>{amount(line.debit_amount)}</td>
            <td className={styles.right}>{amount(line.credit_amount)}</td>
            <td>{line.remarks}</td>
          </tr>
        ))}
        <tr className={styles.total}>
          <td colSpan={7}>TOTAL</td>
          <td className={styles.right}>{amount(batch.total_debit)}</td>
          <td className={styles.right}>{amount(batch.total_credit)}</td>
          <td />
        </tr>
        {foreign ? (
          <tr className={styles.total}>
            <td colSpan={7}>TOTAL PHP</td>
            <td className={styles.right}>{formatAmount(pesos[0]!)}</td>
            <td className={styles.right}>{formatAmount(pesos[1]!)}</td>
            <td />
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}

function Signatures({ batch }: { batch: BatchDetail }) {
  const inForce = batch.timeline.filter((move) => move.in_force);
  return (
    <div className={styles.signatures}>
      <div>
        Prepared by
        <b>{batch.preparer}</b>
        <span>{instantDate(inForce.findLast((move) => move.action === 'submit')?.at ?? batch.date_encoded)}</span>
      </div>
      <div>
        Approved by
        {inForce
          .filter((move) => move.action === 'approve')
          .map((move) => (
            <div key={move.at}>
              <b>{signer(move)}</b> <span>{instantDate(move.at)}</span>
            </div>
          ))}
      </div>
    </div>
  );
}

/** Who signed, and for whom where a stand-in did. */
function signer(move: TimelineMove): string {
  return move.on_behalf_of_name === null ? move.user_name : `${move.user_name} for ${move.on_behalf_of_name}`;
}

/** yyyy-mm-dd as MM-d-yyyy; several dates as the specification says (spec 2 §3). */
function datesText(dates: string): string {
  if (dates.includes(',')) return MESSAGES.multipleDates;
  const date = parseCalendarDate(dates);
  return date === null ? dates : formatPrintDate(date);
}

function instantDate(instant: string): string {
  return formatPrintDate(calendarDateAt(Date.parse(instant)));
}

const MANILA_TIME = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Manila', hour: '2-digit', minute: '2-digit' });

/** When and by whom it was printed, and which copy it is. */
function footOf({ printed_at, printed_by, copy_no }: Paper): string {
  const printed = `Printed ${instantDate(printed_at)} ${MANILA_TIME.format(Date.parse(printed_at))} by ${printed_by}`;
  return copy_no > 1 ? `${printed} · REPRINT ${copy_no}` : printed;
}
