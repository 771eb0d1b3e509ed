import { Link } from '@tanstack/react-router';
import type { DryRunItem, DryRunOutcome, TriedAction } from '@talaan/contract/documents/batch-view.contract';
import { batchKey, batchName } from '@talaan/core/documents/batch-key';
import { useOpenAddress } from '../../page/open-address.ts';
import { IconAlert, IconCheck, IconInfo, IconLock } from '../../ui/icons.tsx';
import { moneySums, type Money } from '../record/batch-money.tsx';
import { batchTitle, hasLedgerEffect } from '../record/batch-texts.ts';
import { listed, stageName } from '../record/route-texts.ts';
import { highRisks, RiskTicks } from '../risks/risk-ticks.tsx';
import { isSeen, type Ticks, type Trial } from './use-trial.ts';
import styles from './trial-groups.module.css';

/** What became of one batch: its new status, or why it was not moved. */
export type Outcome = { state: 'done' | 'failed'; text: string };
/** By the key of the batch. */
type Outcomes = ReadonlyMap<string, Outcome>;

const NONE: Outcomes = new Map();

/**
 * The lists of a trial, which add up to what was chosen: blocked and why, waiting for ticks, needing another level, and
 * passing, each with net, gross and withheld (ux §6.1). After the moves the same lists tell what became of each.
 */
export function TrialGroups({
  trial,
  ticks: { seen, tick },
  outcomes = NONE,
  state = 'asked',
}: {
  trial: Trial;
  ticks: Ticks;
  outcomes?: Outcomes;
  state?: 'asked' | 'moving' | 'moved';
}) {
  const { action, items } = trial;
  const isOver = state === 'moved';
  const titles = isOver ? PAST_TITLES[action] : GROUP_TITLES[action];
  const groupOf = (item: DryRunItem): Group => {
    if (isOver && outcomes.get(batchKey(item))?.state === 'failed') return 'failed';
    const isHeld = isOver ? !outcomes.has(batchKey(item)) : highRisks(item.risks).length > 0;
    return item.outcome !== 'blocked' && isHeld ? 'held' : item.outcome;
  };
  return (
    <div className={styles.trial} aria-live="polite">
      <div className={`${styles.line} ${styles.heads}`}>
        <span>Document</span>
        <span>Payee or remarks</span>
        <Amounts texts={['Net', 'Gross', 'Withheld']} />
        <span>{isOver ? 'Now' : 'Then'}</span>
      </div>
      {GROUPS.map((group) => {
        const own = items.filter((item) => groupOf(item) === group);
        if (own.length === 0) return null;
        return (
          <div key={group} role="group" aria-label={titles[group]}>
            <div className={`${styles.line} ${styles.group}`}>
              <h3>
                {titles[group]}
                <span className="muted figures">{own.length}</span>
              </h3>
              <Amounts texts={sumTexts(own.flatMap(({ batch }) => batch ?? []))} />
            </div>
            <ul>
              {own.map((item) => (
                <li key={batchKey(item)} className={styles.item}>
                  <TriedLine
                    item={item}
                    trial={trial}
                    isOver={isOver}
                    waits={item.outcome !== 'blocked' && !isSeen(item, seen)}
                    result={outcomes.get(batchKey(item))}
                  />
                  <ItemRisks item={item} seen={seen} onSeen={state === 'asked' ? tick : undefined} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </div>
  );
}

/** The risks of one: the high ones to be ticked until it is moved, and what is only to be known. */
function ItemRisks({
  item: { risks },
  seen,
  onSeen,
}: {
  item: DryRunItem;
  seen: Ticks['seen'];
  onSeen: Ticks['tick'] | undefined;
}) {
  const high = highRisks(risks);
  return (
    <>
      {onSeen === undefined || high.length === 0 ? null : (
        <div className={styles.note}>
          <RiskTicks risks={high} seen={seen} onSeen={onSeen} focused={false} />
        </div>
      )}
      {risks
        .filter(({ severity }) => severity === 'notice')
        .map(({ fingerprint, sentence }) => (
          <p key={fingerprint} className={`${styles.note} text-2`}>
            <IconInfo size={14} />
            {sentence}
          </p>
        ))}
    </>
  );
}

/** One with high risks stands by itself, from before they are ticked until it is moved, so that a tick moves no line. */
type Group = DryRunOutcome | 'held' | 'failed';
type Titles = Readonly<Record<Group, string>>;
const GROUPS: readonly Group[] = ['failed', 'blocked', 'held', 'needs_another', 'passes'];
const BEFORE = {
  blocked: 'Blocked because',
  failed: 'Failed',
  held: 'Waits for your ticks',
  needs_another: 'Needs another after you',
};
const GROUP_TITLES: Readonly<Record<TriedAction, Titles>> = {
  approve: { ...BEFORE, passes: 'Will pass' },
  submit: { ...BEFORE, passes: 'Will be submitted' },
  return: { ...BEFORE, passes: 'Will be returned' },
};
const AFTER = { ...BEFORE, blocked: 'Blocked', held: 'Not ticked', needs_another: 'Stays for another level' };
const PAST_TITLES: Readonly<Record<TriedAction, Titles>> = {
  approve: { ...AFTER, passes: 'Passed' },
  submit: { ...AFTER, passes: 'Submitted' },
  return: { ...AFTER, passes: 'Returned' },
};

function TriedLine({
  item,
  trial,
  isOver,
  waits,
  result,
}: {
  item: DryRunItem;
  trial: Trial;
  isOver: boolean;
  /** For a tick. */
  waits: boolean;
  result: Outcome | undefined;
}) {
  const addressOf = useOpenAddress();
  const batch = item.batch ?? trial.batches.find((one) => batchKey(one) === batchKey(item));
  if (batch === undefined) return null;
  const title = batchTitle({ ...batch, document_type: item.document_type });
  const isBlocked = item.outcome === 'blocked';
  return (
    <>
      <div className={styles.line}>
        <Link className="figures nowrap" {...addressOf(item)} target="_blank">
          {batch.document_number ?? batchName(item)}
        </Link>
        <span className="ellipsis" title={title}>
          {title}
        </span>
        <Amounts texts={sumTexts([batch])} />
        <span className={`${styles.then} ${result?.state === 'done' ? 'success' : 'text-2'}`}>
          {result?.state === 'done' ? <IconCheck size={14} /> : null}
          {result?.state === 'done' ? result.text : isOver ? 'as it was' : thenText(item, trial.action, waits)}
        </span>
      </div>
      {isBlocked || result?.state === 'failed' ? (
        <p className={`${styles.note} danger`}>
          {isBlocked ? <IconLock size={14} /> : <IconAlert size={14} />}
          {isBlocked ? item.message : result?.text}
        </p>
      ) : null}
      {waits && result === undefined ? (
        <p className={`${styles.note} danger`}>
          <IconAlert size={14} />
          Blocked until its risks are ticked as seen.
        </p>
      ) : null}
    </>
  );
}

/** Net, gross and withheld, each in its column. */
function Amounts({ texts: [net, gross, less] }: { texts: readonly [string, string, string] }) {
  return (
    <span className={`${styles.amounts} figures`}>
      <span>{net}</span>
      <span>{gross}</span>
      <span>{less}</span>
    </span>
  );
}

/** Sums by currency, one below the other; pesos alone need no name. */
function sumTexts(batches: readonly Money[]): [string, string, string] {
  const sums = moneySums(batches);
  const column = (name: 'net' | 'gross' | 'less') =>
    sums
      .map((sum) => `${sums.length === 1 && sum.currency === 'PHP' ? '' : `${sum.currency} `}${sum[name]}`)
      .join('\n');
  return [column('net'), column('gross'), column('less')];
}

/** 'for Elena Tan: Approval 3: Felix Ong': what follows, and who acts then. */
function thenText(item: DryRunItem, action: TriedAction, waits: boolean): string {
  if (item.outcome === 'blocked') return 'stays as it is';
  const behalf = item.on_behalf_of_name === null ? '' : `for ${item.on_behalf_of_name} · `;
  return `${waits ? 'if seen: ' : ''}${behalf}${nextText(item, action)}`;
}

function nextText({ next, batch, document_type }: DryRunItem, action: TriedAction): string {
  if (action === 'return') return `back to ${batch?.preparer ?? 'its preparer'}`;
  if (next === null) return hasLedgerEffect(document_type) ? 'posts to the ledger' : 'is approved';
  if (next.eligible.length === 0) return `${stageName(next)}, where nobody can act today`;
  return `${stageName(next)}: ${listed(next.eligible)}`;
}
