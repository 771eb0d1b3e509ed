import { Fragment, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Listbox, useListbox } from '../../ui/fields/listbox.tsx';
import { useDialogClose } from '../../ui/layers/dialog.tsx';
import { IconMore, IconSearch } from '../../ui/icons.tsx';
import { KeyboardHint } from '../../ui/keyboard/keyboard-hint.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useFindBatch } from './batch-search.tsx';
import { FOUND_GROUPS, useFoundEntries, type FoundGroup } from './found-entries.tsx';
import { fuzzyMatch } from './fuzzy-match.ts';
import { matching, usePaletteEntries, type Entry } from './palette-entries.tsx';
import styles from './command-palette.module.css';

/** Of each group so many are shown among all; the group alone shows the others. */
const SHOWN_OF_GROUP = 5;

export function PaletteBody({
  takeTyped,
  onShowShortcuts,
}: {
  /** What was typed before this was there; the box has the keys from then on. */
  takeTyped: () => string;
  onShowShortcuts: () => void;
}) {
  const close = useDialogClose();
  const entries = usePaletteEntries(onShowShortcuts);
  const findBatch = useFindBatch();
  const [text, setText] = useState('');
  const [only, setOnly] = useState<FoundGroup | null>(null);
  const [thisMonth, setThisMonth] = useState(false);
  const found = useFoundEntries(text, thisMonth);
  const input = useRef<HTMLInputElement>(null);
  // It is fetched after its dialog has given the focus away.
  useLayoutEffect(() => {
    input.current?.focus();
    setText(takeTyped());
    // Once: what is typed later goes into the box by itself.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  const groups = FOUND_GROUPS.filter((group) => found.groups[group].length > 0);
  const isNarrowed = only !== null && groups.includes(only);
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
  const shown = isNarrowed ? found.groups[only] : [...batch, ...near, ...ofGroups, ...far];
  const box = useListbox(shown, { opened: true });

  function narrow(group: FoundGroup | null): void {
    setOnly(group);
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
      narrow(tabs[(tabs.indexOf(isNarrowed ? only : null) + step + tabs.length) % tabs.length]!);
    } else if (event.altKey && event.code === 'KeyM') setThisMonth(!thisMonth);
    else return;
    event.preventDefault();
  }

  const isSearched = groups.length > 0 || found.isFetching || thisMonth;
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
            setText(event.target.value);
            setOnly(null);
            box.highlight(0);
          }}
          onKeyDown={press}
        />
        <KeyboardHint keys="Escape" />
      </div>
      {isSearched && text.trim() !== '' ? (
        <div className={styles.groups} role="group" aria-label="Narrow the results">
          {[null, ...groups].map((group) => (
            <button
              key={group ?? 'All'}
              type="button"
              tabIndex={-1}
              className={classNames(styles.tab, (isNarrowed ? only : null) === group && styles.chosen)}
              aria-pressed={(isNarrowed ? only : null) === group}
              onClick={() => narrow(group)}
            >
              {group === null ? 'All' : `${group} ${found.countOf(group)}`}
            </button>
          ))}
          <button
            type="button"
            tabIndex={-1}
            className={classNames(styles.tab, styles.months)}
            aria-pressed={thisMonth}
            onClick={() => setThisMonth(!thisMonth)}
          >
            {thisMonth ? 'This month' : 'All months'} <KeyboardHint keys="alt+m" />
          </button>
        </div>
      ) : null}
      {shown.length === 0 ? (
        <p className={styles.none} role="status">
          {found.isFetching ? 'Please wait ...' : `No result for “${text}”`}
        </p>
      ) : null}
      {found.isFailed ? (
        <p className={styles.none} role="alert">
          Transactions could not be searched.
        </p>
      ) : null}
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
        )}
      </Listbox>
      <div className={styles.foot}>
        <span>
          <KeyboardHint keys="ArrowUp ArrowDown" /> move
        </span>
        <span>
          <KeyboardHint keys="Enter" /> open
        </span>
        {groups.length === 0 ? null : (
          <span>
            <KeyboardHint keys="Tab" /> next group
          </span>
        )}
        <span className={styles.tip}>Words in any order. An amount finds net and gross.</span>
      </div>
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
