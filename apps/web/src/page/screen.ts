import { createContext, useContext, useMemo, type ComponentType } from 'react';
import { MODULES, type ModuleName, type ModuleType } from '@talaan/contract/access/modules';
import { accessLevelOn, useRoleAccess } from '../session/session.ts';

/** A screen below the shell. Its menu label is the name of its module, letter for letter (spec 1 §6). */
export interface Screen {
  label: ModuleName;
  /** `/coa`; parameters as `/trx-purchase-order/edit/$data`. */
  path: string;
  /** Where breadcrumb and heading differ from the label. */
  title?: string;
  load: LoadScreen;
  /** Screens below it: they inherit its module and add their title to the breadcrumb. */
  children?: readonly { path: string; title: string; load: LoadScreen }[];
  /** What the palette offers under Create: 'new cheque voucher'. Needs level Insert. */
  create?: { path: string; search?: Readonly<Record<string, string>>; detail: string };
  /** Keys that go there: `g d`. */
  keys?: string;
}

/** A screen outside the menu and without a module of its own: the result of the batch search. */
export interface PlainScreen {
  path: string;
  title: string;
  /** Any access to one of these opens it. */
  modules: readonly ModuleName[];
  load: LoadScreen;
}

/** A paper or a report on a page of its own: no shell, its own tab, access by its parent modules. */
export interface PrintScreen {
  /** `/preview-voucher/$data`. */
  path: string;
  title: string;
  modules: readonly ModuleName[];
  load: LoadScreen;
}

export type LoadScreen = () => Promise<ComponentType>;

export interface ScreenTable {
  /** What / shows; the plain dashboard where it is left out. */
  home?: LoadScreen;
  screens: readonly Screen[];
  plain: readonly PlainScreen[];
  prints: readonly PrintScreen[];
}

/** The groups of the menu, in its order (ux §1.1). */
export const MENU_GROUPS: readonly { type: ModuleType; label: string }[] = [
  { type: 'F', label: 'File Maintenance' },
  { type: 'T', label: 'Transactions' },
  { type: 'R', label: 'Reports' },
];

export const ScreenTableContext = createContext<ScreenTable>({ screens: [], plain: [], prints: [] });

export function useScreenTable(): ScreenTable {
  return useContext(ScreenTableContext);
}

/** The screens that the menu shows: built, and in the user's role access; sorted by module name. */
export function useMenuScreens(): readonly Screen[] {
  const { screens } = useScreenTable();
  const roleaccess = useRoleAccess();
  return useMemo(
    () =>
      screens
        .filter(({ label }) => accessLevelOn(roleaccess, label) > 0)
        .toSorted((one, other) => one.label.localeCompare(other.label, 'en')),
    [screens, roleaccess],
  );
}

/** The group of the menu that a screen belongs to. */
export function groupOf(screen: Screen): (typeof MENU_GROUPS)[number] {
  const type = MODULES[screen.label];
  const group = MENU_GROUPS.find((one) => one.type === type);
  if (group === undefined) throw new Error(`No menu group for module type ${type}.`);
  return group;
}

/** Where the open page stands: what the breadcrumb and the document title need. */
export interface Place {
  /** Home › group › title › child; empty: no breadcrumb. */
  trail: readonly { label: string; path?: string }[];
  /** The module whose access level governs the page; undefined on pages without one. */
  module?: ModuleName;
}

export const PlaceContext = createContext<Place>({ trail: [] });

export function usePlace(): Place {
  return useContext(PlaceContext);
}
