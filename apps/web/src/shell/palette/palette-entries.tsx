import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { ACCESS } from '@talaan/core/access/access-level';
import { RESOURCE_INDEX, type ResourceFacts } from '@talaan/contract/resource/resource-index';
import type { ListboxOption } from '../../ui/fields/listbox.tsx';
import {
  IconArrowRight,
  IconCommand,
  IconDashboard,
  IconDocument,
  IconFileMaintenance,
  IconInbox,
  IconPlus,
  IconReports,
  IconTransactions,
} from '../../ui/icons.tsx';
import type { KeyCombination } from '../../ui/keyboard/key-combination.ts';
import { readCommands } from '../../page/commands.ts';
import { useMaintenanceReport } from '../../notices/maintenance-report.ts';
import { fuzzyMatch } from './fuzzy-match.ts';
import { setDensity, useDensity } from '../../page/preferences.ts';
import { readRecent } from '../../page/recent.ts';
import { groupOf, useMenuScreens, type Screen } from '../../page/screen.ts';
import { accessLevelOn, useRoleAccess } from '../../session/session.ts';
import { signOutAfterAsking } from '../../session/sign-out.ts';

/** What the palette offers: a place, an act, or something that was found. */
export interface Entry extends ListboxOption {
  group: string;
  label: string;
  context?: string;
  detail?: string;
  keys?: KeyCombination;
  icon: ReactNode;
  /** What stands at its right end: state, amount, month. */
  end?: ReactNode;
  run: () => void;
}

const MODULE_ICONS = { F: <IconFileMaintenance />, T: <IconTransactions />, R: <IconReports /> };
const SHOWN_WITHOUT_TEXT = 8;

type GoTo = (path: string, search?: Readonly<Record<string, string>>) => () => void;

/** Everything the user may do from anywhere, in the order of the groups. */
export function usePaletteEntries(onShowShortcuts: () => void): readonly Entry[] {
  const screens = useMenuScreens();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const density = useDensity();
  const roleaccess = useRoleAccess();
  const takeAll = useMaintenanceReport();
  return useMemo(() => {
    const goTo: GoTo = (path, search) => () =>
      void navigate({ to: path, ...(search === undefined ? {} : { search: search }) });
    return [
      ...placesOf(screens, goTo),
      ...furtherTabs(screens, goTo),
      ...creationsOf(screens, roleaccess, goTo),
      ...recentEntries(goTo),
      ...commandsOfPage(),
      action('approvals', 'For my approval', goTo('/', { view: 'approvals' }), { icon: <IconInbox />, keys: 'g a' }),
      ...(takeAll === null
        ? []
        : [
            action('maintenance-report', 'Maintenance report', () => void takeAll(), {
              context: 'every list of File Maintenance',
            }),
          ]),
      action('theme-light', 'Theme: Light', () => setColorScheme('light')),
      action('theme-dark', 'Theme: Dark', () => setColorScheme('dark')),
      action('theme-system', 'Theme: System', () => setColorScheme('auto')),
      action('density', density === 'compact' ? 'Density: Comfortable' : 'Density: Compact', () =>
        setDensity(density === 'compact' ? 'comfortable' : 'compact'),
      ),
      action('shortcuts', 'Keyboard shortcuts', onShowShortcuts, { keys: '?' }),
      action('about', 'About', goTo('/about'), { icon: <IconArrowRight /> }),
      action('sign-out', MESSAGES.signOut, () => void signOutAfterAsking(), { icon: <IconArrowRight /> }),
    ];
  }, [screens, roleaccess, takeAll, navigate, setColorScheme, density, onShowShortcuts]);
}

function action(
  value: string,
  label: string,
  run: () => void,
  look: Partial<Pick<Entry, 'context' | 'keys' | 'icon'>> = {},
): Entry {
  return { value, group: 'Actions', label, icon: <IconCommand />, run, ...look };
}

/** The dashboard and the screens of the menu. */
function placesOf(screens: readonly Screen[], goTo: GoTo): Entry[] {
  return [
    { value: 'place-/', group: 'Go to', label: 'Dashboard', icon: <IconDashboard />, run: goTo('/') },
    ...screens.map((screen) => ({
      value: `place-${screen.path}`,
      group: 'Go to',
      label: screen.label,
      context: groupOf(screen).label,
      ...(screen.keys === undefined ? {} : { keys: screen.keys }),
      icon: MODULE_ICONS[groupOf(screen).type],
      run: goTo(screen.path),
    })),
  ];
}

/** What has no menu entry of its own: the further tabs of a screen. */
function furtherTabs(screens: readonly Screen[], goTo: GoTo): Entry[] {
  return Object.values<ResourceFacts>(RESOURCE_INDEX).flatMap(({ tab, module, screen }) => {
    const owner = screens.find(({ label }) => label === module);
    if (tab === undefined || screen !== undefined || owner === undefined) return [];
    return [
      {
        value: `place-${owner.path}-${tab.id}`,
        group: 'Go to',
        label: tab.label,
        context: module,
        icon: MODULE_ICONS[groupOf(owner).type],
        run: goTo(owner.path, { tab: tab.id }),
      },
    ];
  });
}

function creationsOf(screens: readonly Screen[], roleaccess: ReturnType<typeof useRoleAccess>, goTo: GoTo): Entry[] {
  return screens.flatMap(({ label, create }) =>
    create === undefined || accessLevelOn(roleaccess, label) < ACCESS.insert
      ? []
      : [
          {
            value: `create-${label}`,
            group: 'Create',
            label,
            context: create.detail,
            icon: <IconPlus />,
            run: goTo(create.path, create.search),
          },
        ],
  );
}

function recentEntries(goTo: GoTo): Entry[] {
  return readRecent().map((item, index) => ({
    value: `recent-${index}`,
    group: 'Recent',
    label: item.label,
    context: item.context,
    ...(item.detail === undefined ? {} : { detail: item.detail }),
    icon: <IconDocument />,
    run: goTo(item.path, item.search),
  }));
}

/** What the page behind offers. */
function commandsOfPage(): Entry[] {
  return readCommands().map(({ label, detail, keys, run }, index) =>
    action(`command-${index}`, label, run, {
      ...(detail === undefined ? {} : { context: detail }),
      ...(keys === undefined ? {} : { keys }),
    }),
  );
}

/** Entries that match a text: those with a word that begins with it, and the others. */
export interface Matching {
  readonly near: readonly Entry[];
  readonly far: readonly Entry[];
}

/** The entries that match, best first inside their group; the groups keep their order, led by the one with the best match. */
export function matching(entries: readonly Entry[], text: string): Matching {
  if (text.trim() === '') {
    const recent = entries.filter(({ group }) => group === 'Recent');
    const others = entries.filter(({ group }) => group !== 'Recent');
    const groups = [...new Set(others.map(({ group }) => group))];
    const near = groups.flatMap((group) =>
      others.filter((entry) => entry.group === group).slice(0, SHOWN_WITHOUT_TEXT),
    );
    return { near: [...recent, ...near], far: [] };
  }
  const scored = entries.flatMap((entry) => {
    const score = fuzzyMatch(entry.label, text)?.score ?? (isCreatedBy(entry, text) ? SCORE_OF_WORDS : null);
    return score === null ? [] : [{ entry, score }];
  });
  const groups = [...new Set(scored.map(({ entry }) => entry.group))].map((group) => {
    const members = scored
      .filter(({ entry }) => entry.group === group)
      .toSorted((one, other) => other.score - one.score);
    return { members, band: bandOf(members[0]?.score) };
  });
  const inOrder = groups.toSorted((one, other) => other.band - one.band);
  const entriesOf = (isWanted: (band: number) => boolean) =>
    inOrder.filter(({ band }) => isWanted(band)).flatMap(({ members }) => members.map(({ entry }) => entry));
  return { near: entriesOf((band) => band >= START_OF_WORD), far: entriesOf((band) => band < START_OF_WORD) };
}

/** As much as a word of a label. */
const SCORE_OF_WORDS = 200;

/** Whether every word that is typed begins one of 'create new collection', in any order. */
function isCreatedBy({ group, label, context = '' }: Entry, text: string): boolean {
  if (group !== 'Create') return false;
  const words = `${group} ${label} ${context}`.toLowerCase().split(/\s+/);
  return text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((typed) => words.some((word) => word.startsWith(typed)));
}

/** Where text or one of its words begins with what is typed (`bandOf`). */
const START_OF_WORD = 2;

/** Groups whose best matches are of one kind (start of text, of word, inside) keep their usual order. */
function bandOf(score = 0): number {
  return Math.ceil(score / 100);
}
