import { useRef, useState } from 'react';
import type { BatchAction, BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { STATUS } from '@talaan/core/documents/status';
import { ActionMenu, type MenuAction } from '../../ui/menus/action-menu.tsx';
import { useUser } from '../../session/session.ts';
import { useRefusalText } from '../../session/why-not.ts';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { IconCheck, IconChevronDown, IconEdit, IconMore, IconPrint, IconReturn } from '../../ui/icons.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { Popover } from '../../ui/layers/popover.tsx';
import { grossText, netText } from '../record/batch-money.tsx';
import { isCancelled, nameOf, submitLabel, voidLabel } from '../record/batch-texts.ts';
import { useDuplicate } from '../entry/form/duplicate-entry.ts';
import { printActions } from '../record/print-menu.ts';
import { whatFollows } from '../record/route-texts.ts';
import { asksForTicks } from '../moves/move-question.tsx';
import type { BatchMoves } from '../moves/use-batch-moves.tsx';
import styles from './batch-actions.module.css';

export interface BatchActionsProps {
  batch: BatchDetail;
  moves: BatchMoves;
  /** Opens the entry for edit; undefined where that is done elsewhere. */
  onEdit?: (() => void) | undefined;
  onHistory: () => void;
  /** The inbox has its own keys, A, R, O, and its own word for the filled button. */
  inbox?: { onOpen: () => void; approve: string } | undefined;
}

/**
 * What a person can do with a batch at its status: at most one filled button, the rest plain or under ⋯. Every action
 * comes from the server; a refused one shows its reason (decisions §2).
 */
export function BatchActions({ batch, moves, onEdit, onHistory, inbox }: BatchActionsProps) {
  const { allowed_actions: allowed, status } = batch;
  const refusalText = useRefusalText(allowed);
  const reason = (action: BatchAction): string | undefined => refusalText(allowed[action]);
  const waits = status >= STATUS.FOR_REVIEW && status <= STATUS.FOR_APPROVAL_3;
  const isOwn = allowed.withdraw.allowed;
  const showsEdit = onEdit !== undefined && status < STATUS.APPROVED && (!waits || isOwn);
  const prints = printActions(batch);
  const duplicate = useDuplicate(batch);

  const menuEntry = (action: BatchAction, label: string, more: Partial<MenuAction> = {}): MenuAction => ({
    id: action,
    label,
    disabledReason: reason(action),
    onSelect: () => moves.run(action, batch),
    ...more,
  });
  const groups = [
    {
      actions: [
        ...(inbox === undefined ? duplicate : prints),
        { id: 'history', label: 'History', onSelect: onHistory },
      ],
    },
    {
      actions: [
        ...(waits && !isOwn ? [menuEntry('withdraw', 'Withdraw')] : []),
        ...(status === STATUS.ACTIVE ? [menuEntry('archive', 'Archive')] : []),
        ...(batch.processing === 1 ? [menuEntry('unlock', 'Release the lock')] : []),
      ],
    },
    {
      actions: [
        ...(waits ? [menuEntry('reject', 'Reject', { danger: true })] : []),
        ...(status === STATUS.ARCHIVED ? [] : [menuEntry('void', voidLabel(batch.document_type), { danger: true })]),
        ...(status === STATUS.ACTIVE ? [menuEntry('delete', 'Delete', { danger: true })] : []),
      ],
    },
  ];

  return (
    <div className={styles.actions}>
      {prints.length > 0 && inbox === undefined ? (
        <ActionMenu
          side="top-end"
          label="Print"
          keys="mod+p"
          groups={[{ actions: prints }]}
          target={
            <Button icon={<IconPrint />} iconAfter={<IconChevronDown />}>
              Print
            </Button>
          }
        />
      ) : null}
      <ActionMenu
        side="top-end"
        groups={groups}
        target={<IconButton variant="plain" label="More actions" icon={<IconMore />} />}
      />
      {inbox === undefined ? null : (
        <Button keys="o" onClick={inbox.onOpen} className={styles.wideOnly ?? ''}>
          Open
        </Button>
      )}
      {allowed.close.allowed ? <Button onClick={() => moves.run('close', batch)}>Close short</Button> : null}
      {showsEdit ? (
        <Button icon={<IconEdit />} keys="e" disabledReason={reason('edit')} onClick={onEdit}>
          Edit
        </Button>
      ) : null}
      {waits && isOwn ? (
        <Button icon={<IconReturn />} disabledReason={reason('withdraw')} onClick={() => moves.run('withdraw', batch)}>
          Withdraw
        </Button>
      ) : null}
      {waits && !isOwn ? (
        <>
          <Button
            icon={<IconReturn />}
            {...(inbox === undefined ? {} : { keys: 'r' })}
            disabledReason={reason('return')}
            onClick={() => moves.run('return', batch)}
          >
            Return
          </Button>
          <ApproveButton
            batch={batch}
            moves={moves}
            label={inbox?.approve ?? 'Approve'}
            reason={reason('approve')}
            withKey={inbox !== undefined}
          />
        </>
      ) : null}
      {status === STATUS.ACTIVE ? (
        <Button
          variant="primary"
          busy={moves.busy}
          keys="mod+Enter"
          disabledReason={reason('submit')}
          onClick={() => moves.run('submit', batch)}
        >
          {submitLabel(batch.document_type, batch.route)}
        </Button>
      ) : null}
      {status === STATUS.FOR_RELEASE ? (
        <Button
          variant="primary"
          busy={moves.busy}
          keys="mod+Enter"
          disabledReason={reason('release')}
          onClick={() => moves.run('release', batch)}
        >
          Release
        </Button>
      ) : null}
      {status === STATUS.ARCHIVED && !isCancelled(batch.document_type) ? (
        <Button
          variant="primary"
          busy={moves.busy}
          disabledReason={reason('restore')}
          onClick={() => moves.run('restore', batch)}
        >
          Restore
        </Button>
      ) : null}
      <ActionKey
        keys="mod+Enter"
        label={submitLabel(batch.document_type, batch.route)}
        enabled={status === STATUS.ACTIVE && allowed.submit.allowed}
        run={() => moves.run('submit', batch)}
      />
      <ActionKey
        keys="mod+Enter"
        label="Release"
        enabled={status === STATUS.FOR_RELEASE && allowed.release.allowed}
        run={() => moves.run('release', batch)}
      />
      <ActionKey keys="e" label="Edit" enabled={showsEdit && allowed.edit.allowed} run={() => onEdit?.()} />
    </div>
  );
}

function ActionKey({ keys, label, enabled, run }: { keys: string; label: string; enabled: boolean; run: () => void }) {
  useShortcut(keys, label, run, { enabled });
  return null;
}

/** The filled button with its small question: what is approved, for how much, and what follows. Enter confirms. */
function ApproveButton({
  batch,
  moves,
  label,
  reason,
  withKey,
}: {
  batch: BatchDetail;
  moves: BatchMoves;
  label: string;
  reason: string | undefined;
  withKey: boolean;
}) {
  const [open, setOpen] = useState(false);
  const [isReached, setReached] = useState(false);
  const { id: userId } = useUser();
  const gross = grossText(batch);
  const confirmButton = useRef<HTMLButtonElement>(null);
  // With risks to tick, the move asks by itself.
  const ask = (): void => {
    if (asksForTicks('approve', batch)) return moves.run('approve', batch);
    setReached(false);
    setOpen(true);
  };
  useShortcut('a', 'Approve', ask, { enabled: withKey && reason === undefined });
  // Enter counts from the moment the question is asked until the focus has come to it; from then on it is that of its buttons.
  useShortcut('Enter', 'Confirm the approval', confirm, { enabled: open && !isReached });

  function confirm(): void {
    setOpen(false);
    moves.run('approve', batch);
  }

  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Approve"
      side="top-end"
      target={
        <Button
          variant="primary"
          icon={<IconCheck />}
          {...(withKey ? { keys: 'a' } : {})}
          busy={moves.busy}
          disabledReason={reason}
          onClick={() => (open ? setOpen(false) : ask())}
        >
          {label}
        </Button>
      }
    >
      <div className={styles.confirm} onFocus={() => setReached(true)}>
        <p>
          {`Approve ${nameOf(batch)} for `}
          <b className="figures">{netText(batch)}</b>?
        </p>
        {gross === null ? null : <p className="text-2 small figures">{gross}</p>}
        <p className="text-2 small">{whatFollows(batch, userId)}</p>
        <div className={styles.confirmButtons}>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button ref={confirmButton} variant="primary" keys="Enter" data-autofocus onClick={confirm}>
            Approve
          </Button>
        </div>
      </div>
    </Popover>
  );
}
