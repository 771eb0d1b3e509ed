import { Link } from '@tanstack/react-router';
import type { OrderDetail, OrderVoucher } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { formatAmount, requireSum, sumMinor } from '@talaan/core/money/money';
import { BatchStatus } from '../../batches/record/batch-chips.tsx';
import { showAmount } from '../../batches/record/batch-texts.ts';
import { useOpenAddress } from '../../page/open-address.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './order-vouchers.module.css';

/** The vouchers that take from an order, and how much of it is released, in approval and open. */
export function VouchersOfOrder({ order }: { order: OrderDetail }) {
  const { vouchers, hidden_vouchers, released_amount, vouchered_amount, open_amount, total_amount } = order;
  const waiting = requireSum(vouchered_amount) - requireSum(released_amount);
  const shares = [
    { name: 'released', amount: requireSum(released_amount), style: styles.released },
    { name: 'in approval', amount: waiting, style: styles.waiting },
    { name: 'open', amount: requireSum(open_amount), style: styles.open },
  ];
  const bars = shares.filter(({ amount }) => amount > 0n);
  const share = (amount: bigint) => Number((amount * 1000n) / requireSum(total_amount));
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>Vouchers on this order</h2>
        <span className="muted small figures">{vouchers.length + hidden_vouchers}</span>
        <span className={styles.bar} aria-hidden="true">
          {bars.map(({ name, amount, style }) => (
            <span key={name} className={style} style={{ flexGrow: share(amount) }} />
          ))}
        </span>
        <span className="text-2 small figures">
          {shares.map(({ name, amount }) => `${name} ${formatAmount(amount)}`).join(' · ')}
        </span>
      </div>
      {vouchers.length === 0 && hidden_vouchers === 0 ? (
        <p className={`${styles.none} muted`}>No voucher takes from this order yet.</p>
      ) : null}
      {hidden_vouchers === 0 ? null : (
        <p className={`${styles.none} muted`}>
          {hidden_vouchers === 1 ? '1 voucher is confidential.' : `${hidden_vouchers} vouchers are confidential.`}
        </p>
      )}
      {vouchers.length === 0 ? null : <VouchersTable order={order} />}
    </>
  );
}

const TOLD = ['Batch No.', 'Document', 'Date', 'Status'];
const SUMMED = ['Gross', 'Withheld', 'Net', 'Open after'];

function VouchersTable({ order }: { order: OrderDetail }) {
  const { vouchers, hidden_vouchers, vouchered_amount, open_amount, total_amount } = order;
  const addressOf = useOpenAddress();
  const counted = vouchers.filter(({ counts }) => counts);
  // Those that are hidden are among what is open; so a voucher's own remainder is told where all of them are seen.
  const openAfter = hidden_vouchers === 0 ? remainders(total_amount, counted) : new Map<OrderVoucher, string>();
  const sumOf = (field: 'withheld_amount' | 'net_amount') =>
    hidden_vouchers === 0 ? formatAmount(sumMinor(counted.map((voucher) => requireSum(voucher[field])))) : '';
  const figures = (...of: readonly (string | undefined)[]) =>
    of.map((figure, at) => (
      <td key={SUMMED[at]} className={`${styles.figure} figures`}>
        {figure}
      </td>
    ));
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="visually-hidden">Vouchers on this order</caption>
        <thead>
          <tr>
            {[...TOLD, ...SUMMED].map((name) => (
              <th key={name} scope="col" className={SUMMED.includes(name) ? styles.figure : undefined}>
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
              {figures(
                ...[voucher.voucher_amount, voucher.withheld_amount, voucher.net_amount].map(showAmount),
                openAfter.get(voucher),
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={TOLD.length}>
              Taken from the order
            </th>
            {figures(
              showAmount(vouchered_amount),
              sumOf('withheld_amount'),
              sumOf('net_amount'),
              showAmount(open_amount),
            )}
          </tr>
        </tfoot>
      </table>
    </div>
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
