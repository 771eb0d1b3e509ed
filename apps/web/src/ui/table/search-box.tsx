import { useMergedRef } from '@mantine/hooks';
import { useEffect, useRef, useState, type Ref } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { FIELD_RULES, stripEmoji } from '@talaan/core/text/field-rules';
import { showNotice } from '../feedback/feedback.ts';
import { IconClose, IconSearch } from '../icons.tsx';
import type { KeyCombination } from '../keyboard/key-combination.ts';
import { KeyboardHint } from '../keyboard/keyboard-hint.tsx';
import { useShortcut } from '../keyboard/shortcuts.ts';
import { TextInput } from '../fields/text-input.tsx';
import styles from './search-box.module.css';

export interface SearchBoxProps {
  /** The search in force. */
  value: string;
  /** Called 250 ms after the last character, and at once on Enter or clear. */
  onSearch: (text: string) => void;
  label?: string;
  placeholder?: string;
  /** The key that moves the focus here; shown in the box. */
  keys?: KeyCombination;
  inputRef?: Ref<HTMLInputElement>;
}

const DEBOUNCE_MS = 250;

/** A search box for a list. A character that a search cannot contain is not taken, and a snackbar says so (spec 1 §5). */
export function SearchBox({
  value,
  onSearch,
  label = 'Search',
  placeholder = 'Search',
  keys,
  inputRef,
}: SearchBoxProps) {
  const { text, type, search, clear } = useTypedSearch(value, onSearch);
  const input = useRef<HTMLInputElement>(null);
  const mergedRef = useMergedRef(input, inputRef);
  useShortcut(keys, 'Search this list', () => input.current?.focus(), { enabled: keys !== undefined });

  return (
    <div className={styles.box} role="search" aria-label={label}>
      <TextInput
        ref={mergedRef}
        type="search"
        icon={<IconSearch />}
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => type(event.target.value)}
        // Whoever goes on to a row searches first: a search that came later would lead back to the list.
        onBlur={() => search(text)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            search(text);
          } else if (event.key === 'Escape' && text !== '') {
            event.preventDefault();
            clear();
          }
        }}
        after={
          text !== '' ? (
            <button
              type="button"
              className={styles.clear}
              aria-label="Clear search"
              onClick={() => {
                clear();
                input.current?.focus();
              }}
            >
              <IconClose size={14} />
            </button>
          ) : keys === undefined ? undefined : (
            <KeyboardHint keys={keys} />
          )
        }
      />
    </div>
  );
}

/** What is typed, and searched when typing pauses; another search from elsewhere takes its place. */
function useTypedSearch(value: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  // Those of our own that the address may still show, one after the other; the last is in force.
  const [sent, setSent] = useState([value]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  if (seen !== value) {
    setSeen(value);
    // The search changed elsewhere: back button, Clear. Our own, coming back from the address, leaves the typing alone.
    const own = sent.indexOf(value);
    if (own === -1) setText(value);
    setSent(own === -1 ? [value] : sent.slice(own));
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(next: string): void {
    clearTimeout(timer.current);
    if (next === sent.at(-1)) return;
    setSent((before) => [...before, next]);
    onSearch(next);
  }

  function type(typed: string): void {
    const next = keepSearchCharacters(typed);
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(next), DEBOUNCE_MS);
  }

  function clear(): void {
    setText('');
    search('');
  }

  return { text, type, search, clear };
}

/** What remains of a typed or pasted search; emoji go without a word, any other character with the snackbar. */
export function keepSearchCharacters(typed: string): string {
  const withoutEmoji = stripEmoji(typed);
  const kept = Array.from(withoutEmoji)
    .filter((character) => FIELD_RULES.search.pattern.test(character))
    .join('');
  if (kept !== withoutEmoji) showNotice(MESSAGES.searchCharacters);
  return kept;
}
