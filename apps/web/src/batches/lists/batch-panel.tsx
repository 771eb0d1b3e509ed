import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { failureMessage } from '../../api/report-failure.ts';
import { BatchActions } from '../page/batch-actions.tsx';
import { batchCalls } from '../record/batch-calls.ts';
import { BatchStatus } from '../record/batch-chips.tsx';
import { titleOfKey } from '../record/batch-texts.ts';
import { BatchBanners, BatchReading } from '../reading/batch-reading.tsx';
import { BatchMoney } from '../record/batch-money.tsx';
import { useBatchMoves } from '../moves/use-batch-moves.tsx';
import { useUser } from '../../session/session.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconArrowUpRight } from '../../ui/icons.tsx';
import { SidePanel } from '../../ui/layers/side-panel.tsx';
import { useOpenAddress } from '../../page/open-address.ts';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import type { BatchListKind } from './batch-list-kind.ts';
import styles from './batch-panel.module.css';

/** A batch beside its list: read, approve, return; its own page is one step away (ux §3). */
export function BatchPanel({
  batchKey,
  Besides,
  onHistory,
  onClose,
}: {
  batchKey: string;
  Besides: BatchListKind['Besides'];
  onHistory: () => void;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const addressOf = useOpenAddress();
  const user = useUser();
  const detail = useQuery(batchCalls.one(batchKey));
  const batch = detail.data;
  const moves = useBatchMoves((action) => {
    if (action === 'delete') onClose();
  });
  return (
    <SidePanel
      title={titleOfKey(batchKey)}
      subtitle={batch && <PanelSubtitle batch={batch} onOpen={() => void navigate(addressOf(batch))} />}
      onClose={onClose}
      footer={
        batch && (
          <BatchActions
            batch={batch}
            moves={moves}
            onHistory={onHistory}
            onEdit={() => {
              const { to, search } = addressOf(batch);
              void navigate({ to, search: { ...search, edit: '1' } });
            }}
          />
        )
      }
    >
      <div className={styles.body}>
        {batch === undefined ? (
          <LoadState
            query={detail}
            failure={detail.error ? failureMessage(detail.error) : undefined}
            what="this batch"
          />
        ) : (
          <>
            <BatchBanners batch={batch} userId={user.id} onRelease={() => moves.run('unlock', batch)} />
            {Besides === undefined ? null : (
              <div className={styles.besides}>
                <Besides batch={batch} />
              </div>
            )}
            <BatchReading batch={batch} narrow />
          </>
        )}
      </div>
      {moves.dialog}
    </SidePanel>
  );
}

/** Where a batch stands and what it comes to, and the way to its own page. */
function PanelSubtitle({ batch, onOpen }: { batch: BatchDetail; onOpen: () => void }) {
  return (
    <span className={styles.subtitle}>
      <BatchStatus batch={batch} />
      <BatchMoney batch={batch} />
      <Button size="sm" variant="ghost" icon={<IconArrowUpRight size={14} />} onClick={onOpen}>
        Open full page
      </Button>
    </span>
  );
}
