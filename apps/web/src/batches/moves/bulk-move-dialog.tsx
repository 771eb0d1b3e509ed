import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DryRunItem, DryRunOutcome } from '@talaan/contract/documents/batch-view.contract';
import { formatAmount, requireAmount, sumMinor } from '@talaan/core/money/money';
import { failureMessage } from '../../api/report-failure.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogCancel } from '../../ui/layers/dialog.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { IconAlert, IconCheck, IconInfo } from '../../ui/icons.tsx';
import { batchCalls, moveTo, refreshBatches, type ActionableBatch } from '../record/batch-calls.ts';
import { grossText, netText } from '../record/batch-money.tsx';
import { batchTitle, showAmount } from '../record/batch-texts.ts';
import { highRisks, RiskTicks } from '../risks/risk-ticks.tsx';
import styles from './bulk-move-dialog.module.css';

type Outcome = { state: 'done' | 'failed'; text: string };
type Action = 'submit' | 'approve';

/**
 * One question for many batches, after the server has tried each: what passes, what goes on to another level and what is
 * blocked and why, with totals. Each is then moved by its own call in the version that was tried; the list says what
 * became of every one (ux §6.1).
 */
export function BulkMoveDialog({
  action,
  batches,
  onClose,
}: {
  action: Action;
  batches: readonly ActionableBatch[];
  /** Called with the batches that were moved. */
  onClose: (moved: readonly string[]) => void;
}) {
  const client = useQueryClient();
  const [chosen] = useState(batches);
  const tried = useQuery(batchCalls.dryRun(action, chosen));
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [running, setRunning] = useState(false);
  const items = tried.data?.items ?? [];
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const fit = items.filter((item) => item.outcome !== 'blocked' && isSeen(item, seen));
  const finished = outcomes.size > 0 && !running;
  const moved = fit.filter(({ batch_number }) => outcomes.get(batch_number)?.state === 'done');
  const verb = VERBS[action];
  const titles = finished ? PAST_TITLES[action] : GROUP_TITLES[action];
  const groupOf = (item: DryRunItem): Group => {
    if (finished && outcomes.get(item.batch_number)?.state === 'failed') return 'failed';
    const isHeld = finished ? !outcomes.has(item.batch_number) : highRisks(item.risks).length > 0;
    return item.outcome !== 'blocked' && isHeld ? 'held' : item.outcome;
  };

  async function run(): Promise<void> {
    setRunning(true);
    const results = new Map<string, Outcome>();
    for (const item of fit) {
      results.set(item.batch_number, await moveItem(item, chosen, seen));
      setOutcomes(new Map(results));
    }
    setRunning(false);
    await refreshBatches(client);
  }

  function tick(fingerprint: string, isTicked: boolean): void {
    const next = new Set(seen);
    if (isTicked) next.add(fingerprint);
    else next.delete(fingerprint);
    setSeen(next);
  }

  function close(): void {
    if (running) return;
    onClose([...outcomes].filter(([, { state }]) => state === 'done').map(([number]) => number));
  }

  return (
    <Dialog
      open
      title={
        finished
          ? `${verb}: ${resultText(items, outcomes)}`
          : `${verb} ${tried.isSuccess ? `${fit.length} of ${items.length}` : chosen.length}?`
      }
      subtitle={
        <span className="figures">
          {totalsText(tried.isSuccess ? (finished ? moved : fit).flatMap(({ batch }) => batch ?? []) : chosen)}
        </span>
      }
      width={640}
      onClose={close}
      closable={!running}
      flush
      footer={
        finished ? (
          <>
            <span className={dialogStyles.space} />
            <Button variant="primary" data-autofocus onClick={close}>
              Close
            </Button>
          </>
        ) : (
          <>
            <span className={dialogStyles.space} />
            <DialogCancel />
            <Button
              variant="primary"
              data-autofocus
              busy={running}
              disabledReason={whyNot(action, tried.isSuccess, fit.length)}
              onClick={() => void run()}
            >
              {tried.isSuccess ? `${verb} ${fit.length}` : verb}
            </Button>
          </>
        )
      }
    >
      <LoadState
        query={tried}
        failure={tried.isError ? failureMessage(tried.error) : undefined}
        what="the trial"
        className={styles.message}
      />
      <div aria-live="polite">
        {GROUPS.map((group) => (
          <OutcomeGroup
            key={group}
            title={titles[group]}
            items={items.filter((item) => groupOf(item) === group)}
            summed={group !== 'blocked' && group !== 'failed' && !(finished && group === 'held')}
            chosen={chosen}
            outcomes={outcomes}
            seen={seen}
            onSeen={running || finished ? undefined : tick}
          />
        ))}
      </div>
    </Dialog>
  );
}

const VERBS = { submit: 'Submit', approve: 'Approve' } as const;
/** One with high risks stands by itself, from before they are ticked until it is moved, so that a tick moves no line. */
type Group = DryRunOutcome | 'held' | 'failed';
type Titles = Readonly<Record<Group, string>>;
const GROUPS: readonly Group[] = ['failed', 'blocked', 'held', 'needs_another', 'passes'];
const BEFORE = {
  blocked: 'Blocked',
  failed: 'Failed',
  held: 'Waits for your ticks',
  needs_another: 'Will need another level',
};
const GROUP_TITLES: Readonly<Record<Action, Titles>> = {
  approve: { ...BEFORE, passes: 'Will pass' },
  submit: { ...BEFORE, passes: 'Will be submitted' },
};
const AFTER = { ...BEFORE, held: 'Not ticked', needs_another: 'Stays for another level' };
const PAST_TITLES: Readonly<Record<Action, Titles>> = {
  approve: { ...AFTER, passes: 'Passed' },
  submit: { ...AFTER, passes: 'Submitted' },
};

/** Whether every high risk of it is ticked: until then it stays where it is. */
function isSeen({ risks }: DryRunItem, seen: ReadonlySet<string>): boolean {
  return highRisks(risks).every(({ fingerprint }) => seen.has(fingerprint));
}

async function moveItem(
  item: DryRunItem,
  chosen: readonly ActionableBatch[],
  seen: ReadonlySet<string>,
): Promise<Outcome> {
  const batch = chosen.find(({ batch_number }) => batch_number === item.batch_number)!;
  try {
    const result = await moveTo(
      { ...batch, row_version: item.row_version ?? batch.row_version },
      item.status ?? batch.status,
      '',
      highRisks(item.risks)
        .map(({ fingerprint }) => fingerprint)
        .filter((fingerprint) => seen.has(fingerprint)),
    );
    return { state: 'done', text: result.status_label };
  } catch (failure) {
    return { state: 'failed', text: failureMessage(failure) };
  }
}

function whyNot(action: Action, isTried: boolean, fit: number): string | undefined {
  if (!isTried) return 'They are being tried.';
  return fit === 0 ? `None of them can be ${action === 'submit' ? 'submitted' : 'approved'}.` : undefined;
}

/** '2 done, 1 not, 1 blocked': every one of them is counted. */
function resultText(items: readonly DryRunItem[], outcomes: ReadonlyMap<string, Outcome>): string {
  const counts = [
    [[...outcomes.values()].filter(({ state }) => state === 'done').length, 'done'],
    [[...outcomes.values()].filter(({ state }) => state === 'failed').length, 'not'],
    [items.length - outcomes.size, 'blocked'],
  ] as const;
  return counts
    .filter(([count, what]) => count > 0 || what === 'done')
    .map(([count, what]) => `${count} ${what}`)
    .join(', ');
}

/** One outcome with its count and sums, and the batches that it is told of. */
function OutcomeGroup({
  title,
  items,
  summed,
  chosen,
  outcomes,
  seen,
  onSeen,
}: {
  title: string;
  items: readonly DryRunItem[];
  /** What does not pass has no sum. One whose risks wait for a tick counts once it has them all. */
  summed: boolean;
  chosen: readonly ActionableBatch[];
  outcomes: ReadonlyMap<string, Outcome>;
  /** Fingerprints of the risks that are ticked as seen. */
  seen: ReadonlySet<string>;
  /** Undefined while and after they are moved. */
  onSeen: ((fingerprint: string, isTicked: boolean) => void) | undefined;
}) {
  if (items.length === 0) return null;
  const summedItems = summed ? items.filter((item) => isSeen(item, seen)) : [];
  return (
    <section aria-label={title}>
      <div className={styles.head}>
        <h3>{title}</h3>
        <span className="muted figures">{items.length}</span>
        <span className={`${styles.amount} figures`}>
          {totalsText(summedItems.flatMap(({ batch }) => batch ?? []))}
        </span>
      </div>
      <ul className={styles.list}>
        {items.map((item) => (
          <OutcomeItem
            key={item.batch_number}
            item={item}
            row={chosen.find(({ batch_number }) => batch_number === item.batch_number)}
            result={outcomes.get(item.batch_number)}
            seen={seen}
            onSeen={onSeen}
          />
        ))}
      </ul>
    </section>
  );
}

function OutcomeItem({
  item,
  row,
  result,
  seen,
  onSeen,
}: {
  item: DryRunItem;
  row: ActionableBatch | undefined;
  result: Outcome | undefined;
  seen: ReadonlySet<string>;
  onSeen: ((fingerprint: string, isTicked: boolean) => void) | undefined;
}) {
  const batch = item.batch ?? row;
  const title = batch === undefined ? '' : batchTitle({ ...batch, ...item });
  return (
    <li>
      <div className={styles.line}>
        <span className="figures strong">{batch?.document_number ?? item.batch_number}</span>
        <span className="ellipsis" title={title}>
          {title}
        </span>
        {batch === undefined ? null : (
          <span className={`${styles.amount} figures`} title={(row && grossText(row)) ?? undefined}>
            {row === undefined ? `${batch.currency} ${showAmount(batch.total_amount)}` : netText(row)}
          </span>
        )}
      </div>
      {result === undefined ? (
        <Foretold item={item} waits={!isSeen(item, seen)} />
      ) : (
        <p className={`${styles.note} ${result.state === 'done' ? 'success' : 'danger'}`}>
          {result.state === 'done' ? <IconCheck size={14} /> : <IconAlert size={14} />}
          {result.text}
        </p>
      )}
      {onSeen === undefined || highRisks(item.risks).length === 0 ? null : (
        <RiskTicks risks={highRisks(item.risks)} seen={seen} onSeen={onSeen} focused={false} />
      )}
      {item.risks
        .filter(({ severity }) => severity === 'notice')
        .map(({ fingerprint, sentence }) => (
          <p key={fingerprint} className={`${styles.note} text-2`}>
            <IconInfo size={14} />
            {sentence}
          </p>
        ))}
    </li>
  );
}

/** What the dry run says of one batch: why it is blocked, or what follows and who acts then. */
function Foretold({ item, waits }: { item: DryRunItem; waits: boolean }) {
  if (waits) {
    return (
      <p className={`${styles.note} danger`}>
        <IconAlert size={14} />
        Blocked until its risks are ticked as seen.
      </p>
    );
  }
  if (item.outcome === 'blocked') {
    return (
      <p className={`${styles.note} warning`}>
        <IconAlert size={14} />
        {item.message}
      </p>
    );
  }
  const behalf = item.on_behalf_of_name === null ? '' : `For ${item.on_behalf_of_name}. `;
  return <p className={`${styles.note} text-2`}>{`${behalf}${nextText(item)}`}</p>;
}

/** Named persons at most; the timeline of the batch has all of them. */
const NAMED = 3;

function nextText({ next }: DryRunItem): string {
  if (next === null) return 'Then it posts to the ledger.';
  if (next.eligible.length === 0) return `Then ${next.label}, where nobody can act today.`;
  const names = next.eligible.slice(0, NAMED).join(', ');
  const more = next.eligible.length > NAMED ? ` and ${next.eligible.length - NAMED} more` : '';
  return `Then ${next.label}: ${names}${more}.`;
}

/** 'PHP 1,510,701.50 · USD 1,234.56': amounts per currency, side by side. */
export function totalsText(batches: readonly { currency: string; total_amount: string }[]): string {
  const currencies = [...new Set(batches.map(({ currency }) => currency))].toSorted();
  return currencies
    .map((currency) => {
      const own = batches.filter((batch) => batch.currency === currency);
      return `${currency} ${formatAmount(sumMinor(own.map(({ total_amount }) => requireAmount(total_amount))))}`;
    })
    .join(' · ');
}
