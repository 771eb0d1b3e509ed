import { Button } from '../ui/buttons/button.tsx';
import { PageHeader } from './page-header.tsx';
import { PlaceContext } from './screen.ts';
import styles from './plain-page.module.css';

const NO_TRAIL = { trail: [] };

/** In place of a page whose code failed: what was saved is safe, and the way out. */
export function FaultPage() {
  return (
    <PlaceContext.Provider value={NO_TRAIL}>
      <PageHeader title="This page has a fault" />
      <div className={styles.text} role="alert">
        <p>
          Something went wrong in this page. What was saved is safe. Reload the page; if it comes back, tell your
          administrator what you did.
        </p>
        <div className={styles.actions}>
          <Button variant="primary" onClick={() => location.reload()}>
            Reload
          </Button>
        </div>
      </div>
    </PlaceContext.Provider>
  );
}
