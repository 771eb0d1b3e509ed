import { useEffect, useRef, useState } from 'react';
import { foundByWords } from '@talaan/core/text/word-rank';
import { ComboboxInput, type Option, type SharedProps } from './combobox-input.tsx';

export type { Option };

export interface CodeSelectProps extends SharedProps {
  options: readonly Option[];
  /** The value of the chosen option; '' while none is chosen. */
  value: string;
  onChange: (value: string) => void;
}

/** One of a known set: the label, with its code on the right. Typing narrows the list by label or code. */
export function CodeSelect({ options, value, onChange, ...rest }: CodeSelectProps) {
  const [text, setText] = useState<string | null>(null);
  const chosen = options.find((option) => option.value === value) ?? null;
  return (
    <ComboboxInput
      {...rest}
      options={text === null ? options : foundByWords(options, text, ({ label, code = '' }) => [label, code])}
      chosen={chosen}
      text={text}
      onText={setText}
      onChoose={(option) => onChange(option?.value ?? '')}
    />
  );
}

export interface LookupFieldProps extends SharedProps {
  /** The chosen record, or null. */
  value: Option | null;
  onChange: (option: Option | null) => void;
  /** Finds at most 20 records by code or name; an empty text asks for the recent or first ones. */
  search: (text: string, signal: AbortSignal) => Promise<readonly Option[]>;
  /** A last row that starts a new record from the typed text: '+ Add payee'. */
  add?: { label: string; onAdd: (text: string) => void };
}

type Found = { state: 'loading' | 'failed' } | { state: 'ready'; options: readonly Option[] };

/** One record of a table, found by code or name while typing. */
export function LookupField({ value, onChange, search, add, ...rest }: LookupFieldProps) {
  const [text, setText] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const [found, setFound] = useState<Found>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const latestSearch = useRef(search);
  useEffect(() => {
    latestSearch.current = search;
  });

  useEffect(() => {
    if (!opened) return;
    const abort = new AbortController();
    const timer = setTimeout(
      () => {
        setFound((before) => (before.state === 'ready' ? before : { state: 'loading' }));
        latestSearch.current(text ?? '', abort.signal).then(
          (options) => {
            if (!abort.signal.aborted) setFound({ state: 'ready', options });
          },
          () => {
            if (!abort.signal.aborted) setFound({ state: 'failed' });
          },
        );
      },
      text === null ? 0 : SEARCH_DELAY_MS,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [opened, text, attempt]);

  return (
    <ComboboxInput
      {...rest}
      options={found.state === 'ready' ? found.options : []}
      chosen={value}
      text={text}
      onText={setText}
      onChoose={onChange}
      onOpenChange={setOpened}
      status={found.state}
      onRetry={() => setAttempt(attempt + 1)}
      {...(add === undefined ? {} : { add })}
    />
  );
}

const SEARCH_DELAY_MS = 250;
