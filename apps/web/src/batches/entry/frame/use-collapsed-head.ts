import { useState, type FocusEvent, type UIEvent } from 'react';

/** Room that the head takes from the lines, in px; a shorter list is not worth it. */
const HEAD_ROOM = 240;

export interface CollapsedHead {
  readonly collapsed: boolean;
  /** Both belong to what holds head and lines. */
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  /** Shows the whole head again. */
  readonly expand: () => void;
}

/**
 * Whether the head is one line: while long lines are scrolled, and while lines are typed in a window where head and lines
 * do not stand one above the other.
 */
export function useCollapsedHead(): CollapsedHead {
  const [collapsed, setCollapsed] = useState(false);

  function onScroll(event: UIEvent<HTMLElement>): void {
    const box = event.target;
    if (!(box instanceof HTMLElement) || isNarrow() || box.querySelector('[role=grid]') === null) return;
    // The head gives its room only where enough is left to scroll afterwards, so that it never flickers.
    const room = box.scrollHeight - box.clientHeight;
    if (!collapsed && box.scrollTop > 8 && room > HEAD_ROOM) setCollapsed(true);
    if (collapsed && box.scrollTop === 0) setCollapsed(false);
  }

  function onFocus({ target }: FocusEvent<HTMLElement>): void {
    if (!collapsed && isNarrow() && target.closest('[role=grid]') !== null) setCollapsed(true);
  }

  return { collapsed, onScroll, onFocus, expand: () => setCollapsed(false) };
}

/** Whether the side stands below the lines, as the style sheet says. */
function isNarrow(): boolean {
  return window.matchMedia('(max-width: 1199px)').matches;
}
