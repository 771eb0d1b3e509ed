import { useSyncExternalStore } from 'react';
import { setSingleLetterShortcuts } from '../ui/keyboard/shortcuts.ts';

/** Choices about the interface, kept in this browser. They say nothing about the books. */
export interface Preferences {
  /** auto: by the width of the window. */
  menu: 'auto' | 'open' | 'rail';
  /** Menu groups that the user opened (true) or folded (false), by label; the others open by themselves. */
  menu_groups: Readonly<Record<string, boolean>>;
  /** Paths of the starred screens, by user id. */
  favourites: Readonly<Record<string, readonly string[]>>;
  /** Named views of lists, by user id and list: their filters and order as they stand in the address. */
  views: Readonly<Record<string, readonly SavedView[]>>;
  /** How the lines of an entry are shown, by user id and type of document. */
  grids: Readonly<Record<string, GridLook>>;
  /** Shortcuts of one letter act. */
  single_letters: boolean;
}

export interface GridLook {
  /** Columns that were made wider or narrower, in px, by field. */
  readonly widths: Readonly<Record<string, number>>;
  /** Columns in which nothing stands are shown, too. */
  readonly unfolded: boolean;
}

export interface SavedView {
  readonly name: string;
  readonly values: Readonly<Record<string, string | number>>;
}

export type Density = 'compact' | 'comfortable';

const KEY = 'talaan-interface';
/** public/color-scheme.js reads this key before the first paint. */
const DENSITY_KEY = 'talaan-density';
const DEFAULTS: Preferences = {
  menu: 'auto',
  menu_groups: {},
  favourites: {},
  views: {},
  grids: {},
  single_letters: true,
};

let preferences: Preferences = readStored();
const listeners = new Set<() => void>();
setSingleLetterShortcuts(preferences.single_letters);

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, () => preferences);
}

/** Changes some choices and keeps them. */
export function changePreferences(change: Partial<Preferences>): void {
  preferences = { ...preferences, ...change };
  setSingleLetterShortcuts(preferences.single_letters);
  localStorage.setItem(KEY, JSON.stringify(preferences));
  notify();
}

/** Row and control height; the choice stands on the root element, where the tokens read it. */
export function useDensity(): Density {
  return useSyncExternalStore(subscribe, () =>
    document.documentElement.dataset['density'] === 'comfortable' ? 'comfortable' : 'compact',
  );
}

export function setDensity(density: Density): void {
  document.documentElement.dataset['density'] = density;
  localStorage.setItem(DENSITY_KEY, density);
  notify();
}

function readStored(): Preferences {
  const text = localStorage.getItem(KEY);
  if (text === null) return DEFAULTS;
  try {
    return { ...DEFAULTS, ...(JSON.parse(text) as Partial<Preferences>) };
  } catch {
    return DEFAULTS; // written by hand or cut short: the defaults hold, and the next choice writes it anew
  }
}

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
