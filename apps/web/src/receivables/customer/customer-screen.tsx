import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { COLLECTION_STATUSES } from '@talaan/core/documents/billing/collection-status';
import { requireSum } from '@talaan/core/money/money';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import {
  MOST_OPEN_INVOICES,
  type Customer,
  type OpenInvoice,
} from '@talaan/contract/receivables/customer/customer.contract';
import { CallRefused } from '@talaan/contract/http/client';
import { failureMessage } from '../../api/report-failure.ts';
import { showAmount, showDate } from '../../batches/record/batch-texts.ts';
import { PageHeader } from '../../page/page-header.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-props.ts';
import { ProgressLine } from '../../ui/waiting/progress-line.tsx';
import { AgingBar } from './aging-bar.tsx';
import { CustomerActs } from './customer-acts.tsx';
import { customerOf } from './customer-calls.ts';
import { CustomerSide, termText } from './customer-side.tsx';
import styles from './customer-screen.module.css';

/** /customer/{id}: who a customer is, what he owes by age, and everything that was entered for him (ux §12). */
export function CustomerScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const customer = useQuery(customerOf(Number(id)));
  if (customer.isError) {
    const isUnknown = customer.error instanceof CallRefused && customer.error.problem.status < 500;
    return (
      <div className={styles.page}>
        <PageHeader title="Customer" />
        <p className={styles.note} role="alert">
          {`${failureMessage(customer.error)} `}
          {isUnknown ? null : <Button onClick={() => void customer.refetch()}>Retry</Button>}
        </p>
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <PageHeader
        title={customer.data?.payee_desc ?? 'Customer'}
        crumb={customer.data?.payee_desc}
        badges={customer.data === undefined ? undefined : <Badges customer={customer.data} />}
        actions={customer.data === undefined ? undefined : <CustomerActs customer={customer.data} />}
      />
      <ProgressLine active={customer.isFetching} />
      {customer.data === undefined ? null : (
        <div className={styles.columns}>
          <div className={styles.work}>
            <Receivables customer={customer.data} />
          </div>
          <CustomerSide customer={customer.data} />
        </div>
      )}
    </div>
  );
}

function Badges({ customer }: { customer: Customer }) {
  return (
    <>
      <span className="text-2 figures">{customer.payee_code}</span>
      {customer.billing_hold === null ? null : <StatusChip hue="red" label="On hold" />}
      {customer.status === 1 ? null : <StatusChip hue="neutral" label="Inactive" />}
    </>
  );
}

function Receivables({ customer: { receivables, collected, last_billing } }: { customer: Customer }) {
  if (receivables === null) {
    return <p className={styles.note}>What this customer owes is shown to whoever may see billings.</p>;
  }
  const { as_of, invoices, invoice_count } = receivables;
  const year = as_of.slice(0, 4);
  return (
    <>
      <dl className={styles.figures}>
        <Figure
          name="Open balance"
          amount={receivables.open_php}
          more={
            invoice_count === 0
              ? 'no open invoice'
              : `${countOf(invoice_count)}, oldest ${daysText(invoices[0]!.aged_days)}`
          }
        />
        <Figure
          name="Past due"
          amount={receivables.past_due_php}
          more={`${countOf(receivables.past_due_count)}${last_billing === null ? '' : `, last term: ${termText(last_billing.payment_term)}`}`}
        />
        <Figure
          name="In approval"
          amount={receivables.in_approval_php}
          more={receivables.in_approval_count === 1 ? '1 billing' : `${receivables.in_approval_count} billings`}
        />
        <Figure
          name={`Billed in ${year}`}
          amount={receivables.billed_php}
          more={
            collected === null
              ? ''
              : `collected ${showAmount(collected.collected_php)} in ${collected.collections === 1 ? '1 collection' : `${collected.collections} collections`}`
          }
        />
      </dl>
      {invoice_count === 0 ? null : <AgingBar receivables={receivables} />}
      <div className={styles.head}>
        <h2>Open invoices</h2>
        <span className="muted small">oldest first</span>
        {invoice_count > MOST_OPEN_INVOICES ? (
          <span className="muted small">{`the first ${MOST_OPEN_INVOICES} of ${invoice_count}; the sums are of all`}</span>
        ) : null}
      </div>
      <OpenInvoices receivables={receivables} />
    </>
  );
}

function Figure({ name, amount, more }: { name: string; amount: string; more: string }) {
  return (
    <div>
      <dt className="text-2 small">{name}</dt>
      <dd className={`${styles.figure} figures`}>{showAmount(amount)}</dd>
      <dd className="text-2 small figures">{more}</dd>
    </div>
  );
}

const countOf = (invoices: number): string => (invoices === 1 ? '1 invoice' : `${invoices} invoices`);
const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

/** '91 d late', 'today', 'in 30 d'. */
function dueText(daysLate: number): string {
  if (daysLate === 0) return 'today';
  return daysLate > 0 ? `${daysLate.toLocaleString('en')} d late` : `in ${-daysLate} d`;
}

/** Pesos are not named: what is in another currency says so. */
const inCurrency = (currency: string, amount: string): string =>
  `${currency === 'PHP' ? '' : `${currency} `}${showAmount(amount)}`;

const COLUMNS: readonly Column<OpenInvoice>[] = [
  {
    id: 'billing_invoice_no',
    header: 'Invoice No.',
    priority: 'title',
    figures: true,
    strong: true,
    cell: ({ billing_request_no, billing_invoice_no, is_disputed }) => (
      <>
        <Link to={BILLINGS.page} search={{ batch: billing_request_no }}>
          {billing_invoice_no}
        </Link>
        {is_disputed ? <span className={styles.tag}>dispute</span> : null}
      </>
    ),
  },
  {
    id: 'billing_date',
    header: 'Billing Date',
    priority: 'extra',
    width: 112,
    figures: true,
    cell: (row) => row.billing_date,
  },
  { id: 'due_date', header: 'Due Date', priority: 'date', width: 112, figures: true, cell: (row) => row.due_date },
  {
    id: 'days_late',
    header: 'Due',
    priority: 'line',
    width: 88,
    figures: true,
    cell: ({ days_late }) => <span className={days_late > 0 ? styles.late : undefined}>{dueText(days_late)}</span>,
  },
  {
    id: 'collection_status',
    header: 'Status',
    priority: 'status',
    width: 152,
    cell: ({ collection_status }) => {
      const { label, hue } = COLLECTION_STATUSES[collection_status as keyof typeof COLLECTION_STATUSES];
      return <StatusChip hue={hue} label={label} />;
    },
  },
  {
    id: 'total_amount',
    header: 'Billed',
    priority: 'extra',
    width: 112,
    align: 'right',
    figures: true,
    cell: ({ currency, total_amount }) => inCurrency(currency, total_amount),
  },
  {
    id: 'collected_amount',
    header: 'Collected',
    priority: 'extra',
    width: 112,
    align: 'right',
    figures: true,
    cell: ({ currency, collected_amount }) => inCurrency(currency, collected_amount),
  },
  {
    id: 'open_amount',
    header: 'Open',
    priority: 'amount',
    width: 120,
    align: 'right',
    figures: true,
    strong: true,
    cell: ({ currency, open_amount }) => inCurrency(currency, open_amount),
  },
];

function OpenInvoices({ receivables }: { receivables: NonNullable<Customer['receivables']> }) {
  const navigate = useNavigate();
  const { invoices, invoice_count, open_php, disputed_php, as_of } = receivables;
  return (
    <DataTable
      caption="Open invoices"
      columns={COLUMNS}
      rows={invoices}
      rowId={({ billing_invoice_no }) => billing_invoice_no}
      status="ready"
      onRetry={() => undefined}
      onOpen={({ billing_request_no }) => void navigate({ to: BILLINGS.page, search: { batch: billing_request_no } })}
      totals={
        invoice_count === 0
          ? []
          : [
              {
                label: `PHP · ${countOf(invoice_count)}${requireSum(disputed_php) === 0n ? '' : `, ${showAmount(disputed_php)} in dispute`}`,
                cells: { open_amount: showAmount(open_php) },
              },
            ]
      }
      empty={{ title: `Nothing is open on ${showDate(as_of)}.` }}
    />
  );
}
