import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import {
  listReminders,
  sendReminders,
  type LateCustomer,
} from '@talaan/contract/receivables/customer/reminder.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import { formatAmount, requireSum, sumMinor } from '@talaan/core/money/money';
import { reminderLabel } from '@talaan/core/receivables/reminders';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { BATCHES_KEY } from '../../batches/record/batch-calls.ts';
import { showAmount, showDate } from '../../batches/record/batch-texts.ts';
import { MAIL_STATE_LABELS } from '../../notices/mail-texts.ts';
import { PageHeader } from '../../page/page-header.tsx';
import { useWhyNot } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { askToConfirm, showNotice, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { IconMail } from '../../ui/icons.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-props.ts';
import styles from './customer-screen.module.css';

const lateCustomers = queryOptions({
  queryKey: [BATCHES_KEY, 'late-customers'],
  queryFn: async ({ signal }) => (await callServer(listReminders, { signal })).data,
  staleTime: 0,
});

/** /trx-billing/reminders: who is late, with the reminder that is due; those that are chosen are sent in one act. */
export function RemindersScreen() {
  const client = useQueryClient();
  const late = useQuery(lateCustomers);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const mayNotSend = useWhyNot(sendReminders.access.module, sendReminders.access.level);
  // Collections stand on the statement that goes along.
  const mayNotState = useWhyNot(COLLECTIONS.module, ACCESS.select);
  const whyNot = mayNotSend ?? mayNotState;
  const rows = late.data ?? [];
  const isOfAll = selected.size === 0;
  const due = rows.filter((row) => row.is_due && (isOfAll || selected.has(idOf(row))));

  async function send(customers: readonly LateCustomer[]): Promise<void> {
    const sure = await askToConfirm({
      title: customers.length === 1 ? 'Send 1 reminder?' : `Send ${customers.length} reminders?`,
      text: `By e-mail with the statement of account, to: ${customers.map(({ payee_desc }) => payee_desc).join(', ')}`,
      confirmLabel: 'Send',
    });
    if (!sure) return;
    try {
      const sent = await withPleaseWait(
        callServer(sendReminders, { body: { payee_ids: customers.map(({ payee_id }) => payee_id) } }),
      );
      tell(sent);
      setSelected(new Set());
    } catch (failure) {
      reportFailure(failure);
    }
    await client.invalidateQueries({ queryKey: lateCustomers.queryKey });
  }

  return (
    <div className={styles.page}>
      <PageHeader
        title="Reminders"
        count={late.data?.length}
        actions={
          <Button
            variant="primary"
            icon={<IconMail />}
            disabledReason={
              whyNot ??
              (due.length > 0 ? undefined : isOfAll ? 'No reminder is due.' : 'None is due of those selected.')
            }
            onClick={() => void send(due)}
          >
            {isOfAll ? `Send all due (${due.length})` : `Send ${due.length}`}
          </Button>
        }
      />
      <DataTable
        caption="Customers who are late"
        columns={COLUMNS}
        rows={rows}
        rowId={idOf}
        status={late.isError ? 'failed' : late.isPending ? 'loading' : late.isFetching ? 'refetching' : 'ready'}
        onRetry={() => void late.refetch()}
        selection={{
          selected,
          onChange: setSelected,
          label: ({ payee_desc }) => `Select ${payee_desc}`,
        }}
        totals={totalsOf(rows)}
        empty={{ title: 'Nobody is late.' }}
      />
    </div>
  );
}

/** What is past due in all, in pesos; nothing of an empty list. */
function totalsOf(rows: readonly LateCustomer[]) {
  if (rows.length === 0) return [];
  const pastDue = sumMinor(rows.map(({ past_due_php }) => requireSum(past_due_php)));
  return [
    {
      label: `PHP · ${rows.length === 1 ? '1 customer' : `${rows.length} customers`}`,
      cells: { past_due_php: formatAmount(pastDue) },
    },
  ];
}

const idOf = ({ payee_id }: LateCustomer): string => String(payee_id);

/** Says how many are on their way, and names those who have no address. */
function tell({ data, has_server }: Awaited<ReturnType<typeof callServer<typeof sendReminders>>>): void {
  const queued = data.filter(({ outcome }) => outcome === 'queued').length;
  const count = queued === 1 ? '1 reminder' : `${queued} reminders`;
  const without = data.filter(({ outcome }) => outcome === 'no_address').map(({ payee_desc }) => payee_desc);
  if (queued > 0 && has_server) showSuccess(`${count} on the way.`);
  if (queued > 0 && !has_server) showNotice(`No mail server is set: ${count} kept as not sent.`);
  if (without.length > 0)
    showNotice(`Not sent, enter the e-mail address in the payee's details of: ${without.join(', ')}`);
}

const COLUMNS: readonly Column<LateCustomer>[] = [
  {
    id: 'payee_desc',
    header: 'Customer',
    priority: 'title',
    strong: true,
    cell: ({ payee_id, payee_desc }) => (
      <Link to="/customer/$id" params={{ id: String(payee_id) }}>
        {payee_desc}
      </Link>
    ),
    title: ({ payee_desc }) => payee_desc,
  },
  {
    id: 'level',
    header: 'Reminder',
    priority: 'status',
    width: 168,
    cell: ({ level, is_due, last_level, last_state }) =>
      is_due ? (
        <StatusChip hue={level === 3 ? 'red' : 'amber'} label={`${reminderLabel(level)} due`} />
      ) : (
        <StatusChip
          hue="neutral"
          label={`${reminderLabel(last_level ?? level)} ${MAIL_STATE_LABELS[last_state ?? 'sent'].toLowerCase()}`}
        />
      ),
  },
  {
    id: 'last_sent',
    header: 'Last sent',
    priority: 'extra',
    width: 112,
    figures: true,
    cell: ({ last_sent }) => (last_sent === null ? <span className="muted">never</span> : showDate(last_sent)),
  },
  {
    id: 'hold',
    header: 'Hold',
    priority: 'extra',
    width: 112,
    cell: ({ billing_hold, level, is_due, payee_id }) => {
      if (billing_hold !== null) return <StatusChip hue="red" label="On hold" />;
      return level === 3 && !is_due ? (
        <Link to="/payefile" search={{ id: String(payee_id) }}>
          Put on hold
        </Link>
      ) : null;
    },
  },
  {
    id: 'email_add',
    header: 'E-mail',
    priority: 'extra',
    least: 120,
    cell: ({ email_add }) => (email_add === '' ? <span className="muted">none</span> : email_add),
    title: ({ email_add }) => email_add,
  },
  {
    id: 'invoices',
    header: 'Invoices',
    priority: 'extra',
    width: 72,
    align: 'right',
    figures: true,
    cell: (row) => row.invoices,
  },
  {
    id: 'oldest_due',
    header: 'Oldest due',
    priority: 'date',
    width: 112,
    figures: true,
    cell: (row) => row.oldest_due,
  },
  {
    id: 'days_late',
    header: 'Late',
    priority: 'line',
    width: 72,
    align: 'right',
    figures: true,
    cell: ({ days_late }) => <span className={styles.late}>{`${days_late.toLocaleString('en')} d`}</span>,
  },
  {
    id: 'past_due_php',
    header: 'Past due',
    priority: 'amount',
    width: 128,
    align: 'right',
    figures: true,
    strong: true,
    cell: ({ past_due_php }) => showAmount(past_due_php),
  },
];
