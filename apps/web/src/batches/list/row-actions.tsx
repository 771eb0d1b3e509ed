import { useRefusalText } from '../../shell/why-not.ts';
import { IconButton } from '../../ui/button.tsx';
import { showError } from '../../ui/feedback/feedback.ts';
import { IconRestore, IconUnlock, IconView } from '../../ui/icons.tsx';
import type { ActionableBatch } from '../batch-calls.ts';
import type { BatchMoves } from '../use-batch-moves.tsx';

/** What a row's own actions get. */
export interface RowActionsProps {
  batch: ActionableBatch;
  onView: () => void;
  moves: BatchMoves;
}

export function ViewAction({ batch, onView }: Pick<RowActionsProps, 'batch' | 'onView'>) {
  return <IconButton size="sm" label={`View batch ${batch.batch_number}`} icon={<IconView />} onClick={onView} />;
}

/**
 * The way back from the archive. Without the level the icon is off; to whoever is not the preparer, and in a closed
 * period, it says so instead of asking (spec 2 §5, §6, ux §6.2).
 */
export function RestoreAction({ batch, moves }: Pick<RowActionsProps, 'batch' | 'moves'>) {
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
      onClick={() => (restore.allowed ? moves.run('restore', batch) : showError(restore.message ?? ''))}
    />
  );
}

/** Refusals that the icon shows by itself; the others are said when it is pressed. */
const OFF: ReadonlySet<string> = new Set(['no_access', 'wrong_status', 'hidden', 'locked']);

/** Frees somebody's lock; its row leaves the list (spec 2 §4, ux §6.3). */
export function ReleaseLockAction({ batch, moves }: Pick<RowActionsProps, 'batch' | 'moves'>) {
  const { allowed_actions: allowed } = batch;
  const refusalText = useRefusalText(allowed);
  return (
    <IconButton
      size="sm"
      label={`Release batch ${batch.batch_number}`}
      icon={<IconUnlock />}
      disabledReason={refusalText(allowed.unlock)}
      onClick={() => moves.run('unlock', batch)}
    />
  );
}
