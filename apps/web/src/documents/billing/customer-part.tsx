import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ACCESS } from '@talaan/core/access/access-level';
import { daysBetween, requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { currencyLabel } from '@talaan/core/money/currency';
import { formatAmount, requireSum, sumMinor } from '@talaan/core/money/money';
import { SidePart } from '../../batches/record/side-part.tsx';
import { useAccessLevel } from '../../session/session.ts';
import { useToday } from '../../ui/dates/today.tsx';
import { openInvoicesOf } from '../receipt/open-invoices.ts';

/**
 * What the customer of a billing owes already, in its currency and said so, since what he owes in another one is not in it;
 * `addedMinor` is what a new billing adds, in minor units.
 */
export function CustomerPart({
  payeeId,
  currencyId,
  addedMinor,
}: {
  payeeId: number;
  currencyId: number;
  addedMinor?: bigint;
}) {
  const today = useToday();
  const mayOpen = useAccessLevel('Payee Details') >= ACCESS.select;
  const invoices = useQuery(openInvoicesOf(payeeId)).data?.filter(({ currency_id }) => currency_id === currencyId);
  if (invoices === undefined) return null;
  const owed = (of: typeof invoices) => sumMinor(of.map(({ open_amount }) => requireSum(open_amount)));
  const money = (minor: bigint) => `${currencyLabel(currencyId)} ${formatAmount(minor)}`;
  const oldest = invoices[0];
  const age = oldest === undefined ? 0 : daysBetween(requireCalendarDate(oldest.billing_date), today);
  return (
    <SidePart
      title="Customer"
      aside={
        mayOpen ? (
          <Link to="/customer/$id" params={{ id: String(payeeId) }}>
            Open page
          </Link>
        ) : undefined
      }
      rows={[
        {
          name: 'Open invoices',
          figure:
            oldest === undefined
              ? `none in ${currencyLabel(currencyId)}`
              : `${invoices.length}, oldest ${age === 1 ? '1 day' : `${age} days`}`,
        },
        { name: 'Past due', figure: money(owed(invoices.filter(({ due_date }) => due_date < today))) },
        { name: 'Open balance', figure: money(owed(invoices)), strong: addedMinor === undefined },
        ...(addedMinor === undefined
          ? []
          : [{ name: 'With this billing', figure: money(owed(invoices) + addedMinor), strong: true }]),
      ]}
    />
  );
}
