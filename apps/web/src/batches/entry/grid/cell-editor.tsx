import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { ListboxPopover, useListbox } from '../../../ui/fields/listbox.tsx';
import listboxStyles from '../../../ui/fields/listbox.module.css';
import inputStyles from '../../../ui/fields/input.module.css';
import type { Direction, GridCalls } from './grid-calls.ts';
import type { Choice, GridCell, LineCells } from './grid-line.ts';
import styles from './lines-grid.module.css';

export interface CellEditorProps<Line, Field extends string> extends GridCell<Line, Field> {
  cells: LineCells<Line, Field>;
  /** The character that began the edit; null when the cell was opened with its own text. */
  typed: string | null;
  /** Its choices are listed at once, as by a click. */
  opensList: boolean;
  calls: GridCalls;
}

/** What was found, and for which text: an answer to an older text is never picked from. */
type Found = { state: 'loading' | 'failed' } | { state: 'ready'; text: string; choices: readonly Choice[] };

/** A search on the server waits until typing pauses; records that the page knows are found at once. */
const SEARCH_DELAY_MS = 150;

/** The open cell: a text box, and for records a picker with 20 results by code or name. */
export function CellEditor<Line, Field extends string>({
  line,
  row,
  column,
  cells,
  typed,
  opensList,
  calls,
}: CellEditorProps<Line, Field>) {
  const { field, header } = column;
  const source = cells.source(field);
  const style = cells.styleOf(field);
  const [original] = useState(() => cells.editedText(line, field));
  const [text, setText] = useState(typed ?? original);
  const [isTyped, setTyped] = useState(typed !== null);
  const [found, setFound] = useState<Found>({ state: 'loading' });
  const input = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  const choices = found.state === 'ready' ? found.choices : [];
  const box = useListbox(
    choices.map((choice) => ({ value: choice.code, choice })),
    { defaultOpened: (typed !== null || opensList) && source !== null },
  );
  const { opened: open, active } = box;
  /** Until something is typed the picker lists everything, whatever the cell holds; the same typed again is looked for. */
  const sought = isTyped ? text : '';
  const pickable = open && found.state === 'ready' && found.text === sought ? active?.choice : undefined;

  useEffect(() => {
    const editor = input.current;
    editor?.focus({ preventScroll: true });
    editor?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (typed === null) editor?.select();
    // What a click lists is chosen; the key that only leaves the cell takes nothing of it.
    if (opensList) box.highlight(-1);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed]);

  useEffect(() => {
    if (!open || source === null) return;
    const take = (list: readonly Choice[]): void => setFound({ state: 'ready', text: sought, choices: list });
    if (source.known !== null) {
      const list = source.search(sought, line);
      if (!(list instanceof Promise)) take(list);
      return;
    }
    let current = true;
    const timer = setTimeout(
      () => {
        Promise.resolve(source.search(sought, line)).then(
          (list) => current && take(list),
          () => current && setFound({ state: 'failed' }),
        );
      },
      sought === '' ? 0 : SEARCH_DELAY_MS,
    );
    return () => {
      clearTimeout(timer);
      current = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [open, sought, source]);

  function finish(direction: Direction, picked?: Choice): void {
    if (done.current) return;
    done.current = true;
    calls.commit(text, picked ?? (sought.trim() === '' ? undefined : pickable), direction);
  }

  function type(next: string): void {
    setText(next);
    setTyped(true);
    // An emptied cell may be left empty: nothing of the list of everything is taken until it is chosen.
    box.highlight(next === '' ? -1 : 0);
    if (source !== null) box.open();
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const { key, shiftKey, altKey } = event;
    const mod = event.ctrlKey || event.metaKey;
    if (event.nativeEvent.isComposing) return;
    if (key === 'Escape') {
      if (text === original && !open) calls.leaveEditing();
      setText(original);
      setTyped(false);
      box.close();
    } else if (altKey && (key === 'ArrowDown' || key === 'ArrowUp') && source !== null) {
      if (key === 'ArrowDown') box.open();
      else box.close();
    } else if (key === 'Enter' && !mod && !altKey) {
      finish(shiftKey ? 'previous' : 'next', pickable);
    } else if (key === 'Tab') finish(shiftKey ? 'previous' : 'next');
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (altKey || mod) return;
      if (open && choices.length > 0) box.move(key === 'ArrowDown' ? 1 : -1);
      else finish(key === 'ArrowUp' ? 'up' : 'down');
    } else {
      // Letters belong to the text; combinations such as Ctrl+S and keys such as F8 belong to the page.
      if (!mod && !/^F\d/.test(key)) event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  const cell = (
    <input
      ref={input}
      type="text"
      className={classNames(styles.editor, style === 'figure' && styles.figure, style !== 'prose' && 'figures')}
      aria-label={`${header}, line ${row + 1}`}
      {...(source === null ? { autoComplete: 'off', spellCheck: false } : box.boxProps)}
      inputMode={style === 'figure' ? 'decimal' : undefined}
      maxLength={style === 'prose' ? 500 : 200}
      value={text}
      onChange={(event) => type(event.target.value)}
      onKeyDown={press}
      onBlur={() => {
        if (!done.current && document.hasFocus()) {
          done.current = true;
          calls.commitAndLeave(text);
        }
      }}
    />
  );
  if (source === null) return cell;
  return (
    <ListboxPopover
      box={box}
      target={cell}
      width={320}
      label={header}
      status={found.state}
      text={sought}
      onPick={({ choice }) => finish('next', choice)}
      isSelected={(option) => option === active}
    >
      {({ choice }) => (
        <>
          <span className={listboxStyles.label}>{choice.name}</span>
          <span className={inputStyles.code}>{choice.code}</span>
        </>
      )}
    </ListboxPopover>
  );
}
