import { useEffect, useRef, type RefObject } from 'react';

/**
 * Hands the focus on when a decision takes away what had it, a button or a whole batch: to the batch that is open then, else
 * to the list. `isAsking`: a dialog is open, which has the focus until it closes. `isAlone`: the batch that is open takes the
 * place of the list, and of what had the focus there.
 */
export function useHandedFocus(
  inbox: RefObject<HTMLElement | null>,
  openKey: string | undefined,
  isAsking: boolean,
  isAlone: boolean,
): void {
  const before = useRef({ openKey, isAsking });
  useEffect(() => {
    const wasOpen = before.current.openKey !== undefined || before.current.isAsking || isAlone;
    before.current = { openKey, isAsking };
    if (!wasOpen || isAsking || document.activeElement !== document.body) return;
    const home =
      inbox.current?.querySelector<HTMLElement>('[aria-current=true]') ?? inbox.current?.querySelector('section');
    home?.focus();
  }, [inbox, openKey, isAsking, isAlone]);
}
