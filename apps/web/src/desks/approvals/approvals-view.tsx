import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { batchKey } from '@talaan/core/documents/batch-key';
import { batchCalls, type ActionableBatch } from '../../batches/record/batch-calls.ts';
import { BulkMoveDialog } from '../../batches/moves/bulk-move-dialog.tsx';
import { useTicks, useTrial } from '../../batches/moves/use-trial.ts';
import { moneySums } from '../../batches/record/batch-money.tsx';
import { batchAddress } from '../../batches/reading/batch-reading.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { IconArrowDown, IconArrowUp, IconCheckCircle, IconChevronLeft, IconChevronRight } from '../../ui/icons.tsx';
import { KeyboardHint } from '../../ui/keyboard/keyboard-hint.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { TabPanel } from '../../ui/menus/tabs.tsx';
import { InboxFilterMenu } from './inbox-filters.tsx';
import { filtersIn, inboxQueryOf, NO_FILTERS, type InboxState } from './inbox-state.ts';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import { ApprovalQueue } from './approval-queue.tsx';
import { ReadingPane } from './reading-pane.tsx';
import { SelectionBar, SelectionPane } from './selection-pane.tsx';
import { useHandedFocus } from './use-handed-focus.ts';
import styles from './approvals-view.module.css';

const NARROW = '(max-width: 991px)';
/** A selection is tried once it has rested so long. */
const REST_MS = 200;

/**
 * The approval inbox: a page of what waits, the oldest first, and the open batch beside it (ux §6.1). J K move, also to
 * the pages before and after; A R O X act. A selection takes the place of the open batch: its dry run, its bar, A and R
 * on all of it.
 */
export function ApprovalsView({
  tabs,
  openId,
  state,
  onOpen,
  onChange,
}: {
  tabs: ReactNode;
  /** Key of the open batch; '' for the first one. */
  openId: string;
  state: InboxState;
  onOpen: (key: string) => void;
  /** Another page or other filters; the first batch of them opens. */
  onChange: (changed: Partial<InboxState>) => void;
}) {
  const navigate = useNavigate();
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const list = useQuery(batchCalls.list(inboxQueryOf(state)));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [bulk, setBulk] = useState<'approve' | 'return' | null>(null);
  const ticks = useTicks();
  const inbox = useRef<HTMLDivElement>(null);
  const rows = (list.data?.data ?? []) as ActionableBatch[];
  const total = list.data?.total ?? 0;
  const lastPage = list.data?.last_page ?? 1;
  const first = list.data?.from ?? 1;
  const isFiltered = filtersIn(state) > 0;
  const chosen = rows.filter((row) => selected.has(batchKey(row)));
  // Of all pages while nothing is chosen.
  const sums = moneySums(chosen.length > 0 ? chosen : (list.data?.totals ?? []));
  const place = rows.findIndex((row) => batchKey(row) === openId);
  // A batch that was decided leaves the list; the one after it takes its place.
  const [lastPlace, setLastPlace] = useState(0);
  useEffect(() => {
    if (place >= 0) setLastPlace(place);
  }, [place]);
  const current = rows[place] ?? (isNarrow && openId === '' ? undefined : rows[Math.min(lastPlace, rows.length - 1)]);
  const currentKey = current && batchKey(current);
  const index = current === undefined ? -1 : rows.indexOf(current);

  const beyondEnd = list.isSuccess && !list.isPlaceholderData && state.page > lastPage;
  useEffect(() => {
    if (beyondEnd) onChange({ page: lastPage });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [beyondEnd, lastPage]);

  /** What was chosen on a page is not chosen unseen on another one. */
  function narrow(changed: Partial<InboxState>): void {
    setSelected(new Set());
    setLastPlace(0);
    onChange({ page: 1, ...changed });
  }

  /** The first batch of the page opens, or the one at a place: the last one, for whoever comes from the page after it. */
  function turnTo(page: number, opens = 0): void {
    if (page < 1 || page > lastPage || page === state.page) return;
    narrow({ page });
    setLastPlace(opens);
  }

  function go(step: number): void {
    if (index + step >= rows.length) turnTo(state.page + 1);
    else if (index + step < 0) turnTo(state.page - 1, Infinity);
    else onOpen(batchKey(rows[index + step]!));
  }

  /** The page of the open batch. */
  function openPage(): void {
    const address = current && batchAddress(current);
    if (address) void navigate(address);
  }

  function toggle(key: string): void {
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    setSelected(next);
  }

  const choosing = chosen.length > 0 && !(isNarrow && openId !== '');
  const versions = chosen.map((batch) => `${batchKey(batch)} ${batch.row_version}`).join();
  const [rested] = useDebouncedValue(versions, REST_MS);
  const trial = useTrial('approve', chosen, ticks.seen, { enabled: choosing && rested === versions });
  useShortcut('a', 'Approve the selection', () => setBulk('approve'), { enabled: choosing });
  useShortcut('r', 'Return the selection', () => setBulk('return'), {
    enabled: choosing && chosen.some(({ allowed_actions }) => allowed_actions.return.allowed),
  });
  useShortcut('j', 'Next', () => go(1));
  useShortcut('k', 'Previous', () => go(-1));
  useShortcut('o', 'Open', openPage);
  useShortcut('x', 'Select', () => current && toggle(batchKey(current)));
  useShortcut('Escape', 'Clear the selection', () => setSelected(new Set()), { enabled: choosing });

  const pane = (isNarrow ? openId !== '' : true) && current !== undefined;
  useHandedFocus(inbox, currentKey, bulk !== null, isNarrow && pane);
  return (
    <div ref={inbox} className={styles.page}>
      {isNarrow && pane ? (
        <div className={styles.subbar}>
          <h1 className="visually-hidden">Approvals</h1>
          <Button variant="ghost" icon={<IconChevronLeft />} onClick={() => onOpen('')}>
            Approvals
          </Button>
          <span className="muted figures">{`${first + index} of ${total}`}</span>
          <IconButton
            size="lg"
            label="Previous"
            icon={<IconArrowUp />}
            disabledReason={index <= 0 && state.page <= 1 ? 'This is the first one.' : undefined}
            onClick={() => go(-1)}
          />
          <IconButton
            size="lg"
            label="Next"
            icon={<IconArrowDown />}
            disabledReason={index >= rows.length - 1 && state.page >= lastPage ? 'This is the last one.' : undefined}
            onClick={() => go(1)}
          />
        </div>
      ) : (
        <>
          <PageHeader
            title="Dashboard"
            documentTitle="Approvals"
            actions={
              isNarrow ? undefined : (
                <span className={`${styles.hints} muted small`}>
                  <KeyboardHint keys="j" />
                  <KeyboardHint keys="k" /> move
                  <KeyboardHint keys="x" /> select
                  {choosing ? (
                    <>
                      <KeyboardHint keys="Escape" /> clear
                    </>
                  ) : null}
                </span>
              )
            }
          />
          <div className={styles.tabs}>{tabs}</div>
        </>
      )}
      <TabPanel id="approvals" active className={classNames(styles.inbox, choosing && styles.choosing)}>
        {isNarrow && pane ? null : (
          <section
            className={styles.queue}
            aria-label="For my approval"
            data-region
            // On a phone it has the window for itself, and messages are read over its last lines.
            {...(isNarrow ? {} : { 'data-uncovered': true })}
            tabIndex={-1}
          >
            <div className={styles.queueHead}>
              <Checkbox
                label="Select all"
                labelHidden
                checked={rows.length > 0 && chosen.length === rows.length}
                indeterminate={chosen.length > 0 && chosen.length < rows.length}
                onChange={(event) => setSelected(new Set(event.target.checked ? rows.map(batchKey) : []))}
              />
              <b className="figures" role="status">
                {chosen.length > 0
                  ? `${chosen.length} of ${rows.length} selected`
                  : list.isPending
                    ? MESSAGES.pleaseWait
                    : `${total} waiting`}
              </b>
              <QueueSums sums={sums} />
              <InboxFilterMenu
                filters={state}
                payeeName={rows.find(({ payee_id }) => String(payee_id) === state.payee)?.payee_desc ?? 'Chosen payee'}
                onChange={narrow}
              />
            </div>
            {list.isError ? <LoadState query={list} what="this list" className={styles.note} /> : null}
            <ApprovalQueue
              rows={rows}
              openId={currentKey}
              selected={selected}
              onOpen={onOpen}
              onToggle={toggle}
              onStep={go}
            />
            {list.isSuccess && rows.length === 0 && isFiltered ? (
              <p className={styles.note}>
                No result for these filters{' '}
                <Button size="sm" variant="ghost" onClick={() => narrow(NO_FILTERS)}>
                  Clear
                </Button>
              </p>
            ) : null}
            {lastPage > 1 ? (
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
            ) : null}
          </section>
        )}
        {choosing && !isNarrow ? (
          <SelectionPane trial={trial} ticks={ticks} />
        ) : pane ? (
          <ReadingPane key={batchKey(current)} batchKey={batchKey(current)} isPage={isNarrow} onOpen={openPage} />
        ) : list.isPending || isNarrow || isFiltered ? null : (
          <div className={styles.empty}>
            <IconCheckCircle size={24} />
            <p>Nothing waits for your approval.</p>
          </div>
        )}
        {isNarrow && rows.length === 0 && list.isSuccess && !isFiltered ? (
          <div className={styles.empty}>
            <IconCheckCircle size={24} />
            <p>Nothing waits for your approval.</p>
          </div>
        ) : null}
      </TabPanel>
      {choosing ? (
        <SelectionBar
          trial={trial}
          onClear={() => setSelected(new Set())}
          onReturn={() => setBulk('return')}
          onApprove={() => setBulk('approve')}
        />
      ) : null}
      {bulk === null ? null : (
        <BulkMoveDialog
          action={bulk}
          batches={chosen}
          ticks={ticks}
          onClose={(moved) => {
            setBulk(null);
            setSelected(new Set([...selected].filter((key) => !moved.includes(key))));
          }}
        />
      )}
    </div>
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
