import { Link, useRouter } from '@tanstack/react-router';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { Button, buttonClass } from '../ui/button.tsx';
import { PageHeader } from './page-header.tsx';
import { PlaceContext } from './screen.ts';
import styles from './plain-page.module.css';

const NO_TRAIL = { trail: [] };

/** Any unknown address, and any screen that the user's role access does not hold (spec 1 §2). */
export function UnauthorizePage() {
  const router = useRouter();
  return (
    <PlaceContext.Provider value={NO_TRAIL}>
      <PageHeader title="Unauthorize" documentTitle={MESSAGES.unauthorize} />
      <div className={styles.text}>
        <p>You don't have access to this page, or it doesn't exist.</p>
        <div className={styles.actions}>
          <Button onClick={() => router.history.back()}>Back</Button>
          <Link to="/" className={buttonClass({ variant: 'primary' })}>
            Dashboard
          </Link>
        </div>
      </div>
    </PlaceContext.Provider>
  );
}
