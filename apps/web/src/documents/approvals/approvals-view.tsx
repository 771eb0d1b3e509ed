import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import type { CurrentUser } from '@talaan/contract/sign-in/login-data';
import { requireSum } from '@talaan/core/money/money';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { failureMessage } from '../../api/report-failure.ts';
import { BatchActions, whatFollows } from '../../batches/batch-actions.tsx';
import { batchCalls, type ActionableBatch } from '../../batches/batch-calls.ts';
import { BatchStatus, RiskMark } from '../../batches/batch-chips.tsx';
import { batchAddress, BatchBanners, BatchReading, batchTitle, typeText } from '../../batches/batch-reading.tsx';
import { chipOf, daysSince, showAmount } from '../../batches/batch-texts.ts';
import { BulkMoveDialog, totalsText } from '../../batches/bulk-move-dialog.tsx';
import { HistoryDialog } from '../../batches/history-dialog.tsx';
import { useBatchMoves } from '../../batches/use-batch-moves.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { useUser } from '../../shell/session.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import {
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconCheckCircle,
  IconChevronLeft,
  IconChevronRight,
} from '../../ui/icons.tsx';
import { KeyboardHint } from '../../ui/keyboard-hint.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { ProgressLine } from '../../ui/progress-line.tsx';
import { TabPanel } from '../../ui/tabs.tsx';
import { InboxFilterMenu } from './inbox-filters.tsx';
import { filtersIn, inboxQueryOf, NO_FILTERS, type InboxState } from './inbox-state.ts';
import { LoadState } from '../../ui/load-state.tsx';
import styles from './approvals-view.module.css';

/** From so many days on, the age is told in amber. */
const OLD_DAYS = 5;

const NARROW = '(max-width: 991px)';

/**
 * The approval inbox: a page of what waits, the oldest first, and the open batch beside it (ux §6.1). J K move, also to
 * the pages before and after; A R O X act.
 */
export function ApprovalsView({
  tabs,
  openId,
  state,
  onOpen,
  onChange,
}: {
  tabs: ReactNode;
  /** Batch number of the open batch; '' for the first one. */
  openId: string;
  state: InboxState;
  onOpen: (batchNumber: string) => void;
  /** Another page or other filters; the first batch of them opens. */
  onChange: (changed: Partial<InboxState>) => void;
}) {
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const list = useQuery(batchCalls.list(inboxQueryOf(state)));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [bulk, setBulk] = useState(false);
  const rows = (list.data?.data ?? []) as ActionableBatch[];
  const total = list.data?.total ?? 0;
  const lastPage = list.data?.last_page ?? 1;
  const first = list.data?.from ?? 1;
  const isFiltered = filtersIn(state) > 0;
  const totals = totalsText(list.data?.totals ?? []);
  const place = rows.findIndex(({ batch_number }) => batch_number === openId);
  // A batch that was decided leaves the list; the one after it takes its place.
  const [lastPlace, setLastPlace] = useState(0);
  useEffect(() => {
    if (place >= 0) setLastPlace(place);
  }, [place]);
  const current = rows[place] ?? (isNarrow && openId === '' ? undefined : rows[Math.min(lastPlace, rows.length - 1)]);
  const index = current === undefined ? -1 : rows.indexOf(current);
  const chosen = rows.filter(({ batch_number }) => selected.has(batch_number));

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

  function turnTo(page: number): void {
    if (page >= 1 && page <= lastPage && page !== state.page) narrow({ page });
  }

  function go(step: number): void {
    if (index + step >= rows.length) turnTo(state.page + 1);
    else if (index + step < 0) turnTo(state.page - 1);
    else onOpen(rows[index + step]!.batch_number);
  }

  function toggle(batchNumber: string): void {
    const next = new Set(selected);
    if (!next.delete(batchNumber)) next.add(batchNumber);
    setSelected(next);
  }

  useShortcut('j', 'Next', () => go(1));
  useShortcut('k', 'Previous', () => go(-1));
  useShortcut('x', 'Select', () => current && toggle(current.batch_number));
  useShortcut('Escape', 'Clear the selection', () => setSelected(new Set()), { enabled: selected.size > 0 });

  const pane = (isNarrow ? openId !== '' : true) && current !== undefined;
  return (
    <div className={styles.page}>
      {isNarrow && pane ? (
        <div className={styles.subbar}>
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
                </span>
              )
            }
          />
          <div className={styles.tabs}>{tabs}</div>
        </>
      )}
      <TabPanel id="approvals" active className={styles.inbox ?? ''}>
        {isNarrow && pane ? null : (
          <section className={styles.queue} aria-label="For my approval" data-region>
            <div className={styles.queueHead}>
              <Checkbox
                label="Select all"
                labelHidden
                checked={rows.length > 0 && chosen.length === rows.length}
                indeterminate={chosen.length > 0 && chosen.length < rows.length}
                onChange={(event) =>
                  setSelected(new Set(event.target.checked ? rows.map(({ batch_number }) => batch_number) : []))
                }
              />
              {chosen.length > 0 ? (
                <>
                  <b role="status">{`${chosen.length} selected`}</b>
                  <Button
                    size="sm"
                    variant="primary"
                    icon={<IconCheck />}
                    className={styles.end ?? ''}
                    onClick={() => setBulk(true)}
                  >
                    Approve
                  </Button>
                </>
              ) : (
                <>
                  <b role="status">{list.isPending ? MESSAGES.pleaseWait : `${total} waiting`}</b>
                  <span className={`${styles.end} figures ellipsis`} title={totals}>
                    {totals}
                  </span>
                </>
              )}
              <InboxFilterMenu
                filters={state}
                payeeName={rows.find(({ payee_id }) => String(payee_id) === state.payee)?.payee_desc ?? 'Chosen payee'}
                onChange={narrow}
              />
            </div>
            {list.isError ? <LoadState query={list} what="this list" className={styles.note} /> : null}
            <QueueList
              rows={rows}
              openId={current?.batch_number}
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
        {pane ? (
          <ReadingPane key={current.batch_number} batchNumber={current.batch_number} />
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
      {bulk ? (
        <BulkMoveDialog
          action="approve"
          batches={chosen}
          onClose={(moved) => {
            setBulk(false);
            setSelected(new Set([...selected].filter((number) => !moved.includes(number))));
          }}
        />
      ) : null}
    </div>
  );
}

function QueueList({
  rows,
  openId,
  selected,
  onOpen,
  onToggle,
  onStep,
}: {
  rows: readonly ActionableBatch[];
  openId: string | undefined;
  selected: ReadonlySet<string>;
  onOpen: (batchNumber: string) => void;
  onToggle: (batchNumber: string) => void;
  onStep: (step: number) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const open = list.current?.querySelector<HTMLElement>('[aria-current=true]');
    open?.scrollIntoView({ block: 'nearest' });
    // The focus follows J and K where it was in the list already.
    if (list.current?.contains(document.activeElement)) open?.focus();
  }, [openId]);
  return (
    <ol ref={list} className={styles.list}>
      {rows.map((row) => {
        const isOpen = row.batch_number === openId;
        const isSelected = selected.has(row.batch_number);
        const age = daysSince(row.submitted_at ?? row.date_encoded);
        return (
          <li
            key={row.batch_number}
            className={classNames(
              styles.item,
              isOpen && styles.open,
              (isSelected || selected.size > 0) && styles.choosing,
            )}
          >
            <span className={styles.check}>
              <Checkbox
                label={`Select batch ${row.batch_number}`}
                labelHidden
                checked={isSelected}
                tabIndex={-1}
                onChange={() => onToggle(row.batch_number)}
              />
            </span>
            <button
              type="button"
              aria-current={isOpen}
              tabIndex={isOpen ? 0 : -1}
              onClick={() => onOpen(row.batch_number)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
                event.preventDefault();
                onStep(event.key === 'ArrowDown' ? 1 : -1);
              }}
            >
              <span className={styles.line}>
                <span className={`${styles.name} ellipsis`} title={batchTitle(row)}>
                  {batchTitle(row)}
                </span>
                <span className={`${styles.end} figures`}>
                  {row.currency === 'PHP' ? '' : `${row.currency} `}
                  {showAmount(row.total_amount)}
                </span>
              </span>
              <span className={`${styles.line} ${styles.second}`}>
                <span className="ellipsis figures">{`${row.document_type} ${row.batch_number} · ${row.preparer}`}</span>
                <RiskMark risks={row.risks} />
                <span className={styles.end}>
                  {`${chipOf(row.document_type, row.status).label} · `}
                  <span className={age >= OLD_DAYS ? styles.old : undefined}>{age === 0 ? 'today' : `${age} d`}</span>
                </span>
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** The open batch: who wants what for how much, what changed, lines, timeline; the decision below. */
function ReadingPane({ batchNumber }: { batchNumber: string }) {
  const user = useUser();
  const navigate = useNavigate();
  const [history, setHistory] = useState(false);
  const detail = useQuery(batchCalls.one(batchNumber));
  const moves = useBatchMoves(() => undefined);
  const batch = detail.data;
  const open = (): void => {
    const address = batch && batchAddress(batch);
    if (address) void navigate(address);
  };
  useShortcut('o', 'Open', open);
  useShortcut('r', 'Return', () => batch && moves.run('return', batch), {
    enabled: batch?.allowed_actions.return.allowed ?? false,
  });
  if (batch === undefined) {
    return (
      <section className={styles.reading} aria-label={`Batch ${batchNumber}`}>
        <p className={styles.note} role="status">
          {detail.isError ? failureMessage(detail.error) : MESSAGES.pleaseWait}
        </p>
      </section>
    );
  }
  return (
    <section className={styles.reading} aria-label={`Batch ${batchNumber}`} data-region>
      <ProgressLine active={detail.isFetching} />
      <div className={styles.readHead}>
        <div className={styles.readTitle}>
          <h2>{batchTitle(batch)}</h2>
          <div className={`${styles.facts} text-2`}>
            <span className="figures">
              {`${typeText(batch.document_type)} ${batch.document_number ?? ''} · Batch ${batch.batch_number}`}
            </span>
            <BatchStatus batch={batch} />
          </div>
        </div>
        <div className={styles.amount}>
          <b className="figures">{`${batch.currency} ${showAmount(batch.total_amount)}`}</b>
          {batch.currency === 'PHP' ? null : (
            <span className="small text-2 figures">{`PHP ${showAmount(batch.amount_php)}`}</span>
          )}
        </div>
      </div>
      <BatchBanners batch={batch} userId={user.id} onRelease={() => moves.run('unlock', batch)} />
      <BatchReading batch={batch} compact />
      <div className={styles.foot}>
        <span className={`${styles.limit} text-2 figures`}>{decisionText(batch, user)}</span>
        <BatchActions batch={batch} moves={moves} inbox={{ onOpen: open }} onHistory={() => setHistory(true)} />
      </div>
      {moves.dialog}
      {history ? <HistoryDialog batchNumber={batchNumber} onClose={() => setHistory(false)} /> : null}
    </section>
  );
}

/** 'Within your PHP limit, 20,000.01 to 100,000.00. It then posts to the ledger.', or why not. */
function decisionText(batch: BatchDetail, { id, officer_limits: limits }: CurrentUser): string {
  const { approve } = batch.allowed_actions;
  if (!approve.allowed) return approve.message ?? '';
  const stage = batch.route.find(({ state }) => state === 'current');
  const own = stage?.eligible.filter(({ user_id }) => user_id === id) ?? [];
  const principal = own.every(({ on_behalf_of }) => on_behalf_of !== null) ? own[0]?.on_behalf_of_name : null;
  if (typeof principal === 'string') return `You act for ${principal}. ${whatFollows(batch)}`;
  const limit = limits.find(
    ({ level, currency_id }) => level === stage?.level_code && currency_id === batch.currency_id,
  );
  const range =
    limit === undefined
      ? ''
      : isUnlimited(limit.max_amount)
        ? `Within your ${batch.currency} limit, from ${showAmount(limit.min_amount ?? '0')}. `
        : `Within your ${batch.currency} limit, ${showAmount(limit.min_amount ?? '0')} to ${showAmount(limit.max_amount)}. `;
  return `${range}${whatFollows(batch)}`;
}

/** Nothing and 0 mean no limit (decisions §3). */
function isUnlimited(amount: string | null): amount is null {
  return amount === null || requireSum(amount) === 0n;
}
