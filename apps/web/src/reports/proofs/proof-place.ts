import { useEffect, useRef, type RefObject } from 'react';
import { useKept } from '../table/table-view.ts';

/** The place of a proof among those of its report, as the part of an address after '#': 'ending-trial-balance'. */
export const proofPlace = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Gives the focus to what was asked for, as soon as it is here; whoever works elsewhere on the page by then keeps it. */
export function useAskedFocus<Part extends HTMLElement>(isAsked: boolean): RefObject<Part | null> {
  const part = useRef<Part>(null);
  useEffect(() => {
    if (isAsked && isOnNothing()) part.current?.focus();
  }, [isAsked]);
  return part;
}

/** The link by which the user left the proofs of a month, `table`, has the focus when he comes back to them. */
export function useLeftLink(table: RefObject<HTMLElement | null>, month: string): void {
  const [left, keep] = useKept<string | null>(['month proofs', 'place', month], null);
  const awaited = useRef(left);
  useEffect(() => {
    const links = [...table.current!.querySelectorAll('a')];
    const link = links.find((one) => one.getAttribute('href') === awaited.current);
    awaited.current = null;
    if (link !== undefined && isOnNothing()) link.focus();
    for (const one of links) one.addEventListener('click', leave);
    function leave(this: HTMLElement): void {
      keep(this.getAttribute('href'));
    }
    return () => {
      for (const one of links) one.removeEventListener('click', leave);
    };
  });
}

/** Whether the keyboard is where a page begins: on its heading. */
const isOnNothing = (): boolean => document.activeElement?.matches('body, h1') ?? true;
