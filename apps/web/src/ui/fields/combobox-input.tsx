import { useMergedRef } from '@mantine/hooks';
import { useRef, type KeyboardEvent, type Ref } from 'react';
import { classNames } from '../class-names.ts';
import { useFieldControl } from './field.tsx';
import { IconCheck, IconChevronDown, IconClose, IconPlus } from '../icons.tsx';
import { keepFocus, ListboxPopover, useListbox, type ListboxOption } from './listbox.tsx';
import inputStyles from './input.module.css';
import styles from './listbox.module.css';

export interface Option extends ListboxOption {
  label: string;
  /** Right of the label, muted; searched too. */
  code?: string;
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
  const { chosen, text, status = 'ready', add, label } = props;
  const combobox = useCombobox(props);
  return (
    <ListboxPopover
      box={combobox.box}
      width="target"
      label={label ?? 'Choices'}
      status={status}
      text={text ?? ''}
      onRetry={props.onRetry}
      onPick={combobox.choose}
      isSelected={(option) => option.value === chosen?.value}
      below={
        add === undefined || status === 'loading' ? null : (
          <button type="button" tabIndex={-1} className={styles.add} onClick={combobox.pickAdd}>
            <IconPlus /> {add.label}
          </button>
        )
      }
      target={<TypingBox {...props} combobox={combobox} />}
    >
      {(option) => (
        <>
          <span className={styles.tick}>{option.value === chosen?.value ? <IconCheck size={14} /> : null}</span>
          <span className={styles.label}>
            {text === null ? option.label : <Marked label={option.label} text={text} />}
          </span>
          {option.code === undefined ? null : <span className={inputStyles.code}>{option.code}</span>}
        </>
      )}
    </ListboxPopover>
  );
}

/** What typing, the keys and leaving the box do to its list and to what is chosen. */
function useCombobox(props: ComboboxInputProps) {
  const { options, chosen, text, onText, onChoose, onOpenChange, status = 'ready', add } = props;
  const box = useListbox(options, onOpenChange === undefined ? {} : { onOpenedChange: onOpenChange });
  const { opened, active } = box;
  const fixed = props.readOnly === true || props.disabled === true;

  function open(): void {
    if (fixed || opened) return;
    box.open();
    const at = options.findIndex((option) => option.value === chosen?.value);
    box.highlight(Math.max(0, at));
  }

  function close(): void {
    box.close();
    onText(null);
  }

  function choose(option: Option | null): void {
    if (option?.disabled) return;
    onChoose(option);
    close();
  }

  function type(typed: string): void {
    if (typed === '' && props.clearable === true && chosen !== null) onChoose(null);
    onText(typed);
    box.open();
    box.highlight(0);
  }

  /** Leaving the field keeps an exact code or label, or the highlighted row of what was typed; other text is given up. */
  function leave(): void {
    const exact = exactOption(options, text ?? '');
    if (exact !== undefined) onChoose(exact);
    close();
    props.onBlur?.();
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (fixed) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (event.key === 'ArrowUp' && event.altKey) close();
      else if (!opened) open();
      else box.move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && opened) {
      if (status === 'ready' && active !== undefined) choose(active);
      else if (add !== undefined && text !== null) pickAdd();
    } else if (event.key === 'Escape' && opened) {
      close();
    } else if (event.key === 'Tab' && opened && text && active !== undefined && status === 'ready') {
      choose(active);
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function pickAdd(): void {
    const typed = text ?? '';
    close();
    add?.onAdd(typed);
  }

  return { box, fixed, open, close, choose, type, leave, press, pickAdd };
}

/** The option whose code or label is typed in full. */
function exactOption(options: readonly Option[], text: string): Option | undefined {
  const typed = text.trim().toLowerCase();
  return typed === ''
    ? undefined
    : options.find(({ code, label }) => code?.toLowerCase() === typed || label.toLowerCase() === typed);
}

type TypingBoxProps = ComboboxInputProps & {
  combobox: ReturnType<typeof useCombobox>;
  /** What the list is placed by. */
  ref?: Ref<HTMLSpanElement>;
};

/** The box itself: what is typed or chosen, its code, the cross that clears it and the arrow that opens the list. */
function TypingBox({ ref, chosen, text, label, placeholder, clearable = false, combobox, ...props }: TypingBoxProps) {
  const { box, fixed, open, close, choose } = combobox;
  const field = useFieldControl();
  const input = useRef<HTMLInputElement>(null);
  const mergedRef = useMergedRef(input, props.inputRef);
  return (
    <span
      ref={ref}
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
        {...box.boxProps}
        className={inputStyles.input}
        aria-label={label}
        placeholder={placeholder}
        disabled={props.disabled}
        readOnly={props.readOnly}
        value={text ?? chosen?.label ?? ''}
        onChange={(event) => combobox.type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={combobox.leave}
        onKeyDown={combobox.press}
        onClick={open}
      />
      {text === null && chosen?.code !== undefined ? <span className={inputStyles.code}>{chosen.code}</span> : null}
      {clearable && chosen !== null && !fixed ? (
        <span className={inputStyles.chevron} aria-hidden="true" onMouseDown={keepFocus} onClick={() => choose(null)}>
          <IconClose size={14} />
        </span>
      ) : null}
      {fixed ? null : (
        <span
          className={inputStyles.chevron}
          aria-hidden="true"
          onMouseDown={keepFocus}
          onClick={() => (box.opened ? close() : (input.current?.focus(), open()))}
        >
          <IconChevronDown />
        </span>
      )}
    </span>
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
