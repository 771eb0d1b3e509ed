import { useEffect, useRef } from 'react';
import type { KeyCombination } from '../ui/keyboard/key-combination.ts';

/** An action of the open screen that the palette offers besides its own. */
export interface Command {
  label: string;
  detail?: string;
  keys?: KeyCombination;
  run: () => void;
}

const commands = new Map<symbol, Command>();

/** Offers an action in the palette while the component is mounted: 'Maintenance report'. */
export function useCommand({ label, detail, keys, run }: Command): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const id = Symbol(label);
    commands.set(id, {
      label,
      ...(detail === undefined ? {} : { detail }),
      ...(keys === undefined ? {} : { keys }),
      run: () => latest.current(),
    });
    return () => {
      commands.delete(id);
    };
  }, [label, detail, keys]);
}

export function readCommands(): readonly Command[] {
  return [...commands.values()];
}
