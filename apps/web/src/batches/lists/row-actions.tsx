import { batchKey } from '@talaan/core/documents/batch-key';
import type { BatchAction, BatchRow } from '@talaan/contract/documents/batch-view.contract';
import { useRefusalText } from '../../session/why-not.ts';
import { ActionMenu, type MenuAction } from '../../ui/menus/action-menu.tsx';
import { IconButton } from '../../ui/buttons/button.tsx';
import { showError } from '../../ui/feedback/feedback.ts';
import { IconAttachment, IconEdit, IconMore, IconRestore, IconUnlock, IconView } from '../../ui/icons.tsx';
import type { ActionableBatch } from '../record/batch-calls.ts';
import { useDuplicate } from '../entry/form/duplicate-entry.ts';
import { voidLabel } from '../record/batch-texts.ts';
import { printActions } from '../record/print-menu.ts';
import type { BatchMoves } from '../moves/use-batch-moves.tsx';

/** What is asked about a batch in a dialog of the list. */
export interface Asked {
  kind: 'history' | 'attachments';
  /** Key of the batch. */
  batch: string;
}

/** What the actions of a row ask of their list: the same calls as long as it is open. */
export interface RowActionCalls {
  open: (batch: BatchRow) => void;
  edit: (batch: BatchRow) => void;
  ask: (asked: Asked) => void;
  move: BatchMoves['run'];
}

export interface RowActionsProps {
  batch: ActionableBatch;
  calls: RowActionCalls;
}

/** What can be done with a batch in the list where it is entered: the two that are asked most, and a menu of all. */
export function EntryActions({ batch, calls }: RowActionsProps) {
  const { allowed_actions: allowed } = batch;
  const ask = (kind: Asked['kind']): void => calls.ask({ kind, batch: batchKey(batch) });
  const refusalText = useRefusalText(allowed);
  const entry = (action: BatchAction, label: string, danger = false): MenuAction => ({
    id: action,
    label,
    danger,
    disabledReason: refusalText(allowed[action]),
    onSelect: () => calls.move(action, batch),
  });
  const [print] = printActions(batch);
  const duplicate = useDuplicate(batch);
  return (
    <>
      <IconButton
        size="sm"
        label="Edit"
        icon={<IconEdit />}
        disabledReason={refusalText(allowed.edit)}
        onClick={() => calls.edit(batch)}
      />
      <IconButton size="sm" label="Attachments" icon={<IconAttachment />} onClick={() => ask('attachments')} />
      <ActionMenu
        target={<IconButton size="sm" label="More actions" icon={<IconMore />} />}
        groups={[
          {
            actions: [
              { id: 'view', label: 'View', onSelect: () => calls.open(batch) },
              {
                id: 'edit',
                label: 'Edit',
                disabledReason: refusalText(allowed.edit),
                onSelect: () => calls.edit(batch),
              },
              { id: 'attachments', label: 'Attachments', onSelect: () => ask('attachments') },
              ...(print === undefined ? [] : [{ ...print, label: `Print ${print.label}` }]),
              ...duplicate,
              { id: 'history', label: 'History', onSelect: () => ask('history') },
            ],
          },
          {
            actions: [entry('submit', 'Submit'), entry('withdraw', 'Withdraw'), entry('unlock', 'Release the lock')],
          },
          {
            actions: [
              entry('archive', 'Archive'),
              entry('void', voidLabel(batch.document_type), true),
              entry('delete', 'Delete', true),
            ],
          },
        ]}
      />
    </>
  );
}

export function ViewAction({ batch, calls }: RowActionsProps) {
  return (
    <IconButton
      size="sm"
      label={`View batch ${batch.batch_number}`}
      icon={<IconView />}
      onClick={() => calls.open(batch)}
    />
  );
}

/**
 * The way back from the archive. Without the level the icon is off; to whoever is not the preparer, and in a closed
 * period, it says so instead of asking (spec 2 §5, §6, ux §6.2).
 */
export function RestoreAction({ batch, calls }: RowActionsProps) {
  const { allowed_actions: allowed } = batch;
  const refusalText = useRefusalText(allowed);
  const { restore } = allowed;
  const isOff = restore.code !== null && OFF.has(restore.code);
  return (
    <IconButton
      size="sm"
      label={`Restore batch ${batch.batch_number}`}
      icon={<IconRestore />}
      disabledReason={isOff ? refusalText(restore) : undefined}
      onClick={() => (restore.allowed ? calls.move('restore', batch) : showError(restore.message ?? ''))}
    />
  );
}

/** Refusals that the icon shows by itself; the others are said when it is pressed. */
const OFF: ReadonlySet<string> = new Set(['no_access', 'wrong_status', 'hidden', 'locked']);

/** Frees somebody's lock; its row leaves the list (spec 2 §4, ux §6.3). */
export function ReleaseLockAction({ batch, calls }: RowActionsProps) {
  const { allowed_actions: allowed } = batch;
  const refusalText = useRefusalText(allowed);
  return (
    <IconButton
      size="sm"
      label={`Release batch ${batch.batch_number}`}
      icon={<IconUnlock />}
      disabledReason={refusalText(allowed.unlock)}
      onClick={() => calls.move('unlock', batch)}
    />
  );
}
