import { Fragment, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Listbox, useListbox } from '../../ui/fields/listbox.tsx';
import { useDialogClose } from '../../ui/layers/dialog.tsx';
import { IconMore, IconSearch } from '../../ui/icons.tsx';
import { KeyboardHint } from '../../ui/keyboard/keyboard-hint.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useFindBatch } from './batch-search.tsx';
import { FOUND_GROUPS, useFoundEntries, type FoundEntries, type FoundGroup } from './found-entries.tsx';
import { fuzzyMatch } from './fuzzy-match.ts';
import { matching, usePaletteEntries, type Entry } from './palette-entries.tsx';
import styles from './command-palette.module.css';

/** Of each group so many are shown among all; the group alone shows the others. */
const SHOWN_OF_GROUP = 5;

/** The box of the palette with what is found for its text; the arrows and Enter work from the box, Tab goes from group to group. */
export function PaletteBody({
  takeTyped,
  onShowShortcuts,
}: {
  /** What was typed before this was there; the box has the keys from then on. */
  takeTyped: () => string;
  onShowShortcuts: () => void;
}) {
  const close = useDialogClose();
  const search = usePaletteSearch(onShowShortcuts);
  const { text, shown, found, groups } = search;
  const input = useRef<HTMLInputElement>(null);
  const box = useListbox(shown, { opened: true });
  // It is fetched after its dialog has given the focus away.
  useLayoutEffect(() => {
    input.current?.focus();
    search.type(takeTyped());
    // Once: what is typed later goes into the box by itself.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  function narrow(group: FoundGroup | null): void {
    search.narrow(group);
    box.highlight(0);
    input.current?.focus();
  }
  function run(entry: Entry | undefined): void {
    if (entry === undefined) return;
    const group = FOUND_GROUPS.find((one) => entry.value === `more ${one}`);
    if (group !== undefined) return narrow(group);
    close();
    entry.run();
  }
  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter') run(box.active);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') box.move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Tab' && groups.length > 0) {
      const tabs = [null, ...groups];
      const step = event.shiftKey ? -1 : 1;
      narrow(tabs[(tabs.indexOf(search.only) + step + tabs.length) % tabs.length]!);
    } else if (event.altKey && event.code === 'KeyM') search.turnMonths();
    else return;
    event.preventDefault();
  }

  return (
    <div className={styles.palette}>
      <div className={styles.box}>
        <IconSearch />
        <input
          ref={input}
          type="text"
          {...box.boxProps}
          aria-label="Go to a screen, create or act"
          placeholder="Find, go to, create"
          data-autofocus
          value={text}
          onChange={(event) => {
            search.type(event.target.value);
            box.highlight(0);
          }}
          onKeyDown={press}
        />
        <KeyboardHint keys="Escape" />
      </div>
      <GroupTabs search={search} onNarrow={narrow} />
      <SearchState isEmpty={shown.length === 0} text={text} found={found} />
      <Listbox
        box={box}
        label="Results"
        look={{ list: styles.list, heading: styles.group, option: styles.entry }}
        onPick={run}
        isSelected={(entry) => entry === box.active}
        headingOf={({ group }, before) => (group === before?.group ? null : group)}
      >
        {(entry) => <EntryLine entry={entry} text={text} />}
      </Listbox>
      <PaletteKeys hasGroups={groups.length > 0} />
    </div>
  );
}

/** What is looked for, and what is found: all groups, or one of them, of all months or of this one. */
function usePaletteSearch(onShowShortcuts: () => void) {
  const entries = usePaletteEntries(onShowShortcuts);
  const findBatch = useFindBatch();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<FoundGroup | null>(null);
  const [thisMonth, setThisMonth] = useState(false);
  const found = useFoundEntries(text, thisMonth);
  const groups = FOUND_GROUPS.filter((group) => found.groups[group].length > 0);
  const only = chosen !== null && groups.includes(chosen) ? chosen : null;
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
  const { near, far } = matching(entries, text);
  const ofGroups = groups.flatMap((group) => {
    const all = found.groups[group];
    if (all.length <= SHOWN_OF_GROUP + 1) return all;
    const others = all.length - SHOWN_OF_GROUP;
    return [...all.slice(0, SHOWN_OF_GROUP), moreOf(group, `${others} more ${group.toLowerCase()}`)];
  });
  return {
    text,
    groups,
    /** The one group that is shown; null for all. */
    only,
    thisMonth,
    found,
    shown: only === null ? [...batch, ...near, ...ofGroups, ...far] : found.groups[only],
    type(typed: string): void {
      setText(typed);
      setChosen(null);
    },
    narrow: setChosen,
    turnMonths: () => setThisMonth(!thisMonth),
  };
}

type PaletteSearch = ReturnType<typeof usePaletteSearch>;

/** The groups of what was found, to narrow it to one, and to this month. */
function GroupTabs({
  search: { text, groups, only, thisMonth, found, turnMonths },
  onNarrow,
}: {
  search: PaletteSearch;
  onNarrow: (group: FoundGroup | null) => void;
}) {
  const isSearched = groups.length > 0 || found.isFetching || thisMonth;
  if (!isSearched || text.trim() === '') return null;
  return (
    <div className={styles.groups} role="group" aria-label="Narrow the results">
      {[null, ...groups].map((group) => (
        <button
          key={group ?? 'All'}
          type="button"
          tabIndex={-1}
          className={classNames(styles.tab, only === group && styles.chosen)}
          aria-pressed={only === group}
          onClick={() => onNarrow(group)}
        >
          {group === null ? 'All' : `${group} ${found.countOf(group)}`}
        </button>
      ))}
      <button
        type="button"
        tabIndex={-1}
        className={classNames(styles.tab, styles.months)}
        aria-pressed={thisMonth}
        onClick={turnMonths}
      >
        {thisMonth ? 'This month' : 'All months'} <KeyboardHint keys="alt+m" />
      </button>
    </div>
  );
}

/** That nothing is found, or not yet, or that it could not be looked for. */
function SearchState({ isEmpty, text, found }: { isEmpty: boolean; text: string; found: FoundEntries }) {
  return (
    <>
      {isEmpty ? (
        <p className={styles.none} role="status">
          {found.isFetching ? 'Please wait ...' : `No result for “${text}”`}
        </p>
      ) : null}
      {found.isFailed ? (
        <p className={styles.none} role="alert">
          Transactions could not be searched.
        </p>
      ) : null}
    </>
  );
}

function EntryLine({ entry, text }: { entry: Entry; text: string }) {
  return (
    <>
      {entry.icon}
      <Marked label={entry.label} text={text} />
      {entry.context === undefined ? null : (
        <span className={styles.context}>
          <MarkedWords text={entry.context} words={text} />
        </span>
      )}
      <span className={styles.right}>
        {entry.detail}
        {entry.keys === undefined ? null : <KeyboardHint keys={entry.keys} />}
        {entry.end}
      </span>
    </>
  );
}

/** The keys of the palette, at its foot. */
function PaletteKeys({ hasGroups }: { hasGroups: boolean }) {
  return (
    <div className={styles.foot}>
      <span>
        <KeyboardHint keys="ArrowUp ArrowDown" /> move
      </span>
      <span>
        <KeyboardHint keys="Enter" /> open
      </span>
      {hasGroups ? (
        <span>
          <KeyboardHint keys="Tab" /> next group
        </span>
      ) : null}
      <span className={styles.tip}>Words in any order. An amount finds net and gross.</span>
    </div>
  );
}

function moreOf(group: FoundGroup, label: string): Entry {
  return { value: `more ${group}`, group, label, icon: <IconMore />, run: () => undefined };
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

/** A text in which the words that were typed stand out. */
function MarkedWords({ text, words }: { text: string; words: string }) {
  const typed = words.trim().split(/\s+/).filter(Boolean);
  if (typed.length === 0) return text;
  const pattern = new RegExp(typed.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|'), 'gi');
  const marked = [...text.matchAll(pattern)];
  return (
    <>
      {marked.map(({ 0: word, index }, at) => (
        <Fragment key={index}>
          {text.slice(endOf(marked[at - 1]), index)}
          <b>{word}</b>
        </Fragment>
      ))}
      {text.slice(endOf(marked.at(-1)))}
    </>
  );
}

const endOf = (match: RegExpExecArray | undefined) => (match === undefined ? 0 : match.index + match[0].length);
