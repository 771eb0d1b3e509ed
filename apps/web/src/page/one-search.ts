import { useEffect } from 'react';

let show: ((text: string) => void) | null = null;

/** Opens the one search with a text in its box. */
export function openOneSearch(text: string): void {
  show?.(text);
}

/** Shows the one search while the component is mounted. */
export function useOneSearch(open: (text: string) => void): void {
  useEffect(() => {
    show = open;
    return () => {
      show = null;
    };
  }, [open]);
}
