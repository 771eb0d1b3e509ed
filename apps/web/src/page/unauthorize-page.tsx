import { Link, useRouter } from '@tanstack/react-router';
import { ACCESS, type AccessLevel } from '@talaan/core/access/access-level';
import type { ModuleName } from '@talaan/contract/access/modules';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { Button, buttonClass } from '../ui/buttons/button.tsx';
import { PageHeader } from './page-header.tsx';
import { PlaceContext } from './screen.ts';
import { useWhyNot } from '../session/why-not.ts';
import styles from './plain-page.module.css';

const NO_TRAIL = { trail: [] };

/**
 * Any unknown address, and any screen that the user's role access does not hold (spec 1 §2). A screen that exists says
 * which module and level it needs, and who can grant it.
 */
export function UnauthorizePage({
  modules,
  level = ACCESS.select,
}: {
  modules?: readonly ModuleName[];
  level?: AccessLevel;
}) {
  const reason = useWhyNot(modules ?? [], modules === undefined ? ACCESS.none : level);
  const router = useRouter();
  return (
    <PlaceContext.Provider value={NO_TRAIL}>
      <PageHeader title="Unauthorize" documentTitle={MESSAGES.unauthorize} />
      <div className={styles.text}>
        <p>You don't have access to this page, or it doesn't exist.</p>
        {reason === undefined ? null : <p className="text-2">{reason}</p>}
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
