import { Popover as MantinePopover } from '@mantine/core';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { classNames } from '../../../ui/class-names.ts';
import { useLayer } from '../../../ui/layers/layer.tsx';
import comboboxStyles from '../../../ui/fields/combobox.module.css';
import inputStyles from '../../../ui/fields/input.module.css';
import type { Direction, GridCalls } from './grid-calls.ts';
import type { Choice, GridCell, LineCells } from './grid-line.ts';
import styles from './lines-grid.module.css';

export interface CellEditorProps<Line, Field extends string> extends GridCell<Line, Field> {
  cells: LineCells<Line, Field>;
  /** The character that began the edit; null when the cell was opened with its own text. */
  typed: string | null;
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
  calls,
}: CellEditorProps<Line, Field>) {
  const { field, header } = column;
  const source = cells.source(field);
  const style = cells.styleOf(field);
  const [original] = useState(() => cells.editedText(line, field));
  const [text, setText] = useState(typed ?? original);
  const [open, setOpen] = useState(typed !== null && source !== null);
  const [found, setFound] = useState<Found>({ state: 'loading' });
  const [highlighted, setHighlighted] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  const listId = useId();
  const layer = useLayer();
  const choices = found.state === 'ready' ? found.choices : [];
  const marked = choices[Math.min(highlighted, choices.length - 1)];
  /** Until something is typed the picker lists everything, whatever the cell holds. */
  const sought = text === original && typed === null ? '' : text;
  const pickable = open && found.state === 'ready' && found.text === sought ? marked : undefined;

  useEffect(() => {
    const box = input.current;
    box?.focus({ preventScroll: true });
    box?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (typed === null) box?.select();
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
    setHighlighted(0);
    if (source !== null) setOpen(true);
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const { key, shiftKey, altKey } = event;
    const mod = event.ctrlKey || event.metaKey;
    if (event.nativeEvent.isComposing) return;
    if (key === 'Escape') {
      if (text === original && !open) calls.leaveEditing();
      setText(original);
      setOpen(false);
    } else if (altKey && (key === 'ArrowDown' || key === 'ArrowUp') && source !== null) setOpen(key === 'ArrowDown');
    else if (key === 'Enter' && !mod && !altKey) {
      finish(shiftKey ? 'previous' : 'next', pickable);
    } else if (key === 'Tab') finish(shiftKey ? 'previous' : 'next');
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (altKey || mod) return;
      if (open && choices.length > 0) {
        const step = key === 'ArrowDown' ? 1 : -1;
        setHighlighted((highlighted + step + choices.length) % choices.length);
      } else finish(key === 'ArrowUp' ? 'up' : 'down');
    } else {
      // Letters belong to the text; combinations such as Ctrl+S belong to the page.
      if (!mod) event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  const box = (
    <input
      ref={input}
      type="text"
      className={classNames(styles.editor, style === 'figure' && styles.figure, style !== 'prose' && 'figures')}
      aria-label={`${header}, line ${row + 1}`}
      {...(source === null
        ? {}
        : {
            role: 'combobox',
            'aria-expanded': open,
            'aria-controls': open ? listId : undefined,
            'aria-autocomplete': 'list' as const,
            'aria-activedescendant': open && marked !== undefined ? `${listId}-${marked.code}` : undefined,
          })}
      autoComplete="off"
      spellCheck={false}
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
  if (source === null) return box;
  return (
    <MantinePopover
      opened={open}
      width={320}
      position="bottom-start"
      offset={4}
      zIndex={layer.popover}
      withRoles={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      hideDetached={false}
    >
      <MantinePopover.Target>{box}</MantinePopover.Target>
      <MantinePopover.Dropdown className={comboboxStyles.panel} onMouseDown={(event) => event.preventDefault()}>
        <div className={comboboxStyles.list} role="listbox" id={listId} aria-label={header} tabIndex={-1}>
          {choices.map((choice, index) => (
            // The input keeps the focus and handles the keys; an option only reacts to the pointer.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={choice.code}
              id={`${listId}-${choice.code}`}
              ref={(element) => {
                if (choice === marked) element?.scrollIntoView({ block: 'nearest' });
              }}
              role="option"
              aria-selected={choice === marked}
              className={classNames(comboboxStyles.option, choice === marked && comboboxStyles.active)}
              onMouseMove={() => setHighlighted(index)}
              onClick={() => finish('next', choice)}
            >
              <span className={comboboxStyles.label}>{choice.name}</span>
              <span className={inputStyles.code}>{choice.code}</span>
            </div>
          ))}
        </div>
        {found.state === 'ready' && choices.length > 0 ? null : (
          <p className={comboboxStyles.note} role="status">
            {found.state === 'loading'
              ? MESSAGES.pleaseWait
              : found.state === 'failed'
                ? "Couldn't load this list."
                : `No result for “${sought}”`}
          </p>
        )}
      </MantinePopover.Dropdown>
    </MantinePopover>
  );
}
