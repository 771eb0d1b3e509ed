import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { CurrentUser } from '@talaan/contract/sign-in/login-data';
import { DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { requireSum } from '@talaan/core/money/money';
import { failureMessage } from '../../api/report-failure.ts';
import { BatchActions } from '../../batches/page/batch-actions.tsx';
import { batchCalls } from '../../batches/record/batch-calls.ts';
import { BatchStatus } from '../../batches/record/batch-chips.tsx';
import { BatchMoney, BatchSums, netText } from '../../batches/record/batch-money.tsx';
import { BatchBanners, BatchReading } from '../../batches/reading/batch-reading.tsx';
import { showAmount, batchTitle, titleOfKey, typeText } from '../../batches/record/batch-texts.ts';
import { eligibleNames, listed, whatFollows } from '../../batches/record/route-texts.ts';
import { HistoryDialog } from '../../batches/reading/history-dialog.tsx';
import { useBatchMoves } from '../../batches/moves/use-batch-moves.tsx';
import { useUser } from '../../session/session.ts';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { ProgressLine } from '../../ui/waiting/progress-line.tsx';
import styles from './reading-pane.module.css';

/** The open batch: who wants what for how much, what changed, lines, timeline; the decision below. */
export function ReadingPane({
  batchKey,
  isPage,
  onOpen,
}: {
  batchKey: string;
  /** It has the window for itself, as on a phone. */
  isPage: boolean;
  /** Leads to the page of the batch. */
  onOpen: () => void;
}) {
  const user = useUser();
  const [history, setHistory] = useState(false);
  const detail = useQuery(batchCalls.one(batchKey));
  const moves = useBatchMoves(() => undefined);
  const batch = detail.data;
  useShortcut('r', 'Return', () => batch && moves.run('return', batch), {
    enabled: batch?.allowed_actions.return.allowed ?? false,
  });
  if (batch === undefined) {
    return (
      <section className={styles.reading} aria-label={titleOfKey(batchKey)} tabIndex={-1}>
        <p className={styles.note} role="status">
          {detail.isError ? failureMessage(detail.error) : MESSAGES.pleaseWait}
        </p>
      </section>
    );
  }
  return (
    <section className={styles.reading} aria-label={titleOfKey(batchKey)} data-region tabIndex={-1}>
      <ProgressLine active={detail.isFetching} />
      <div className={styles.readHead}>
        <div className={styles.readTitle}>
          <h2>{batchTitle(batch)}</h2>
          <div className={`${styles.facts} text-2`}>
            <span className="figures">
              {`${typeText(batch.document_type)} ${batch.document_number ?? ''} · ${titleOfKey(batchKey)}`}
            </span>
            <BatchStatus batch={batch} />
          </div>
        </div>
        <div className={styles.amount}>
          {isPage ? <b className="figures">{netText(batch)}</b> : <BatchMoney batch={batch} />}
          {batch.currency === 'PHP' ? null : (
            <span className="small text-2 figures">{`PHP ${showAmount(batch.amount_php)}`}</span>
          )}
        </div>
      </div>
      <BatchBanners batch={batch} userId={user.id} onRelease={() => moves.run('unlock', batch)} />
      <BatchReading batch={batch} compact above={isPage ? <BatchSums batch={batch} /> : undefined} />
      <div className={styles.foot} data-foot>
        <span className={`${styles.limit} text-2 figures`}>{decisionText(batch, user)}</span>
        <BatchActions
          batch={batch}
          moves={moves}
          inbox={{ onOpen, approve: isPage ? 'Approve this one' : 'Approve' }}
          onHistory={() => setHistory(true)}
        />
      </div>
      {moves.dialog}
      {history ? <HistoryDialog batchKey={batchKey} onClose={() => setHistory(false)} /> : null}
    </section>
  );
}

/**
 * 'Within your PHP limit, 20,000.01 to 100,000.00. Then Release: Gina Flores.', 'Above your limit of PHP 20,000.00. Then
 * Approval 2: Elena Tan.', or why not and who can. Pesos are compared where the stage asks limits in pesos, and with the
 * maximum of the person himself (decisions §3).
 */
function decisionText(batch: BatchDetail, user: CurrentUser): string {
  const { approve } = batch.allowed_actions;
  const stage = batch.route.find(({ state }) => state === 'current');
  if (!approve.allowed) {
    const names = approve.code === 'above_limit' && stage !== undefined ? eligibleNames(stage) : [];
    return `${approve.message ?? ''}${names.length === 0 ? '' : ` ${listed(names)} can approve it.`}`;
  }
  const follows = whatFollows(batch, user.id);
  const own = stage?.eligible.filter(({ user_id }) => user_id === user.id) ?? [];
  const principal = own.every(({ on_behalf_of }) => on_behalf_of !== null) ? own[0]?.on_behalf_of_name : null;
  if (typeof principal === 'string') return `You act for ${principal}. ${follows}`;
  const isInPesos = stage?.peso_limits ?? false;
  const limit = user.officer_limits.find(
    ({ own_officers, level, currency_id }) =>
      own_officers === DOCUMENT_TYPES[batch.document_type as DocumentType].own_officers &&
      level === stage?.level_code &&
      currency_id === (isInPesos ? CURRENCY_PESO : batch.currency_id),
  );
  if (limit === undefined) return follows;
  const ownMaximum = user.user_max_amount;
  if (!isUnlimited(ownMaximum) && requireSum(batch.amount_php) > requireSum(ownMaximum))
    return `Above your limit of PHP ${showAmount(ownMaximum)}. ${follows}`;
  const currency = isInPesos ? 'PHP' : batch.currency;
  const amount = isInPesos ? batch.amount_php : batch.total_amount;
  const max_amount = currency === 'PHP' ? lowerOf(limit.max_amount, ownMaximum) : limit.max_amount;
  return `${limitText({ ...limit, max_amount }, currency, amount)} ${follows}`;
}

/** How an amount stands to a person's limit, both in this currency. */
function limitText(
  { min_amount: min, max_amount: max }: CurrentUser['officer_limits'][number],
  currency: string,
  amount: string,
): string {
  const from = showAmount(min ?? '0');
  if (requireSum(amount) < requireSum(min ?? '0')) return `Below your ${currency} limit, which begins at ${from}.`;
  if (isUnlimited(max)) return `Within your ${currency} limit, from ${from}.`;
  return requireSum(amount) > requireSum(max)
    ? `Above your limit of ${currency} ${showAmount(max)}.`
    : `Within your ${currency} limit, ${from} to ${showAmount(max)}.`;
}

function lowerOf(one: string | null, other: string | null): string | null {
  if (isUnlimited(one) || isUnlimited(other)) return isUnlimited(one) ? other : one;
  return requireSum(one) < requireSum(other) ? one : other;
}

/** Nothing and 0 mean no limit (decisions §3). */
function isUnlimited(amount: string | null): amount is null {
  return amount === null || requireSum(amount) === 0n;
}
