import { lazy, Suspense, type ComponentType } from 'react';
import { CHUNK_TIMEOUT_MS, MESSAGES } from '@talaan/contract/errors/messages';
import { Button } from '../ui/buttons/button.tsx';
import { Dialog } from '../ui/layers/dialog.tsx';
import dialogStyles from '../ui/layers/dialog.module.css';
import { ProgressLine } from '../ui/waiting/progress-line.tsx';
import { Skeleton } from '../ui/waiting/skeleton.tsx';
import type { LoadScreen } from './screen.ts';
import styles from './plain-page.module.css';

/** A screen that is fetched when it is first shown. When its code does not come, a dialog offers to reload the page. */
export function lazyScreen(load: LoadScreen): ComponentType {
  const Screen = lazy(async () => ({ default: await loadWithin(load, CHUNK_TIMEOUT_MS) }));
  return function LazyScreen() {
    return (
      <Suspense fallback={<Waiting />}>
        <Screen />
      </Suspense>
    );
  };
}

/** A dialog that is fetched when it is first opened; when its code does not come, the same offer stands in its place. */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await loadWithin(load, CHUNK_TIMEOUT_MS) }));
  return function LazyDialog(props) {
    return (
      <Suspense fallback={<ProgressLine active />}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}

/** What stands in the place of a screen whose code is on its way. */
function Waiting() {
  return (
    <>
      <ProgressLine active />
      <div className={styles.text}>
        <p className="text-2" role="status">
          {MESSAGES.pleaseWait}
        </p>
        <Skeleton width="40%" />
        <Skeleton width="80%" />
        <Skeleton width="60%" />
      </div>
    </>
  );
}

/** The screen or dialog, or in its place the offer to reload: after a failed load, or after the time limit in milliseconds. */
export async function loadWithin<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  limit: number,
): Promise<ComponentType<Props>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<ComponentType<Props>>((resolve) => {
    timer = setTimeout(() => resolve(NewVersionDialog), limit);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (fault) {
    // The usual reason is a new version on the server, whose files have other names. A fault in the code itself is thrown on.
    if (!isFailedFetch(fault)) throw fault;
    return NewVersionDialog;
  } finally {
    clearTimeout(timer);
  }
}

/** How Chromium, Firefox and Safari, and the loader of style sheets, say that a file did not come. */
function isFailedFetch(fault: unknown): boolean {
  return (
    fault instanceof Error &&
    /dynamically imported module|importing a module script|unable to preload/i.test(fault.message)
  );
}

/** 'A new version is available.' with the way out (ux §9). */
export function NewVersionDialog() {
  return (
    <Dialog
      open
      title="A new version is available."
      width={420}
      closable={false}
      role="alertdialog"
      onClose={() => undefined}
      footer={
        <>
          <span className={dialogStyles.space} />
          <Button variant="primary" data-autofocus onClick={() => location.reload()}>
            Reload
          </Button>
        </>
      }
    >
      Reload the page to go on with it.
    </Dialog>
  );
}
