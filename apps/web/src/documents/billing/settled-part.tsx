import { Link } from '@tanstack/react-router';
import type { BillingDetail } from '@talaan/contract/documents/billing/billing.contract';
import { formatAmount, requireAmount, requireSum, sumMinor } from '@talaan/core/money/money';
import { batchAddress } from '../../batches/reading/batch-reading.tsx';
import { nameOf, showAmount, showDate } from '../../batches/record/batch-texts.ts';
import { SidePart } from '../../batches/record/side-part.tsx';
import { ReceivedChequeLink } from '../receipt/received-cheque-link.tsx';

/** What was collected of an invoice, by the collections and journals that settle it; nothing while nothing was. */
export function SettledPart({ billing: { settled_by, collected_amount } }: { billing: BillingDetail }) {
  if (requireAmount(collected_amount) === 0n) return null;
  const unseen = requireAmount(collected_amount) - sumMinor(settled_by.map(({ amount }) => requireSum(amount)));
  return (
    <SidePart
      title="Settled by"
      rows={[
        ...settled_by.map((one) => {
          const name = `${nameOf(one)}, ${showDate(one.document_date)}`;
          const address = batchAddress(one);
          return {
            name,
            link: address === null ? name : <Link {...address}>{name}</Link>,
            figure: showAmount(one.amount),
          };
        }),
        ...(unseen === 0n ? [] : [{ name: 'Not shown to you', figure: formatAmount(unseen) }]),
        { name: 'Collected', figure: showAmount(collected_amount), strong: true },
      ]}
    />
  );
}

/** The post-dated cheques that the customer gave for an invoice, and the way to their register; nothing where there is none. */
export function ChequesPart({ billing }: { billing: BillingDetail }) {
  if (billing.number_of_cheques === 0) return null;
  return (
    <SidePart
      title="Post-dated cheques"
      rows={billing.received_cheques.map(({ id, cheque_number, cheque_date, cheque_amount, state }) => {
        const name = `${cheque_number}, ${showDate(cheque_date)}, ${state}`;
        const link = <ReceivedChequeLink id={id}>{name}</ReceivedChequeLink>;
        return { name, figure: showAmount(cheque_amount), link };
      })}
    />
  );
}
