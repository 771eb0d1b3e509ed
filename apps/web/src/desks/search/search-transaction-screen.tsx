import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { batchKey, readBatchKey } from '@talaan/core/documents/batch-key';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { failureMessage } from '../../api/report-failure.ts';
import { BatchActions } from '../../batches/page/batch-actions.tsx';
import { batchCalls } from '../../batches/record/batch-calls.ts';
import { BatchStatus } from '../../batches/record/batch-chips.tsx';
import { batchAddress, BatchBanners, BatchReading } from '../../batches/reading/batch-reading.tsx';
import { BatchMoney } from '../../batches/record/batch-money.tsx';
import { RegionOwner } from '../../ui/region-name.tsx';
import { batchTitle, titleOfKey, typeText } from '../../batches/record/batch-texts.ts';
import { HistoryDialog } from '../../batches/reading/history-dialog.tsx';
import { useBatchMoves } from '../../batches/moves/use-batch-moves.tsx';
import { BatchSearch } from '../../shell/palette/batch-search.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { useSearchState } from '../../page/search-state.ts';
import { useUser } from '../../session/session.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconArrowUpRight } from '../../ui/icons.tsx';
import { ProgressLine } from '../../ui/waiting/progress-line.tsx';
import styles from './search-transaction-screen.module.css';

const address = z.object({ number: z.string().trim().max(20).default('').catch('') });
const BATCH_DIGITS = 7;

/** /search-transaction: the batches with the number that was searched for, each with its actions (ux §6.5). */
export function SearchTransactionScreen() {
  const [{ number }] = useSearchState(address);
  const found = useQuery({ ...batchCalls.search(number), enabled: number !== '' });
  const batches = found.data ?? [];
  const shown = /^\d+$/.test(number) ? number.padStart(BATCH_DIGITS, '0') : number;
  return (
    <div className={styles.page}>
      <PageHeader
        title={number === '' ? 'Search for a batch' : titleOf(shown, batches)}
        count={batches.length > 1 ? batches.length : undefined}
      />
      <ProgressLine active={found.isFetching} />
      {found.isError ? (
        <p className={styles.note} role="alert">
          {failureMessage(found.error)}
          <Button onClick={() => void found.refetch()}>Retry</Button>
        </p>
      ) : number !== '' && found.isPending ? (
        <p className={styles.note} role="status">
          {MESSAGES.pleaseWait}
        </p>
      ) : batches.length === 0 ? (
        <div className={styles.note}>
          {number === '' ? null : <p role="status">{MESSAGES.noSuchBatch(shown)}</p>}
          <div className={styles.search} role="search">
            <BatchSearch focused />
          </div>
        </div>
      ) : (
        <div className={styles.cards}>
          {batches.map((batch) => (
            <BatchCard key={batch.id} batch={batch} />
          ))}
        </div>
      )}
    </div>
  );
}

/** What was searched for is the number of a batch, or of receipts and documents in batches of other numbers. */
function titleOf(shown: string, batches: readonly BatchDetail[]): string {
  const [one] = batches;
  if (one === undefined || readBatchKey(shown).batch_number === one.batch_number) return titleOfKey(shown);
  return batches.length === 1 ? titleOfKey(batchKey(one)) : `No. ${shown}`;
}

function BatchCard({ batch }: { batch: BatchDetail }) {
  const navigate = useNavigate();
  const user = useUser();
  const [history, setHistory] = useState(false);
  const moves = useBatchMoves(() => undefined);
  const page = batchAddress(batch);
  const name = `${typeText(batch.document_type)} ${batch.batch_number}`;
  return (
    <section className={styles.card} aria-label={name}>
      <div className={styles.head}>
        <div className={styles.title}>
          <h2>{batchTitle(batch)}</h2>
          <div className={`${styles.facts} text-2`}>
            <span className="figures">{`${typeText(batch.document_type)} ${batch.document_number ?? ''}`}</span>
            <BatchStatus batch={batch} />
            {page === null ? null : (
              <Button
                size="sm"
                variant="ghost"
                icon={<IconArrowUpRight size={14} />}
                onClick={() => void navigate(page)}
              >
                Open full page
              </Button>
            )}
          </div>
        </div>
        <span className={styles.amount}>
          <BatchMoney batch={batch} />
        </span>
      </div>
      <BatchBanners batch={batch} userId={user.id} onRelease={() => moves.run('unlock', batch)} />
      <RegionOwner.Provider value={name}>
        <BatchReading batch={batch} flow />
      </RegionOwner.Provider>
      <div className={styles.foot}>
        <BatchActions
          batch={batch}
          moves={moves}
          onHistory={() => setHistory(true)}
          onEdit={
            page === null ? undefined : () => void navigate({ to: page.to, search: { ...page.search, edit: '1' } })
          }
        />
      </div>
      {moves.dialog}
      {history ? <HistoryDialog batchKey={batchKey(batch)} onClose={() => setHistory(false)} /> : null}
    </section>
  );
}
