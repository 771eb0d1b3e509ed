import { MESSAGES } from '@talaan/contract/errors/messages';
import { batchKey } from '@talaan/core/documents/batch-key';
import { moneySums } from '../../batches/record/batch-money.tsx';
import type { ActionableBatch } from '../../batches/record/batch-calls.ts';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { IconChevronLeft, IconChevronRight } from '../../ui/icons.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import { ApprovalQueue } from './approval-queue.tsx';
import { InboxFilterMenu } from './inbox-filters.tsx';
import { NO_FILTERS } from './inbox-state.ts';
import type { Inbox } from './use-inbox.ts';
import type { InboxSelection } from './use-inbox-selection.ts';
import styles from './approvals-view.module.css';

interface InboxQueueProps {
  inbox: Inbox;
  selection: InboxSelection;
  /** What of the page is chosen. */
  chosen: readonly ActionableBatch[];
  isNarrow: boolean;
}

/** A page of what waits between its sums and filters and the way to other pages. */
export function InboxQueue({ inbox, selection, chosen, isNarrow }: InboxQueueProps) {
  const { list, rows, currentKey, lastPage, isFiltered } = inbox;
  return (
    <section
      className={styles.queue}
      aria-label="For my approval"
      data-region
      // On a phone it has the window for itself, and messages are read over its last lines.
      {...(isNarrow ? {} : { 'data-uncovered': true })}
      tabIndex={-1}
    >
      <QueueHead inbox={inbox} selection={selection} chosen={chosen} />
      {list.isError ? <LoadState query={list} what="this list" className={styles.note} /> : null}
      <ApprovalQueue
        rows={rows}
        openId={currentKey}
        selected={selection.keys}
        onOpen={inbox.open}
        onToggle={selection.toggle}
        onStep={inbox.go}
      />
      {list.isSuccess && rows.length === 0 && isFiltered ? (
        <p className={styles.note}>
          No result for these filters{' '}
          <Button size="sm" variant="ghost" onClick={() => inbox.narrow(NO_FILTERS)}>
            Clear
          </Button>
        </p>
      ) : null}
      {lastPage > 1 ? <QueuePager inbox={inbox} /> : null}
    </section>
  );
}

function QueueHead({ inbox, selection, chosen }: Omit<InboxQueueProps, 'isNarrow'>) {
  const { list, rows, state, total } = inbox;
  return (
    <div className={styles.queueHead}>
      <Checkbox
        label="Select all"
        labelHidden
        checked={rows.length > 0 && chosen.length === rows.length}
        indeterminate={chosen.length > 0 && chosen.length < rows.length}
        onChange={(event) => selection.choose(event.target.checked ? rows.map(batchKey) : [])}
      />
      <b className="figures" role="status">
        {chosen.length > 0
          ? `${chosen.length} of ${rows.length} selected`
          : list.isPending
            ? MESSAGES.pleaseWait
            : `${total} waiting`}
      </b>
      {/* Of all pages while nothing is chosen. */}
      <QueueSums sums={moneySums(chosen.length > 0 ? chosen : (list.data?.totals ?? []))} />
      <InboxFilterMenu
        filters={state}
        payeeName={rows.find(({ payee_id }) => String(payee_id) === state.payee)?.payee_desc ?? 'Chosen payee'}
        onChange={inbox.narrow}
      />
    </div>
  );
}

function QueuePager({ inbox: { list, state, first, total, lastPage, turnTo } }: { inbox: Inbox }) {
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span className="figures">{`${first} - ${list.data?.to ?? 0} of ${total}`}</span>
      <IconButton
        label="Previous page"
        icon={<IconChevronLeft />}
        disabledReason={state.page <= 1 ? 'This is the first page.' : undefined}
        onClick={() => turnTo(state.page - 1)}
      />
      <IconButton
        label="Next page"
        icon={<IconChevronRight />}
        disabledReason={state.page >= lastPage ? 'This is the last page.' : undefined}
        onClick={() => turnTo(state.page + 1)}
      />
    </nav>
  );
}

/** What the queue, or what is chosen of it, comes to, by currency: net, and gross where that is more. Pesos alone need no name. */
function QueueSums({ sums }: { sums: ReturnType<typeof moneySums> }) {
  return (
    <span className={`${styles.end} figures`} role="group" aria-label="Total">
      {sums.map(({ currency, net, gross }) => {
        const name = sums.length === 1 && currency === 'PHP' ? '' : `${currency} `;
        return (
          <span key={currency}>
            {`net ${name}${net}`}
            {gross === net ? null : <span className="muted">{`gross ${name}${gross}`}</span>}
          </span>
        );
      })}
    </span>
  );
}
