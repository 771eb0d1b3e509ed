import { Tooltip as MantineTooltip } from '@mantine/core';
import { cloneElement, useEffect, useId, useState, type ReactElement } from 'react';
import styles from './tooltip.module.css';

type Side = 'top' | 'right' | 'bottom' | 'left';

/** What an element carries so that the tooltip of the page shows it. */
interface TooltipMarks {
  'data-tooltip'?: string;
  'data-tooltip-side'?: Side;
}

export interface TooltipProps {
  /** The text; nothing is shown while it is empty. */
  text: string | undefined;
  side?: Side;
  /** One element that can be hovered or focused, or that holds one. */
  children: ReactElement<TooltipMarks>;
}

/** A short text beside an element on hover, focus or touch. It also describes the element to assistive technology. */
export function Tooltip({ text, side, children }: TooltipProps) {
  if (!text) return children;
  return cloneElement(children, {
    'data-tooltip': text,
    ...(side === undefined ? {} : { 'data-tooltip-side': side }),
  });
}

const MARKED = '[data-tooltip]';

/** From the pointer's arrival to the tooltip; the focus shows it at once. */
const OPEN_DELAY_MS = 300;

/** Above the dialogs and messages of ux §2, below the tab lock. */
const Z_INDEX = 65;

/**
 * The one tooltip of the page: it goes from element to element, because a list of 100 rows has hundreds of them and must
 * not pay for a tooltip each. Escape hides it.
 */
export function TooltipOutlet() {
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [text, setText] = useState('');
  const textId = useId();

  useEffect(() => followMarks(setTarget), []);
  useEffect(
    () => (target === null ? undefined : describe(target, textId, setText, () => setTarget(null))),
    [target, textId],
  );

  return target === null ? null : (
    <MantineTooltip
      opened
      target={target}
      label={<span id={textId}>{text}</span>}
      position={(target.dataset['tooltipSide'] as Side | undefined) ?? 'bottom'}
      zIndex={Z_INDEX}
      classNames={{ tooltip: styles.tooltip }}
    />
  );
}

/**
 * Tells which marked element the pointer rests on or the focus is at, and null when it is left, pressed or Escape is. Answers
 * how to end it.
 */
function followMarks(setTarget: (target: HTMLElement | null) => void): () => void {
  let pointed: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function point(element: HTMLElement | null, delay: number): void {
    if (element === pointed) return;
    pointed = element;
    clearTimeout(timer);
    if (element === null || delay > 0) setTarget(null);
    if (element !== null) timer = setTimeout(() => setTarget(element), delay);
  }

  const markedAt = (event: Event): HTMLElement | null =>
    event.target instanceof Element ? event.target.closest<HTMLElement>(MARKED) : null;
  const hover = (event: Event): void => point(markedAt(event), OPEN_DELAY_MS);
  const focus = (event: Event): void => {
    if ((event.target as Element).matches(':focus-visible')) point(markedAt(event), 0);
  };
  const leave = (event: Event): void => {
    if (markedAt(event) === pointed) point(null, 0);
  };
  const away = (): void => point(null, 0);
  // It comes again when the pointer or the focus does.
  const dismiss = (): void => {
    clearTimeout(timer);
    setTarget(null);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') dismiss();
  };
  // What acts when it is pressed was read; a mark that is touched, and a button that is off, go on telling.
  const press = (event: Event): void => {
    if ((event.target as Element).closest('a, button:not([aria-disabled="true"])') !== null) dismiss();
  };
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener('mousemove', hover, { signal });
  document.documentElement.addEventListener('mouseleave', away, { signal });
  document.addEventListener('focusin', focus, { signal });
  document.addEventListener('focusout', leave, { signal });
  document.addEventListener('mousedown', press, { signal });
  document.addEventListener('keydown', key, { signal, capture: true });
  return () => {
    clearTimeout(timer);
    listening.abort();
  };
}

/**
 * Lets the text of the tooltip describe an element, and tells the text: it may change under the pointer, and the element may
 * go. Answers how to end it.
 */
function describe(target: HTMLElement, textId: string, onText: (text: string) => void, onGone: () => void): () => void {
  const read = (): void => {
    if (target.isConnected && target.dataset['tooltip'] !== undefined) onText(target.dataset['tooltip']);
    else onGone();
  };
  read();
  const observer = new MutationObserver(read);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-tooltip'] });
  const others = (): string[] =>
    (target.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== '' && id !== textId);
  target.setAttribute('aria-describedby', [...others(), textId].join(' '));
  return () => {
    observer.disconnect();
    const left = others();
    if (left.length === 0) target.removeAttribute('aria-describedby');
    else target.setAttribute('aria-describedby', left.join(' '));
  };
}
