import { useState, type UIEvent } from 'react';

/** Room that the head takes from the lines, in px; a shorter list is not worth it. */
const HEAD_ROOM = 240;

/** Whether the head is one line while the lines are scrolled. `onScroll` belongs to what holds both. */
export function useCollapsedHead(): { collapsed: boolean; onScroll: (event: UIEvent<HTMLElement>) => void } {
  const [collapsed, setCollapsed] = useState(false);

  function onScroll(event: UIEvent<HTMLElement>): void {
    const box = event.target;
    if (!(box instanceof HTMLElement) || box.querySelector('[role=grid]') === null) return;
    // The head gives its room only where enough is left to scroll afterwards, so that it never flickers.
    const room = box.scrollHeight - box.clientHeight;
    if (!collapsed && box.scrollTop > 8 && room > HEAD_ROOM) setCollapsed(true);
    if (collapsed && box.scrollTop === 0) setCollapsed(false);
  }

  return { collapsed, onScroll };
}
