import { Link } from '@tanstack/react-router';
import type { OrderDetail, OrderVoucher } from '@talaan/contract/documents/purchase-order/purchase-order.contract';
import { formatAmount, requireSum, sumMinor } from '@talaan/core/money/money';
import { BatchStatus } from '../../batches/record/batch-chips.tsx';
import { showAmount } from '../../batches/record/batch-texts.ts';
import { SumsTable, type SumsColumn } from '../../ui/table/sums-table.tsx';
import { useOpenAddress } from '../../page/open-address.ts';
import styles from './order-vouchers.module.css';

/** The vouchers that take from an order, and how much of it is released, in approval and open. */
export function VouchersOfOrder({ order }: { order: OrderDetail }) {
  const { vouchers, hidden_vouchers, released_amount, vouchered_amount, open_amount, total_amount } = order;
  const addressOf = useOpenAddress();
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
      {vouchers.length === 0 ? null : (
        <SumsTable
          caption="Vouchers on this order"
          columns={columnsOf(order, addressOf)}
          rows={vouchers}
          keyOf={({ batch_number }) => batch_number}
          total="Taken from the order"
          styleOf={({ counts }) => !counts && styles.idle}
          className={styles.vouchers}
        />
      )}
    </>
  );
}

function columnsOf(
  { vouchers, hidden_vouchers, vouchered_amount, open_amount, total_amount }: OrderDetail,
  addressOf: ReturnType<typeof useOpenAddress>,
): SumsColumn<OrderVoucher>[] {
  const counted = vouchers.filter(({ counts }) => counts);
  // Those that are hidden are among what is open; so a voucher's own remainder is told where all of them are seen.
  const openAfter = hidden_vouchers === 0 ? remainders(total_amount, counted) : new Map<OrderVoucher, string>();
  const sumOf = (field: 'withheld_amount' | 'net_amount') =>
    hidden_vouchers === 0 ? formatAmount(sumMinor(counted.map((voucher) => requireSum(voucher[field])))) : '';
  const summed = (name: string, sum: string, cell: SumsColumn<OrderVoucher>['cell']) =>
    ({ name, figure: true, cell, sum }) as const;
  return [
    { name: 'Batch No.', cell: (voucher) => <Link {...addressOf(voucher)}>{voucher.batch_number}</Link> },
    { name: 'Document', cell: ({ document_number, document_type }) => document_number ?? document_type },
    { name: 'Date', cell: ({ document_date }) => document_date },
    { name: 'Status', cells: '', cell: (voucher) => <BatchStatus batch={{ ...voucher, voided: false }} /> },
    summed('Gross', showAmount(vouchered_amount), ({ voucher_amount }) => showAmount(voucher_amount)),
    summed('Withheld', sumOf('withheld_amount'), ({ withheld_amount }) => showAmount(withheld_amount)),
    summed('Net', sumOf('net_amount'), ({ net_amount }) => showAmount(net_amount)),
    summed('Open after', showAmount(open_amount), (voucher) => openAfter.get(voucher)),
  ];
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
