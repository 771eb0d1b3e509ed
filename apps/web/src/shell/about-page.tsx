import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, useEffect } from 'react';
import type { Health } from '@talaan/contract/http/health';
import { readHealth } from '../api/health.ts';
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

const BACKUPS = {
  off: 'Not scheduled',
  done: 'Up to date',
  late: 'Late: none was made when it was due',
  failed: 'The last one failed',
} as const;

/** What the server says of itself, for whoever runs it. */
function serverFacts({ ready, migration, backup, waiting }: Health): [term: string, value: string][] {
  const queues = Object.entries(waiting ?? {}).map(([kind, count]) => `${kind}\u00a0${count}`);
  return [
    ['Server', ready ? 'Ready' : 'Waiting for its database'],
    ['Migration', migration],
    ...(waiting ? [['Waiting', queues.join(', ')] as [string, string]] : []),
    ...(backup ? [['Backup', BACKUPS[backup]] as [string, string]] : []),
  ];
}

/** What the product is: name, version, browsers, how its server is, keys. Needs no login and has no shell (spec 1 §2). */
export function AboutPage() {
  useEffect(() => {
    document.title = 'About · Talaan';
  }, []);
  const health = useQuery({ queryKey: ['health'], queryFn: readHealth });
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
          {health.data &&
            serverFacts(health.data).map(([term, value]) => (
              <Fragment key={term}>
                <dt>{term}</dt>
                <dd className="figures">{value}</dd>
              </Fragment>
            ))}
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
