import type { ReactNode } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { useUnsaved } from '../../ui/layers/unsaved.ts';
import styles from './matrix.module.css';

export interface MatrixFooterProps {
  /** Changes that are not stored yet. */
  changes: number;
  /** Why the user may not change anything; undefined when he may. */
  blocked: string | undefined;
  busy: boolean;
  onDiscard: () => void;
  onSave: () => void;
  /** What else is chosen before it is saved. */
  children?: ReactNode;
}

/** Below a matrix: how much is not stored yet, and the buttons for it. Ctrl+S saves. */
export function MatrixFooter({ changes, blocked, busy, onDiscard, onSave, children }: MatrixFooterProps) {
  useUnsaved(changes > 0);
  const save = (): void => {
    if (changes > 0 && blocked === undefined && !busy) onSave();
  };
  useShortcut('mod+s', 'Save', save);
  const reason = blocked ?? (changes === 0 ? 'Nothing is changed.' : undefined);
  return (
    <div className={styles.foot}>
      <span className="figures" role="status">
        {changes === 0 ? 'No changes' : `${changes} ${changes === 1 ? 'change' : 'changes'} not saved`}
      </span>
      {children === undefined || changes === 0 ? null : <span className={styles.also}>{children}</span>}
      <span className={styles.buttons}>
        {changes > 0 ? <Button onClick={onDiscard}>Discard</Button> : null}
        <Button variant="primary" keys="mod+s" busy={busy} disabledReason={reason} onClick={save}>
          Save
        </Button>
      </span>
    </div>
  );
}
