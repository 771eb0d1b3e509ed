import { Popover as MantinePopover } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { classNames } from '../class-names.ts';
import { useFieldControl } from './field.tsx';
import { IconCheck, IconChevronDown, IconClose, IconPlus } from '../icons.tsx';
import { useLayer, usePopoverPlace } from '../layers/layer.tsx';
import inputStyles from './input.module.css';
import styles from './combobox.module.css';

export interface Option {
  value: string;
  label: string;
  /** Right of the label, muted; searched too. */
  code?: string;
  disabled?: boolean;
}

/** What every box with a list takes. */
export interface SharedProps {
  /** Outside a field: the name of the control. */
  label?: string;
  placeholder?: string;
  clearable?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
  'data-autofocus'?: boolean;
}

interface ComboboxInputProps extends SharedProps {
  options: readonly Option[];
  chosen: Option | null;
  /** What is being typed; null while nothing is. */
  text: string | null;
  onText: (text: string | null) => void;
  onChoose: (option: Option | null) => void;
  onOpenChange?: (open: boolean) => void;
  status?: 'loading' | 'failed' | 'ready';
  onRetry?: () => void;
  add?: { label: string; onAdd: (text: string) => void };
}

/** A box to type in over a list to choose from; its owner says what the list holds. */
export function ComboboxInput(props: ComboboxInputProps) {
  const {
    options,
    chosen,
    text,
    onText,
    onChoose,
    onOpenChange,
    status = 'ready',
    onRetry,
    add,
    label,
    placeholder,
    clearable = false,
  } = props;
  const field = useFieldControl();
  const layer = useLayer();
  const place = usePopoverPlace();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const mergedRef = useMergedRef(input, props.inputRef);
  const list = useRef<HTMLDivElement | null>(null);
  const [open, setOpenState] = useState(false);
  const [activeIndex, setActiveIndex] = useState(0);
  const fixed = props.readOnly === true || props.disabled === true;
  const active = options[Math.min(activeIndex, options.length - 1)];

  function setOpen(next: boolean): void {
    if (fixed || next === open) return;
    setOpenState(next);
    onOpenChange?.(next);
    if (next)
      setActiveIndex(
        Math.max(
          0,
          options.findIndex((option) => option.value === chosen?.value),
        ),
      );
    else onText(null);
  }

  function choose(option: Option | null): void {
    if (option?.disabled) return;
    onChoose(option);
    onText(null);
    setOpen(false);
  }

  function type(typed: string): void {
    if (typed === '' && clearable && chosen !== null) onChoose(null);
    onText(typed);
    setActiveIndex(0);
    if (!open) {
      setOpenState(true);
      onOpenChange?.(true);
    }
  }

  /** Leaving the field keeps an exact code or label, or the highlighted row of what was typed; other text is given up. */
  function leave(): void {
    if (text !== null && text.trim() !== '') {
      const exact = options.find(
        (option) =>
          option.code?.toLowerCase() === text.trim().toLowerCase() ||
          option.label.toLowerCase() === text.trim().toLowerCase(),
      );
      if (exact !== undefined) onChoose(exact);
    }
    setOpen(false);
    onText(null);
    props.onBlur?.();
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (fixed) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (event.key === 'ArrowUp' && event.altKey) setOpen(false);
      else if (!open) setOpen(true);
      else moveActive(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && open) {
      if (status === 'ready' && active !== undefined) choose(active);
      else if (add !== undefined && text !== null) pickAdd();
    } else if (event.key === 'Escape' && open) {
      setOpen(false);
    } else if (
      event.key === 'Tab' &&
      open &&
      text !== null &&
      text !== '' &&
      active !== undefined &&
      status === 'ready'
    ) {
      choose(active);
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function moveActive(step: number): void {
    if (options.length === 0) return;
    const next = (activeIndex + step + options.length) % options.length;
    setActiveIndex(next);
    list.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' });
  }

  function pickAdd(): void {
    const typed = text ?? '';
    setOpen(false);
    add?.onAdd(typed);
  }

  return (
    <MantinePopover
      {...place}
      opened={open}
      width="target"
      position="bottom-start"
      offset={4}
      zIndex={layer.popover}
      withRoles={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      hideDetached={false}
    >
      <MantinePopover.Target>
        <span
          className={classNames(
            inputStyles.box,
            props.readOnly && inputStyles.read,
            props.disabled && inputStyles.disabled,
          )}
        >
          <input
            {...field}
            {...(props['data-autofocus'] ? { 'data-autofocus': true } : {})}
            ref={mergedRef}
            type="text"
            role="combobox"
            className={inputStyles.input}
            aria-label={label}
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={open && active !== undefined ? optionId(listId, active) : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            disabled={props.disabled}
            readOnly={props.readOnly}
            value={text ?? chosen?.label ?? ''}
            onChange={(event) => type(event.target.value)}
            onFocus={(event) => event.target.select()}
            onBlur={leave}
            onKeyDown={press}
            onClick={() => setOpen(true)}
          />
          {text === null && chosen?.code !== undefined ? <span className={inputStyles.code}>{chosen.code}</span> : null}
          {clearable && chosen !== null && !fixed ? (
            <span
              className={inputStyles.chevron}
              aria-hidden="true"
              onMouseDown={keepFocus}
              onClick={() => choose(null)}
            >
              <IconClose size={14} />
            </span>
          ) : null}
          {fixed ? null : (
            <span
              className={inputStyles.chevron}
              aria-hidden="true"
              onMouseDown={keepFocus}
              onClick={() => (open ? setOpen(false) : (input.current?.focus(), setOpen(true)))}
            >
              <IconChevronDown />
            </span>
          )}
        </span>
      </MantinePopover.Target>
      <MantinePopover.Dropdown className={styles.panel} onMouseDown={keepFocus}>
        <div
          ref={list}
          className={styles.list}
          role="listbox"
          id={listId}
          aria-label={label ?? 'Choices'}
          tabIndex={-1}
        >
          {status === 'ready'
            ? options.map((option, index) => (
                // The input keeps the focus and handles the keys; an option only reacts to the pointer.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={option.value}
                  id={optionId(listId, option)}
                  role="option"
                  aria-selected={option.value === chosen?.value}
                  aria-disabled={option.disabled}
                  className={classNames(styles.option, index === activeIndex && styles.active)}
                  onMouseMove={() => setActiveIndex(index)}
                  onClick={() => choose(option)}
                >
                  <span className={styles.tick}>{option.value === chosen?.value ? <IconCheck size={14} /> : null}</span>
                  <span className={styles.label}>
                    {text === null ? option.label : <Marked label={option.label} text={text} />}
                  </span>
                  {option.code === undefined ? null : <span className={inputStyles.code}>{option.code}</span>}
                </div>
              ))
            : null}
        </div>
        <ListNote
          status={status}
          empty={options.length === 0}
          text={text}
          {...(onRetry === undefined ? {} : { onRetry })}
        />
        {add === undefined || status === 'loading' ? null : (
          <button type="button" tabIndex={-1} className={styles.add} onClick={pickAdd}>
            <IconPlus /> {add.label}
          </button>
        )}
      </MantinePopover.Dropdown>
    </MantinePopover>
  );
}

function ListNote({
  status,
  empty,
  text,
  onRetry,
}: {
  status: 'loading' | 'failed' | 'ready';
  empty: boolean;
  text: string | null;
  onRetry?: () => void;
}): ReactNode {
  if (status === 'loading')
    return (
      <p className={styles.note} role="status">
        {MESSAGES.pleaseWait}
      </p>
    );
  if (status === 'failed') {
    return (
      <p className={styles.note} role="status">
        Couldn't load this list.{' '}
        <button type="button" className={styles.retry} onClick={onRetry}>
          Retry
        </button>
      </p>
    );
  }
  if (!empty) return null;
  return (
    <p className={styles.note} role="status">
      {text ? `No result for “${text}”` : 'Nothing to choose from'}
    </p>
  );
}

/** The label with the typed part in bold. */
function Marked({ label, text }: { label: string; text: string }) {
  const start = text === '' ? -1 : label.toLowerCase().indexOf(text.toLowerCase());
  if (start < 0) return <>{label}</>;
  return (
    <>
      {label.slice(0, start)}
      <b>{label.slice(start, start + text.length)}</b>
      {label.slice(start + text.length)}
    </>
  );
}

function optionId(listId: string, option: Option): string {
  return `${listId}-${option.value}`;
}

function keepFocus(event: { preventDefault: () => void }): void {
  event.preventDefault();
}
