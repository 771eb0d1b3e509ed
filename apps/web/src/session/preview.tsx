import { startPreview, stopPreview } from '@talaan/contract/sign-in/effective-access.contract';
import { callServer } from '../api/client.ts';
import { reportFailure } from '../api/report-failure.ts';
import { Button } from '../ui/buttons/button.tsx';
import { askToDiscard, withPleaseWait } from '../ui/feedback/feedback.ts';
import { IconView } from '../ui/icons.tsx';
import { hasUnsaved } from '../ui/layers/unsaved.ts';
import { reloadAs, useSession } from './session.ts';
import styles from './preview.module.css';

/** Looks at the product as another user: the page starts anew with what that user sees. */
export async function lookAs(userId: number): Promise<void> {
  if (hasUnsaved() && !(await askToDiscard())) return;
  await change(async () => void (await callServer(startPreview, { body: { user_id: userId } })));
}

async function stop(): Promise<void> {
  await change(async () => void (await callServer(stopPreview, {})));
}

async function change(work: () => Promise<void>): Promise<void> {
  try {
    await withPleaseWait(work());
    await reloadAs();
  } catch (failure) {
    reportFailure(failure);
  }
}

/** Above every page while an administrator looks as another user, so that nobody takes it for his own session. */
export function PreviewBanner() {
  const session = useSession();
  if (session.state === 'signed_out' || !session.preview) return null;
  const { user, preview } = session;
  return (
    <section className={styles.banner} aria-label="Preview" data-region>
      <IconView />
      <span>
        {`${preview.name} looks at Talaan as `}
        <b>{`${user.user_first_name} ${user.user_last_name}`}</b>
        {'. Nothing can be changed.'}
      </span>
      <Button size="sm" onClick={() => void stop()}>
        Stop
      </Button>
    </section>
  );
}
