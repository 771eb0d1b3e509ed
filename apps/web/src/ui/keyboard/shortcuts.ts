import { useContext, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
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
const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta']);
const registered = new Set<Registered>();
const layers: string[] = [];
const listeners = new Set<() => void>();
let snapshot: readonly Shortcut[] = [];
let singleLettersOn = true;
/** The first key of a sequence that waits for its second one. */
let waiting: { key: KeyCombination; at: number } | null = null;

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
  // Before the browser draws: a key acts as soon as what it does is seen.
  useLayoutEffect(() => {
    latest.current = run;
  });
  useLayoutEffect(() => {
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
  const controller = new AbortController();
  const { signal } = controller;
  // The second key of a sequence belongs to it before the element that has the focus sees it.
  target.addEventListener('keydown', finishSequence, { capture: true, signal });
  target.addEventListener('keydown', handleKey, { signal });
  return () => controller.abort();
}

/** Consumes the key after the first one of a sequence, whether or not the two mean something. */
function finishSequence(event: KeyboardEvent): void {
  if (waiting === null || event.isComposing || MODIFIERS.has(event.key)) return;
  const { key, at } = waiting;
  waiting = null;
  const isOther = event.ctrlKey || event.altKey || event.metaKey || event.key === 'Tab' || isTyping(event.target);
  if (isOther || Date.now() - at >= SEQUENCE_MS) return;
  event.preventDefault();
  event.stopPropagation();
  const entry = activeEntries().findLast(({ keys }) => {
    const [head, tail] = keys.split(' ');
    return head === key && tail !== undefined && matchesCombination(event, tail);
  });
  if (entry === undefined) startSequence(event);
  else entry.run(event);
}

function startSequence(event: KeyboardEvent): void {
  const heads = activeEntries().flatMap(({ keys }) => (keys.includes(' ') ? keys.split(' ')[0]! : []));
  const key = heads.find((head) => matchesCombination(event, head));
  if (key !== undefined) waiting = { key, at: Date.now() };
}

function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || MODIFIERS.has(event.key)) return;
  const typing = isTyping(event.target);
  const candidates = activeEntries().toReversed();
  for (const entry of candidates) {
    if (isBareCharacter(entry.keys) && (typing || !singleLettersOn)) continue;
    if (isEditingKey(entry.keys) && typing) continue;
    if (matchesCombination(event, entry.keys)) {
      event.preventDefault();
      entry.run(event);
      return;
    }
  }
  if (!typing && singleLettersOn) startSequence(event);
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
