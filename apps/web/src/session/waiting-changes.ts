import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import { GUARDED_MODULES, listChanges } from '@talaan/contract/resources/pending-change.contract';
import { callServer } from '../api/client.ts';
import { showNotice } from '../ui/feedback/feedback.ts';
import { accessLevelOn, useRoleAccess, useSession } from './session.ts';

export const CHANGES_PATH = '/changes-to-confirm';

/** All answers about changes that wait for a second person are kept under this key. */
export const CHANGES_KEY = 'changes to confirm';

/** How often the number is asked anew: nobody waits for it in front of the screen. */
const ASK_AGAIN_MS = 5 * 60_000;

/** A page of the changes that wait, or that were decided. */
export function pendingChanges(query: { state: 'waiting' | 'decided'; page: number; pages: number }) {
  return queryOptions({
    queryKey: [CHANGES_KEY, query],
    queryFn: ({ signal }) => callServer(listChanges, { query, signal }),
  });
}

/** How many changes wait for a second person on modules that the user may see; null where he may see none. */
export function useWaitingChanges(): number | null {
  const roleaccess = useRoleAccess();
  const seesAny = GUARDED_MODULES.some((module) => accessLevelOn(roleaccess, module) >= ACCESS.select);
  const waiting = useQuery({
    ...pendingChanges({ state: 'waiting', page: 1, pages: 10 }),
    enabled: seesAny,
    refetchInterval: ASK_AGAIN_MS,
  });
  return seesAny ? (waiting.data?.total ?? 0) : null;
}

/** Says once, and again when there are more, that changes wait which the user himself may confirm; the bell keeps it. */
export function useChangesNotice(): void {
  const session = useSession();
  const roleaccess = useRoleAccess();
  // Whoever looks as another user has nothing to confirm for him.
  const isOwn = session.state !== 'signed_out' && !session.preview;
  const seesAny = isOwn && GUARDED_MODULES.some((module) => accessLevelOn(roleaccess, module) >= ACCESS.select);
  const waiting = useQuery({ ...pendingChanges({ state: 'waiting', page: 1, pages: 10 }), enabled: seesAny });
  const confirmable = waiting.data?.data.filter(({ rights }) => rights.confirm.allowed).length ?? 0;
  const said = useRef(0);
  useEffect(() => {
    if (confirmable > said.current) {
      showNotice(
        confirmable === 1
          ? '1 change waits for your confirmation, under Changes to confirm in the user menu.'
          : `${confirmable} changes wait for your confirmation, under Changes to confirm in the user menu.`,
      );
    }
    said.current = confirmable;
  }, [confirmable]);
}
