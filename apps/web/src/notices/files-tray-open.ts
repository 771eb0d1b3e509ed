import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

/** Opens or closes the tray of files, from wherever one is told of them. */
export function openFilesTray(open = true): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

export function useFilesTrayOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
  );
}
