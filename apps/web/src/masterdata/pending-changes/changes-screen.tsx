import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import {
  confirmChange,
  refuseChange,
  withdrawChange,
  type PendingChange,
} from '@talaan/contract/resources/pending-change.contract';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { PageHeader } from '../../page/page-header.tsx';
import { useSearchState } from '../../page/search-state.ts';
import { CHANGES_KEY, pendingChanges } from '../../session/waiting-changes.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogCancel, DialogSave } from '../../ui/layers/dialog.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { Field } from '../../ui/fields/field.tsx';
import { askToConfirm, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { IconCheckCircle } from '../../ui/icons.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { TextArea } from '../../ui/fields/text-input.tsx';
import { Toolbar } from '../../ui/menus/toolbar.tsx';
import { displayInstant } from '../../page/display-instant.ts';
import { logPage, LogPager } from '../../page/log-table.tsx';
import { MASTERDATA_KEY } from '../record/resource-calls.ts';
import styles from './changes-screen.module.css';

const searchState = z.object({
  state: z.enum(['waiting', 'decided']).catch('waiting'),
  ...logPage(10),
});

const STATES = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'decided', label: 'Decided' },
] as const;
const ACTIONS = { create: 'Add', update: 'Change', delete: 'Delete' } as const;
const CHIPS = {
  waiting: { hue: 'amber', label: 'Waiting' },
  confirmed: { hue: 'green', label: 'Confirmed' },
  refused: { hue: 'red', label: 'Refused' },
  withdrawn: { hue: 'slate', label: 'Withdrawn' },
} as const;

/** What waits for a second person: old and new, who asked, and the decision (decisions §8, four-eyes). */
export function ChangesScreen() {
  const [view, change] = useSearchState(searchState);
  const list = useQuery(pendingChanges(view));
  const decide = useDecide();
  const [refusing, setRefusing] = useState<PendingChange | null>(null);
  const changes = list.data?.data ?? [];

  async function confirm({ id, label, action }: PendingChange): Promise<void> {
    const title = `Confirm: ${ACTIONS[action].toLowerCase()} ${label}?`;
    if (await askToConfirm({ title, text: 'It takes effect at once.', confirmLabel: 'Confirm' }))
      await decide(callServer(confirmChange, { params: { id } }), `${label}: the change is confirmed.`);
  }

  async function withdraw({ id, label }: PendingChange): Promise<void> {
    await decide(callServer(withdrawChange, { params: { id } }), `${label}: the change is withdrawn.`);
  }

  return (
    <>
      <PageHeader title="Changes to confirm" count={list.data?.total} />
      <Toolbar>
        <SegmentedControl
          label="Which changes"
          options={STATES}
          value={view.state}
          onChange={(state) => change({ state, page: 1 })}
        />
      </Toolbar>
      <div className={styles.list}>
        <LoadState query={list} what="the changes" className={styles.note} />
        {list.data !== undefined && changes.length === 0 ? (
          <p className={styles.note} role="status">
            {view.state === 'waiting' ? 'No change waits for a second person.' : 'No change was decided yet.'}
          </p>
        ) : null}
        {changes.map((one) => (
          <ChangeCard
            key={one.id}
            change={one}
            onConfirm={() => void confirm(one)}
            onRefuse={() => setRefusing(one)}
            onWithdraw={() => void withdraw(one)}
          />
        ))}
      </div>
      <LogPager log={list.data} pages={view.pages} onTurn={change} />
      {refusing === null ? null : (
        <RefuseDialog
          change={refusing}
          onClose={() => setRefusing(null)}
          onRefuse={async (remarks) => {
            const refused = callServer(refuseChange, { params: { id: refusing.id }, body: { remarks } });
            if (await decide(refused, `${refusing.label}: the change is refused.`)) setRefusing(null);
          }}
        />
      )}
    </>
  );
}

/** Waits for a decision and says it; answers whether it was taken. */
function useDecide() {
  const client = useQueryClient();
  return async function decide(work: Promise<unknown>, done: string): Promise<boolean> {
    try {
      await withPleaseWait(work);
      showSuccess(done);
      return true;
    } catch (failure) {
      reportFailure(failure);
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: [CHANGES_KEY] });
      await client.invalidateQueries({ queryKey: [MASTERDATA_KEY] });
    }
  };
}

interface ChangeCardProps {
  change: PendingChange;
  onConfirm: () => void;
  onRefuse: () => void;
  onWithdraw: () => void;
}

function ChangeCard({ change, onConfirm, onRefuse, onWithdraw }: ChangeCardProps) {
  const { rights, state } = change;
  const titleId = `change-${change.id}`;
  return (
    <article className={styles.card} aria-labelledby={titleId}>
      <header className={styles.head}>
        <div>
          <h2 id={titleId}>{`${ACTIONS[change.action]} ${change.label}`}</h2>
          <p className="text-2">
            {`${change.module_name} · asked for by ${change.requested_by_name}, ${displayInstant(change.requested_at)}`}
          </p>
          {change.decided_at === null ? null : (
            <p className="text-2">
              {`${CHIPS[state].label} by ${change.decided_by_name}, ${displayInstant(change.decided_at)}`}
              {change.remarks === null ? null : `: ${change.remarks}`}
            </p>
          )}
        </div>
        <StatusChip {...CHIPS[state]} />
      </header>
      <table className={styles.changes}>
        <caption className="visually-hidden">{`What changes: ${change.label}`}</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Now</th>
            <th scope="col">Then</th>
          </tr>
        </thead>
        <tbody>
          {change.changes.map(({ label, before, after }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className={before === null ? 'muted' : styles.before}>{before ?? 'none'}</td>
              <td className={after === null ? 'muted' : styles.after}>{after ?? 'none'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {state === 'waiting' ? (
        <footer className={styles.foot}>
          {rights.withdraw.allowed ? <Button onClick={onWithdraw}>Withdraw</Button> : null}
          <Button variant="danger" disabledReason={rights.refuse.message ?? undefined} onClick={onRefuse}>
            Refuse
          </Button>
          <Button icon={<IconCheckCircle />} disabledReason={rights.confirm.message ?? undefined} onClick={onConfirm}>
            Confirm
          </Button>
        </footer>
      ) : null}
    </article>
  );
}

interface RefuseDialogProps {
  change: PendingChange;
  onClose: () => void;
  onRefuse: (remarks: string) => Promise<void>;
}

function RefuseDialog({ change, onClose, onRefuse }: RefuseDialogProps) {
  const [remarks, setRemarks] = useState('');
  const [tried, setTried] = useState(false);
  const isEmpty = remarks.trim() === '';
  return (
    <Dialog
      open
      title="Refuse the change"
      subtitle={change.label}
      width={480}
      dirty={!isEmpty}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <DialogSave
            label="Refuse"
            onSave={() => {
              setTried(true);
              if (!isEmpty) void onRefuse(remarks.trim());
            }}
          />
        </>
      }
    >
      <Field label="Remarks" required error={tried && isEmpty ? 'Remarks is required.' : undefined}>
        <TextArea data-autofocus maxLength={250} value={remarks} onChange={(event) => setRemarks(event.target.value)} />
      </Field>
    </Dialog>
  );
}
