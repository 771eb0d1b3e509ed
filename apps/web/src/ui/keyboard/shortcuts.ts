import { useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import { isBareCharacter, isEditingKey, matchesCombination, type KeyCombination } from './key-combination.ts';
import { DialogLayerContext } from './dialog-layers.ts';

export interface Shortcut {
  keys: KeyCombination;
  /** What it does, as the shortcut sheet prints it: 'New entry'. */
  description: string;
  /** global: everywhere below the dialogs; screen: the open screen; dialog: the dialog it is declared in. */
  scope: 'global' | 'screen' | 'dialog';
}

interface Registered extends Shortcut {
  /** The dialog that declared it, or null. */
  layer: string | null;
  run: (event: KeyboardEvent) => void;
}

const SEQUENCE_MS = 1200;
const registered = new Set<Registered>();
const layers: string[] = [];
const listeners = new Set<() => void>();
let snapshot: readonly Shortcut[] = [];
let singleLettersOn = true;
let pendingKey: { key: string; at: number } | null = null;

/**
 * Registers a shortcut while the component is mounted; the newest registration of a combination wins.
 * While a dialog is open only the shortcuts declared inside it act. Bare characters act only when no text box has the
 * focus and the user has not switched them off. `enabled: false` keeps it out of the sheet too.
 */
export function useShortcut(
  keys: KeyCombination | undefined,
  description: string,
  run: (event: KeyboardEvent) => void,
  { scope = 'screen', enabled = true }: { scope?: 'global' | 'screen'; enabled?: boolean } = {},
): void {
  const layer = useContext(DialogLayerContext);
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (keys === undefined || !enabled) return;
    const entry: Registered = {
      keys,
      description,
      scope: layer === null ? scope : 'dialog',
      layer,
      run: (event) => latest.current(event),
    };
    registered.add(entry);
    publish();
    return () => {
      registered.delete(entry);
      publish();
    };
  }, [keys, description, scope, enabled, layer]);
}

/** The shortcuts that would act now: what the `?` sheet lists. */
export function useActiveShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(subscribe, () => snapshot);
}

/** Switches bare-character shortcuts on or off (user menu). */
export function setSingleLetterShortcuts(on: boolean): void {
  singleLettersOn = on;
}

/** Opens a dialog layer: until the returned function is called, only shortcuts of that layer act. */
export function openDialogLayer(layer: string): () => void {
  layers.push(layer);
  publish();
  return () => {
    const position = layers.lastIndexOf(layer);
    if (position >= 0) layers.splice(position, 1);
    publish();
  };
}

/** Starts listening to the keyboard; call once at start. Answers a function that stops it. */
export function startShortcuts(target: Document = document): () => void {
  const listener = (event: KeyboardEvent): void => handleKey(event);
  target.addEventListener('keydown', listener);
  return () => target.removeEventListener('keydown', listener);
}

function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
  const typing = isTyping(event.target);
  const first = pendingKey !== null && Date.now() - pendingKey.at < SEQUENCE_MS ? pendingKey.key : null;
  pendingKey = null;
  const candidates = activeEntries().toReversed();
  for (const entry of candidates) {
    if (isBareCharacter(entry.keys) && (typing || !singleLettersOn)) continue;
    if (isEditingKey(entry.keys) && typing) continue;
    const [head = '', tail] = entry.keys.split(' ');
    if (tail === undefined ? matchesCombination(event, head) : first === head && matchesCombination(event, tail)) {
      event.preventDefault();
      entry.run(event);
      return;
    }
  }
  const startsSequence = candidates.some(
    ({ keys }) => keys.includes(' ') && matchesCombination(event, keys.split(' ')[0] ?? ''),
  );
  if (startsSequence && !typing && singleLettersOn) pendingKey = { key: event.key.toLowerCase(), at: Date.now() };
}

function activeEntries(): Registered[] {
  const top = layers.at(-1) ?? null;
  return [...registered].filter((entry) => entry.layer === top);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'file'].includes(target.type);
}

function publish(): void {
  snapshot = activeEntries().map(({ keys, description, scope }) => ({ keys, description, scope }));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
