import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { OrderDetail, OrderVoucher } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { formatAmount, requireSum, sumMinor } from '@talaan/core/money/money';
import { BatchReading } from '../../batches/reading/batch-reading.tsx';
import { BatchStatus } from '../../batches/record/batch-chips.tsx';
import { showAmount } from '../../batches/record/batch-texts.ts';
import { useOpenAddress } from '../../page/open-address.ts';
import { SideFigures } from '../../batches/record/side-figures.tsx';
import { SidePart } from '../../batches/record/side-part.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import { orderOf } from './order-calls.ts';
import { OrderVat } from './order-vat.tsx';
import styles from './order-reading.module.css';

/** An order to read: what it says, and beside it what vouchers took of it (ux §12). */
export function OrderReading({ batch }: { batch: BatchDetail }) {
  const order = useQuery(orderOf(batch.batch_number));
  const detail = order.data;
  if (detail === undefined) return <LoadState query={order} what="the order" />;
  return (
    <BatchReading
      batch={batch}
      below={<VouchersOfOrder order={detail} />}
      side={
        <>
          <SidePart title="Match">
            <SideFigures
              rows={[
                { name: 'Ordered', figure: showAmount(detail.total_amount) },
                { name: 'Vouchered', figure: showAmount(detail.vouchered_amount) },
                { name: 'of it released', figure: showAmount(detail.released_amount) },
                { name: 'Open to voucher', figure: showAmount(detail.open_amount), strong: true },
              ]}
            />
          </SidePart>
          <OrderVat totalMinor={requireSum(detail.total_amount)} header={detail} />
        </>
      }
    />
  );
}

/** The vouchers that take from an order, and how much of it is released, in approval and open. */
function VouchersOfOrder({ order }: { order: OrderDetail }) {
  const { vouchers, hidden_vouchers, released_amount, vouchered_amount, open_amount, total_amount } = order;
  const addressOf = useOpenAddress();
  const waiting = requireSum(vouchered_amount) - requireSum(released_amount);
  const shares = [
    { name: 'released', amount: requireSum(released_amount), style: styles.released },
    { name: 'in approval', amount: waiting, style: styles.waiting },
    { name: 'open', amount: requireSum(open_amount), style: styles.open },
  ];
  const counted = vouchers.filter(({ counts }) => counts);
  // Those that are hidden are among what is open; so a voucher's own remainder is told where all of them are seen.
  const openAfter = hidden_vouchers === 0 ? remainders(total_amount, counted) : new Map<OrderVoucher, string>();
  const sumOf = (field: 'withheld_amount' | 'net_amount') =>
    hidden_vouchers === 0 ? formatAmount(sumMinor(counted.map((voucher) => requireSum(voucher[field])))) : '';
  const told = shares.map(({ name, amount }) => `${name} ${formatAmount(amount)}`).join(' · ');
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>Vouchers on this order</h2>
        <span className="muted small figures">{vouchers.length + hidden_vouchers}</span>
        <span className={styles.bar} aria-hidden="true">
          {shares
            .filter(({ amount }) => amount > 0n)
            .map(({ name, amount, style }) => (
              <span
                key={name}
                className={style}
                style={{ flexGrow: Number((amount * 1000n) / requireSum(total_amount)) }}
              />
            ))}
        </span>
        <span className="text-2 small figures">{told}</span>
      </div>
      {vouchers.length === 0 && hidden_vouchers === 0 ? (
        <p className={`${styles.none} muted`}>No voucher takes from this order yet.</p>
      ) : null}
      {hidden_vouchers === 0 ? null : (
        <p className={`${styles.none} muted`}>
          {hidden_vouchers === 1 ? '1 voucher is confidential.' : `${hidden_vouchers} vouchers are confidential.`}
        </p>
      )}
      {vouchers.length === 0 ? null : (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <caption className="visually-hidden">Vouchers on this order</caption>
            <thead>
              <tr>
                <th scope="col">Batch No.</th>
                <th scope="col">Document</th>
                <th scope="col">Date</th>
                <th scope="col">Status</th>
                {['Gross', 'Withheld', 'Net', 'Open after'].map((name) => (
                  <th key={name} scope="col" className={styles.figure}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {vouchers.map((voucher) => (
                <tr key={voucher.batch_number} className={classNames(!voucher.counts && styles.idle)}>
                  <th scope="row" className="figures">
                    <Link {...addressOf(voucher)}>{voucher.batch_number}</Link>
                  </th>
                  <td className="figures">{voucher.document_number ?? voucher.document_type}</td>
                  <td className="figures">{voucher.document_date}</td>
                  <td>
                    <BatchStatus batch={{ ...voucher, voided: false }} />
                  </td>
                  <td className={`${styles.figure} figures`}>{showAmount(voucher.voucher_amount)}</td>
                  <td className={`${styles.figure} figures`}>{showAmount(voucher.withheld_amount)}</td>
                  <td className={`${styles.figure} figures`}>{showAmount(voucher.net_amount)}</td>
                  <td className={`${styles.figure} figures`}>{openAfter.get(voucher)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={4}>
                  Taken from the order
                </th>
                <td className={`${styles.figure} figures`}>{showAmount(vouchered_amount)}</td>
                <td className={`${styles.figure} figures`}>{sumOf('withheld_amount')}</td>
                <td className={`${styles.figure} figures`}>{sumOf('net_amount')}</td>
                <td className={`${styles.figure} figures`}>{showAmount(open_amount)}</td>
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </>
  );
}

/** What of an order was left after each of the vouchers that count, in their order. */
function remainders(total: string, vouchers: readonly OrderVoucher[]): Map<OrderVoucher, string> {
  let open = requireSum(total);
  return new Map(
    vouchers.map((voucher) => {
      open -= requireSum(voucher.voucher_amount);
      return [voucher, formatAmount(open)];
    }),
  );
}
