import { useEffect, useState, useSyncExternalStore } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { Button } from '../ui/buttons/button.tsx';
import { openDialogLayer } from '../ui/keyboard/shortcuts.ts';
import { Mark } from '../page/brand.tsx';
import { TabLock, type TabLockState } from '../session/tab-lock.ts';
import styles from './tab-lock-dialog.module.css';

/** Blocks a second tab of the application over its whole window. Prints and reports, which open in tabs by design, do not use it. */
export function TabLockDialog() {
  const [lock, setLock] = useState<TabLock | null>(null);
  useEffect(() => {
    const made = new TabLock();
    setLock(made);
    return () => made.close();
  }, []);
  return lock === null ? null : <Blocked lock={lock} />;
}

function Blocked({ lock }: { lock: TabLock }) {
  const state = useSyncExternalStore<TabLockState>(lock.subscribe, () => lock.state);
  const blocked = state === 'blocked';
  useEffect(() => {
    if (!blocked) return;
    // The page behind stays as it is, with whatever was typed, and out of reach.
    const page = document.getElementById('root');
    page?.setAttribute('data-blocked', '');
    const close = openDialogLayer('tab lock');
    return () => {
      page?.removeAttribute('data-blocked');
      close();
    };
  }, [blocked]);
  if (!blocked) return null;
  return (
    <dialog
      ref={(element) => openModal(element)}
      className={styles.cover}
      aria-labelledby="tab-lock-title"
      onCancel={(event) => event.preventDefault()}
    >
      <div className={styles.card}>
        <Mark className={styles.mark} />
        <h2 id="tab-lock-title">{MESSAGES.alreadyOpen}</h2>
        <p className="text-2">One tab at a time works on the books, so that two of them never disagree.</p>
        <Button variant="primary" onClick={() => lock.takeOver()}>
          Use this tab instead
        </Button>
      </div>
    </dialog>
  );
}

function openModal(element: HTMLDialogElement | null): void {
  if (element !== null && !element.open) element.showModal();
}
