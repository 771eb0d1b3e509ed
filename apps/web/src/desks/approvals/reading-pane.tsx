import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { CurrentUser } from '@talaan/contract/sign-in/login-data';
import { requireSum } from '@talaan/core/money/money';
import { failureMessage } from '../../api/report-failure.ts';
import { BatchActions, whatFollows } from '../../batches/page/batch-actions.tsx';
import { batchCalls } from '../../batches/record/batch-calls.ts';
import { BatchStatus } from '../../batches/record/batch-chips.tsx';
import { batchAddress, BatchBanners, BatchReading } from '../../batches/reading/batch-reading.tsx';
import { showAmount, batchTitle, typeText } from '../../batches/record/batch-texts.ts';
import { HistoryDialog } from '../../batches/reading/history-dialog.tsx';
import { useBatchMoves } from '../../batches/moves/use-batch-moves.tsx';
import { useUser } from '../../session/session.ts';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { ProgressLine } from '../../ui/waiting/progress-line.tsx';
import styles from './reading-pane.module.css';

/** The open batch: who wants what for how much, what changed, lines, timeline; the decision below. */
export function ReadingPane({ batchNumber }: { batchNumber: string }) {
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
