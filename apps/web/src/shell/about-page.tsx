import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { buttonClass } from '../ui/buttons/button.tsx';
import { KeyboardHint } from '../ui/keyboard/keyboard-hint.tsx';
import { Mark } from '../page/brand.tsx';
import styles from '../page/plain-page.module.css';

export const ABOUT_KEYS: readonly { keys: string; action: string }[] = [
  { keys: 'mod+k', action: 'Command palette' },
  { keys: '/', action: 'Batch search' },
  { keys: 'g d', action: 'Disbursements' },
  { keys: 'g c', action: 'Cash Receipt' },
  { keys: 'g j', action: 'Journal Entries' },
  { keys: 'g b', action: 'Billing' },
  { keys: 'g l', action: 'Collection' },
  { keys: 'g p', action: 'Payment' },
  { keys: 'g a', action: 'Approvals' },
  { keys: 'g r', action: 'Trial Balance' },
  { keys: 'n', action: 'New' },
  { keys: 'e', action: 'Edit' },
  { keys: 'Delete', action: 'Delete' },
  { keys: 'j k', action: 'Next, previous row' },
  { keys: 'x', action: 'Select row' },
  { keys: 'alt+ArrowLeft alt+ArrowRight', action: 'Previous, next month' },
  { keys: 'mod+s', action: 'Save' },
  { keys: 'mod+Enter', action: 'Save a dialog, submit an entry' },
  { keys: 'mod+p', action: 'Print' },
  { keys: 'alt+ArrowDown', action: 'Open the choices of a field' },
  { keys: 'F6', action: 'Next region' },
  { keys: 'Escape', action: 'Cancel, close' },
  { keys: '?', action: 'Shortcuts of the open screen' },
];

/** What the product is: name, version, browsers, keys. Needs no login and has no shell (spec 1 §2). */
export function AboutPage() {
  useEffect(() => {
    document.title = 'About · Talaan';
  }, []);
  return (
    <main className={styles.about}>
      <div className={styles.sheet}>
        <Mark className={styles.mark} />
        <div>
          <h1>Talaan</h1>
          <p className="text-2">Finance and accounting back office.</p>
        </div>
        <dl className={styles.facts}>
          <dt>Version</dt>
          <dd className="figures">{__TALAAN_VERSION__}</dd>
          <dt>Build date</dt>
          <dd className="figures">{__TALAAN_BUILD_DATE__}</dd>
          <dt>Browsers</dt>
          <dd>Chrome, Edge, Firefox and Safari of the last two years, on desktop, tablet and phone.</dd>
        </dl>
        <section>
          <h2>Keyboard shortcuts</h2>
          <dl className={styles.keys}>
            {ABOUT_KEYS.map(({ keys, action }) => (
              <div key={keys}>
                <dt>{action}</dt>
                <dd>
                  <KeyboardHint keys={keys} />
                  <span className="visually-hidden">{keys}</span>
                </dd>
              </div>
            ))}
          </dl>
        </section>
        <div>
          <Link to="/" className={buttonClass()}>
            Back to Talaan
          </Link>
        </div>
      </div>
    </main>
  );
}
