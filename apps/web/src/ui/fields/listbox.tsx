import { Popover as MantinePopover, useVirtualizedCombobox } from '@mantine/core';
import { useId, useLayoutEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { useLayer, usePopoverPlace } from '../layers/layer.tsx';
import styles from './listbox.module.css';

export interface ListboxOption {
  value: string;
  disabled?: boolean;
}

export interface ListboxState<O extends ListboxOption> {
  readonly options: readonly O[];
  readonly opened: boolean;
  open: () => void;
  close: () => void;
  /** The highlighted option; undefined in an empty list. */
  readonly active: O | undefined;
  readonly activeIndex: number;
  /** What was moved to by keys is scrolled into view; what the pointer is on stays where it is. */
  readonly isMovedByKeys: boolean;
  highlight: (index: number, by?: 'pointer') => void;
  /** Highlights the next option (1) or the one before (-1), round the ends, past those that are disabled. */
  move: (step: 1 | -1) => void;
  readonly listId: string;
  /** For the box to type in. */
  readonly boxProps: {
    readonly role: 'combobox';
    readonly 'aria-expanded': boolean;
    readonly 'aria-controls': string | undefined;
    readonly 'aria-autocomplete': 'list';
    readonly 'aria-activedescendant': string | undefined;
    readonly autoComplete: 'off';
    readonly spellCheck: false;
  };
}

/**
 * A list of options under a box to type in, which keeps the focus and whose owner reads the keys. `opened` is given for a
 * list that is always there.
 */
export function useListbox<O extends ListboxOption>(
  options: readonly O[],
  given: { opened?: boolean; defaultOpened?: boolean; onOpenedChange?: (opened: boolean) => void } = {},
): ListboxState<O> {
  const listId = useId();
  const [asked, setAsked] = useState({ index: 0, byKeys: true });
  const activeIndex = Math.min(asked.index, options.length - 1);
  const active = options[activeIndex];
  const store = useVirtualizedCombobox({
    ...given,
    totalOptionsCount: options.length,
    isOptionDisabled: (index) => options[index]?.disabled === true,
    getOptionId: () => null,
    selectedOptionIndex: activeIndex,
    setSelectedOptionIndex: (index) => setAsked({ index, byKeys: true }),
    onSelectedOptionSubmit: () => undefined,
  });
  return {
    options,
    opened: store.dropdownOpened,
    open: () => store.openDropdown(),
    close: () => store.closeDropdown(),
    active,
    activeIndex,
    isMovedByKeys: asked.byKeys,
    highlight: (index, by) => setAsked({ index, byKeys: by === undefined }),
    move: (step) => void (step === 1 ? store.selectNextOption() : store.selectPreviousOption()),
    listId,
    boxProps: {
      role: 'combobox',
      'aria-expanded': store.dropdownOpened,
      'aria-controls': store.dropdownOpened ? listId : undefined,
      'aria-autocomplete': 'list',
      'aria-activedescendant': store.dropdownOpened && active !== undefined ? optionId(listId, active) : undefined,
      autoComplete: 'off',
      spellCheck: false,
    },
  };
}

const optionId = (listId: string, { value }: ListboxOption): string => `${listId}-${encodeURIComponent(value)}`;

export interface ListboxProps<O extends ListboxOption> {
  box: ListboxState<O>;
  label: string;
  onPick: (option: O) => void;
  isSelected: (option: O) => boolean;
  /** A line above an option, from it and the one before; with such lines the options have no common height. */
  headingOf?: (option: O, before: O | undefined) => string | null;
  /** Classes of an own look. */
  look?: { list: string | undefined; heading?: string | undefined; option: string | undefined };
  /** What an option shows. */
  children: (option: O) => ReactNode;
}

/** More options of one height than this are drawn only where the list is scrolled to, so that ten thousand open at once. */
const ALL_DRAWN = 100;
const LOOK = { list: styles.list, option: styles.option };
const OPTION_HEIGHT = 28;
const LIST_HEIGHT = 288;
const IN_SIGHT = Math.ceil(LIST_HEIGHT / OPTION_HEIGHT);
/** Drawn on either side of what is in sight. */
const AROUND = 10;

/** The options of a box; they react to the pointer only, since the box keeps the focus and handles the keys. */
export function Listbox<O extends ListboxOption>({
  box,
  label,
  onPick,
  isSelected,
  headingOf,
  look = LOOK,
  children,
}: ListboxProps<O>) {
  const { options, activeIndex, isMovedByKeys } = box;
  const list = useRef<HTMLDivElement>(null);
  const isEven = headingOf === undefined;
  const isWindowed = isEven && options.length > ALL_DRAWN;
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (!isMovedByKeys || activeIndex < 0) return;
    if (isEven) scrollTo(list.current, activeIndex * OPTION_HEIGHT);
    else list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [isMovedByKeys, activeIndex, isEven]);

  const count = isWindowed ? IN_SIGHT + 2 * AROUND : options.length;
  const inSight = Math.floor(top / OPTION_HEIGHT) - AROUND;
  const first = isWindowed ? Math.max(0, Math.min(inSight, options.length - count)) : 0;
  const shown = options.slice(first, first + count);
  const above = first * OPTION_HEIGHT;
  const below = (options.length - first - shown.length) * OPTION_HEIGHT;
  return (
    <div
      ref={list}
      className={look.list}
      role="listbox"
      id={box.listId}
      aria-label={label}
      tabIndex={-1}
      onMouseDown={keepFocus}
      onScroll={isEven ? (event) => setTop(event.currentTarget.scrollTop) : undefined}
    >
      <div role="presentation" style={isWindowed ? { paddingTop: above, paddingBottom: below } : undefined}>
        {shown.map((option, at) => {
          const index = first + at;
          const heading = headingOf?.(option, options[index - 1]) ?? null;
          return (
            <div key={option.value} role="presentation">
              {heading === null ? null : (
                <div className={look.heading} role="presentation">
                  {heading}
                </div>
              )}
              {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */}
              <div
                id={optionId(box.listId, option)}
                role="option"
                aria-selected={isSelected(option)}
                aria-disabled={option.disabled}
                aria-setsize={options.length}
                aria-posinset={index + 1}
                data-active={index === activeIndex || undefined}
                className={look.option}
                onMouseMove={() => box.highlight(index, 'pointer')}
                onClick={() => onPick(option)}
              >
                {children(option)}
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Scrolls a list as little as an option at that height needs; nothing around the list moves, wherever it lies. */
function scrollTo(list: HTMLElement | null, top: number): void {
  if (list === null) return;
  if (top < list.scrollTop) list.scrollTop = top;
  else list.scrollTop = Math.max(list.scrollTop, top + OPTION_HEIGHT - LIST_HEIGHT);
}

/** The panel that opens under a box: its list, a word where there is none, and what comes below. */
export function ListboxPopover<O extends ListboxOption>({
  target,
  width,
  status,
  text,
  onRetry,
  below,
  ...listbox
}: Omit<ListboxProps<O>, 'headingOf' | 'look'> & {
  /** The box, or what stands around it. */
  target: ReactElement;
  width: number | 'target';
  status: 'loading' | 'failed' | 'ready';
  /** What was looked for. */
  text: string;
  onRetry?: (() => void) | undefined;
  below?: ReactNode;
}) {
  const layer = useLayer();
  const place = usePopoverPlace();
  return (
    <MantinePopover
      {...place}
      opened={listbox.box.opened}
      width={width}
      position="bottom-start"
      offset={4}
      zIndex={layer.popover}
      withRoles={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      hideDetached={false}
    >
      <MantinePopover.Target>{target}</MantinePopover.Target>
      <MantinePopover.Dropdown className={styles.panel} onMouseDown={keepFocus}>
        <Listbox {...listbox} />
        {status === 'ready' && listbox.box.options.length > 0 ? null : (
          <p className={styles.note} role="status">
            {status === 'loading' ? MESSAGES.pleaseWait : null}
            {status === 'failed' ? "Couldn't load this list. " : null}
            {status === 'failed' && onRetry !== undefined ? (
              <button type="button" className={styles.retry} onClick={onRetry}>
                Retry
              </button>
            ) : null}
            {status === 'ready' ? (text === '' ? 'Nothing to choose from' : `No result for “${text}”`) : null}
          </p>
        )}
        {below}
      </MantinePopover.Dropdown>
    </MantinePopover>
  );
}

/** On a press of the pointer: the box goes on having the focus. */
export function keepFocus(event: { preventDefault: () => void }): void {
  event.preventDefault();
}
