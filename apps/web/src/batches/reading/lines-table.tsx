import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type RefObject } from 'react';
import type { BatchDetail, LineView } from '@talaan/contract/documents/batch-view.contract';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { outOfBalanceText } from '@talaan/core/ledger/balance';
import { formatAmount, requireSum, sumMinor } from '@talaan/core/money/money';
import { classNames } from '../../ui/class-names.ts';
import { IconAlert, IconCheck } from '../../ui/icons.tsx';
import { showAmount } from '../record/batch-texts.ts';
import { useRegionName } from '../../ui/region-name.tsx';
import styles from './lines-table.module.css';

const VIRTUAL_FROM = 200;
const ROW_HEIGHT = 32;

/** The lines of a batch to read: account, analysis, amounts, and whether they balance. */
export function LinesTable({ batch, narrow = false }: { batch: BatchDetail; narrow?: boolean }) {
  if (narrow) return <NarrowLines batch={batch} />;
  return <WideLines batch={batch} />;
}

/** What its lines have besides what all have. */
interface Looks {
  readonly foreign: boolean;
  readonly withRemarks: boolean;
}

function WideLines({ batch }: { batch: BatchDetail }) {
  const name = useRegionName('Lines');
  const { details } = batch;
  const box = useRef<HTMLDivElement>(null);
  const { isVirtual, shown, before, after } = useLinesInSight(details, box);
  const looks: Looks = {
    foreign: batch.currency_id !== CURRENCY_PESO,
    withRemarks: details.some(({ remarks, billing_invoice_no }) => remarks !== '' || billing_invoice_no !== null),
  };
  const columns = 7 + (looks.foreign ? 2 : 0) + (looks.withRemarks ? 1 : 0);
  return (
    <div
      ref={box}
      className={classNames(styles.scroll, isVirtual && styles.long)}
      role="region"
      aria-label={name}
      // A region that scrolls takes the focus, so that it can be scrolled by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className={styles.table}>
        <caption className="visually-hidden">{`Lines of batch ${batch.batch_number}`}</caption>
        <WideHead {...looks} />
        <tbody>
          {before > 0 ? <Gap columns={columns} height={before} /> : null}
          {shown.map((line) => (
            <WideLine key={`${line.header_key} ${line.line_no}`} line={line} {...looks} />
          ))}
          {after > 0 ? <Gap columns={columns} height={after} /> : null}
        </tbody>
        <WideFoot batch={batch} {...looks} />
      </table>
    </div>
  );
}

/** The lines that are drawn, of many only those in sight, with the room of the others in px. */
function useLinesInSight(details: readonly LineView[], box: RefObject<HTMLDivElement | null>) {
  const isVirtual = details.length > VIRTUAL_FROM;
  // The list of shown rows is read anew at each drawing; nothing below keeps it.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: details.length,
    enabled: isVirtual,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  if (!isVirtual) return { isVirtual, shown: details, before: 0, after: 0 };
  const items = virtualizer.getVirtualItems();
  return {
    isVirtual,
    shown: items.map(({ index }) => details[index]!),
    before: items[0]?.start ?? 0,
    after: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
  };
}

function WideHead({ foreign, withRemarks }: Looks) {
  return (
    <thead>
      <tr>
        <th scope="col" className={styles.figure}>
          #
        </th>
        <th scope="col">Account</th>
        <th scope="col">Analysis/Payee</th>
        <th scope="col">Department</th>
        <th scope="col">Branch</th>
        <th scope="col" className={styles.figure}>
          Debit
        </th>
        <th scope="col" className={styles.figure}>
          Credit
        </th>
        {foreign ? (
          <>
            <th scope="col" className={styles.figure}>
              PHP Debit
            </th>
            <th scope="col" className={styles.figure}>
              PHP Credit
            </th>
          </>
        ) : null}
        {withRemarks ? <th scope="col">Remarks</th> : null}
      </tr>
    </thead>
  );
}

function WideLine({ line, foreign, withRemarks }: Looks & { line: LineView }) {
  return (
    <tr>
      <td className={`${styles.figure} muted figures`}>{line.line_no}</td>
      <th scope="row" className={styles.account} title={`${line.account_code} ${line.acct_desc}`}>
        <span className="text-2 figures">{line.account_code}</span> {line.acct_desc}
      </th>
      <td className={styles.name} title={line.payee_desc ?? undefined}>
        {line.payee_desc}
      </td>
      <td className="figures" title={line.dept_desc ?? undefined}>
        {[line.dept_code, line.section_code].filter(Boolean).join(' · ')}
      </td>
      <td className="figures" title={line.brnc_name ?? undefined}>
        {line.brnc_code}
      </td>
      <Amount text={line.debit_amount} />
      <Amount text={line.credit_amount} />
      {foreign ? (
        <>
          <Amount text={line.debit_php} />
          <Amount text={line.credit_php} />
        </>
      ) : null}
      {withRemarks ? (
        <td className={styles.name} title={remarksOf(line)}>
          {remarksOf(line)}
        </td>
      ) : null}
    </tr>
  );
}

function WideFoot({ batch, foreign, withRemarks }: Looks & { batch: BatchDetail }) {
  return (
    <tfoot>
      <tr>
        <td />
        <th scope="row" colSpan={4}>
          <Verdict batch={batch} />
        </th>
        <td className={`${styles.figure} figures`}>{showAmount(batch.total_debit)}</td>
        <td className={`${styles.figure} figures`}>{showAmount(batch.total_credit)}</td>
        {foreign ? (
          <>
            <td className={`${styles.figure} figures`}>{sumOfPesos(batch, 'debit_php')}</td>
            <td className={`${styles.figure} figures`}>{sumOfPesos(batch, 'credit_php')}</td>
          </>
        ) : null}
        {withRemarks ? <td /> : null}
      </tr>
    </tfoot>
  );
}

/** Beside a list there is room for the account, the branch and both amounts; the rest stands under the account. */
function NarrowLines({ batch }: { batch: BatchDetail }) {
  const name = useRegionName('Lines');
  return (
    <div
      className={classNames(styles.scroll, batch.details.length > VIRTUAL_FROM && styles.long)}
      role="region"
      aria-label={name}
      // A region that scrolls takes the focus, so that it can be scrolled by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className={`${styles.table} ${styles.narrow}`}>
        <caption className="visually-hidden">{`Lines of batch ${batch.batch_number}`}</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Branch</th>
            <th scope="col" className={styles.figure}>
              Debit
            </th>
            <th scope="col" className={styles.figure}>
              Credit
            </th>
          </tr>
        </thead>
        <tbody>
          {batch.details.map((line) => {
            const about = [line.payee_desc, line.dept_code, line.section_code, remarksOf(line)]
              .filter(Boolean)
              .join(' · ');
            return (
              <tr key={`${line.header_key} ${line.line_no}`}>
                <th scope="row" className={styles.account} title={`${line.account_code} ${line.acct_desc}\n${about}`}>
                  <span className="text-2 figures">{line.account_code}</span> {line.acct_desc}
                  {about === '' ? null : <span className={styles.about}>{about}</span>}
                </th>
                <td className="figures" title={line.brnc_name ?? undefined}>
                  {line.brnc_code}
                </td>
                <Amount text={line.debit_amount} />
                <Amount text={line.credit_amount} />
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              <Verdict batch={batch} />
            </th>
            <td className={`${styles.figure} figures`}>{showAmount(batch.total_debit)}</td>
            <td className={`${styles.figure} figures`}>{showAmount(batch.total_credit)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

const sumOfPesos = ({ details }: BatchDetail, side: 'debit_php' | 'credit_php'): string =>
  formatAmount(sumMinor(details.map((line) => requireSum(line[side]))));

function remarksOf({ remarks, atc_code, billing_invoice_no }: LineView): string {
  return [billing_invoice_no, atc_code, remarks].filter(Boolean).join(' · ');
}

function Amount({ text }: { text: string }) {
  return <td className={classNames(styles.figure, 'figures', text === '0.00' && 'muted')}>{showAmount(text)}</td>;
}

function Gap({ columns, height }: { columns: number; height: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} className={styles.gap} style={{ height }} />
    </tr>
  );
}

function Verdict({ batch }: { batch: BatchDetail }) {
  const out = outOfBalanceText({
    debit_minor: requireSum(batch.total_debit),
    credit_minor: requireSum(batch.total_credit),
  });
  return out === null ? (
    <span className={`${styles.verdict} success`}>
      <IconCheck />
      Balanced
    </span>
  ) : (
    <span className={`${styles.verdict} danger`}>
      <IconAlert />
      {out}
    </span>
  );
}
