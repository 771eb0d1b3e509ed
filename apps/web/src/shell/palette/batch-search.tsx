import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { IconSearch } from '../../ui/icons.tsx';
import { KeyboardHint } from '../../ui/keyboard/keyboard-hint.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { SEARCH_PATH } from '../../page/open-address.ts';
import { openOneSearch } from '../../page/one-search.ts';
import { keepSearchCharacters } from '../../ui/table/search-box.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { keepPendingNumber } from '../../session/pending-numbers.ts';

/** Digits, behind the letters of a series or without: 10234, PO0000001. */
const BATCH_NUMBER = /^[a-z]{0,2}\d+$/i;

/**
 * Finds a batch by its number: Enter keeps the number and opens the search screen (spec 1 §2). Whatever else is typed, an
 * amount or words, the one search looks for. `/` moves the focus here.
 */
export function BatchSearch({ focused = false, onDone }: { focused?: boolean; onDone?: () => void }) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const findBatch = useFindBatch();
  // On a page, where nothing looks for the mark that a dialog looks for.
  useEffect(() => {
    if (focused) input.current?.focus();
  }, [focused]);
  useShortcut('/', 'Search for a batch number', () => input.current?.focus(), { scope: 'global' });

  function search(): void {
    const number = text.trim();
    if (number === '') return;
    if (BATCH_NUMBER.test(number)) findBatch(number);
    else openOneSearch(number);
    setText('');
    onDone?.();
  }

  return (
    <TextInput
      ref={input}
      type="search"
      icon={<IconSearch />}
      aria-label={MESSAGES.batchSearch}
      placeholder={MESSAGES.batchSearch}
      {...(focused ? { 'data-autofocus': true } : {})}
      value={text}
      onChange={(event) => setText(keepSearchCharacters(event.target.value))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search();
      }}
      after={<KeyboardHint keys="/" />}
    />
  );
}

/** Keeps a batch number and opens the screen that looks for it. */
export function useFindBatch(): (number: string) => void {
  const navigate = useNavigate();
  return (number) => {
    keepPendingNumber('search_batch_number', number);
    void navigate({ to: SEARCH_PATH, search: { number } });
  };
}
