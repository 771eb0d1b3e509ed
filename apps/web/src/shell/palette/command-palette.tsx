import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { ACCESS } from '@talaan/core/access/access-level';
import { Listbox, useListbox, type ListboxOption } from '../../ui/fields/listbox.tsx';
import { Dialog, useDialogClose } from '../../ui/layers/dialog.tsx';
import {
  IconArrowRight,
  IconCommand,
  IconDashboard,
  IconDocument,
  IconFileMaintenance,
  IconInbox,
  IconPlus,
  IconReports,
  IconSearch,
  IconTransactions,
} from '../../ui/icons.tsx';
import { KeyboardHint } from '../../ui/keyboard/keyboard-hint.tsx';
import type { KeyCombination } from '../../ui/keyboard/key-combination.ts';
import { useFindBatch } from './batch-search.tsx';
import { readCommands } from '../../page/commands.ts';
import { fuzzyMatch } from './fuzzy-match.ts';
import { setDensity, useDensity } from '../../page/preferences.ts';
import { readRecent } from '../../page/recent.ts';
import { groupOf, useMenuScreens } from '../../page/screen.ts';
import { accessLevelOn, useRoleAccess } from '../../session/session.ts';
import { signOutAfterAsking } from '../../session/sign-out.ts';
import styles from './command-palette.module.css';

interface Entry extends ListboxOption {
  group: string;
  label: string;
  context?: string;
  detail?: string;
  keys?: KeyCombination;
  icon: ReactNode;
  run: () => void;
}

const MODULE_ICONS = { F: <IconFileMaintenance />, T: <IconTransactions />, R: <IconReports /> };
const SHOWN_WITHOUT_TEXT = 8;

/** Ctrl K: go anywhere the user may go, create, act. Digits offer to find a batch first (ux §1.1). */
export function CommandPalette({
  open,
  onClose,
  onShowShortcuts,
}: {
  open: boolean;
  onClose: () => void;
  onShowShortcuts: () => void;
}) {
  return (
    <Dialog open={open} title="Command palette" width={640} bare onClose={onClose} enterMovesOn={false}>
      <PaletteBody onShowShortcuts={onShowShortcuts} />
    </Dialog>
  );
}

function PaletteBody({ onShowShortcuts }: { onShowShortcuts: () => void }) {
  const close = useDialogClose();
  const entries = usePaletteEntries(onShowShortcuts);
  const findBatch = useFindBatch();
  const [text, setText] = useState('');
  const number = text.trim();
  const batch: Entry[] = /^\d+$/.test(number)
    ? [
        {
          value: 'batch',
          group: 'Find',
          label: `Find batch ${number}`,
          icon: <IconSearch />,
          run: () => findBatch(number),
        },
      ]
    : [];
  const shown = [...batch, ...matching(entries, text)];
  const box = useListbox(shown, { opened: true });

  function run(entry: Entry | undefined): void {
    if (entry === undefined) return;
    close();
    entry.run();
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter') run(box.active);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') box.move(event.key === 'ArrowDown' ? 1 : -1);
    else return;
    event.preventDefault();
  }

  return (
    <div className={styles.palette}>
      <div className={styles.box}>
        <IconSearch />
        <input
          type="text"
          {...box.boxProps}
          aria-label="Go to a screen, create or act"
          placeholder="Go to, create, find a batch"
          data-autofocus
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            box.highlight(0);
          }}
          onKeyDown={press}
        />
        <KeyboardHint keys="Escape" />
      </div>
      {shown.length === 0 ? <p className={styles.none}>{`No result for “${text}”`}</p> : null}
      <Listbox
        box={box}
        label="Results"
        look={{ list: styles.list, heading: styles.group, option: styles.entry }}
        onPick={run}
        isSelected={(entry) => entry === box.active}
        headingOf={({ group }, before) => (group === before?.group ? null : group)}
      >
        {(entry) => (
          <>
            {entry.icon}
            <Marked label={entry.label} text={text} />
            {entry.context === undefined ? null : <span className={styles.context}>{entry.context}</span>}
            <span className={styles.right}>
              {entry.detail}
              {entry.keys === undefined ? null : <KeyboardHint keys={entry.keys} />}
            </span>
          </>
        )}
      </Listbox>
      <div className={styles.foot}>
        <span>
          <KeyboardHint keys="ArrowUp ArrowDown" /> move
        </span>
        <span>
          <KeyboardHint keys="Enter" /> open
        </span>
        <span className={styles.tip}>Digits find a batch, e.g. 10234</span>
      </div>
    </div>
  );
}

/** Everything the user may do from anywhere, in the order of the groups. */
function usePaletteEntries(onShowShortcuts: () => void): readonly Entry[] {
  const screens = useMenuScreens();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const density = useDensity();
  const roleaccess = useRoleAccess();
  return useMemo(() => {
    const goTo = (path: string, search?: Readonly<Record<string, string>>) => () =>
      void navigate({ to: path, ...(search === undefined ? {} : { search: search }) });
    const places: Entry[] = [
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
    const creations = screens.flatMap(({ label, create }) =>
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
    const recent = readRecent().map((item, index) => ({
      value: `recent-${index}`,
      group: 'Recent',
      label: item.label,
      context: item.context,
      ...(item.detail === undefined ? {} : { detail: item.detail }),
      icon: <IconDocument />,
      run: goTo(item.path, item.search),
    }));
    const actions: Entry[] = [
      ...readCommands().map(({ label, detail, keys, run }, index) => ({
        value: `command-${index}`,
        group: 'Actions',
        label,
        ...(detail === undefined ? {} : { context: detail }),
        ...(keys === undefined ? {} : { keys }),
        icon: <IconCommand />,
        run,
      })),
      {
        value: 'approvals',
        group: 'Actions',
        label: 'For my approval',
        icon: <IconInbox />,
        keys: 'g a',
        run: goTo('/', { view: 'approvals' }),
      },
      {
        value: 'theme-light',
        group: 'Actions',
        label: 'Theme: Light',
        icon: <IconCommand />,
        run: () => setColorScheme('light'),
      },
      {
        value: 'theme-dark',
        group: 'Actions',
        label: 'Theme: Dark',
        icon: <IconCommand />,
        run: () => setColorScheme('dark'),
      },
      {
        value: 'theme-system',
        group: 'Actions',
        label: 'Theme: System',
        icon: <IconCommand />,
        run: () => setColorScheme('auto'),
      },
      {
        value: 'density',
        group: 'Actions',
        label: density === 'compact' ? 'Density: Comfortable' : 'Density: Compact',
        icon: <IconCommand />,
        run: () => setDensity(density === 'compact' ? 'comfortable' : 'compact'),
      },
      {
        value: 'shortcuts',
        group: 'Actions',
        label: 'Keyboard shortcuts',
        keys: '?',
        icon: <IconCommand />,
        run: onShowShortcuts,
      },
      { value: 'about', group: 'Actions', label: 'About', icon: <IconArrowRight />, run: goTo('/about') },
      {
        value: 'sign-out',
        group: 'Actions',
        label: MESSAGES.signOut,
        icon: <IconArrowRight />,
        run: () => void signOutAfterAsking(),
      },
    ];
    return [...places, ...creations, ...recent, ...actions];
  }, [screens, roleaccess, navigate, setColorScheme, density, onShowShortcuts]);
}

/** The entries that match, best first inside their group; the groups keep their order, led by the one with the best match. */
function matching(entries: readonly Entry[], text: string): readonly Entry[] {
  if (text.trim() === '') {
    const recent = entries.filter(({ group }) => group === 'Recent');
    const others = entries.filter(({ group }) => group !== 'Recent');
    const groups = [...new Set(others.map(({ group }) => group))];
    return [
      ...recent,
      ...groups.flatMap((group) => others.filter((entry) => entry.group === group).slice(0, SHOWN_WITHOUT_TEXT)),
    ];
  }
  const scored = entries.flatMap((entry) => {
    const match = fuzzyMatch(entry.label, text);
    return match === null ? [] : [{ entry, score: match.score }];
  });
  const groups = [...new Set(scored.map(({ entry }) => entry.group))].map((group) => {
    const members = scored
      .filter(({ entry }) => entry.group === group)
      .toSorted((one, other) => other.score - one.score);
    return { members, band: bandOf(members[0]?.score) };
  });
  return groups
    .toSorted((one, other) => other.band - one.band)
    .flatMap(({ members }) => members.map(({ entry }) => entry));
}

/** Groups whose best matches are of one kind (start of text, of word, inside) keep their usual order. */
function bandOf(score = 0): number {
  return Math.ceil(score / 100);
}

function Marked({ label, text }: { label: string; text: string }) {
  const positions = new Set(fuzzyMatch(label, text)?.positions);
  return (
    <span className={styles.label}>
      {Array.from(label, (character, index) =>
        positions.has(index) ? (
          // The position in the label is the identity of a character.
          <b key={index}>{character}</b>
        ) : (
          character
        ),
      )}
    </span>
  );
}
