import { useLayoutEffect, useState, type RefObject } from 'react';

/** What the Tab key comes to. */
const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex], iframe';

/**
 * Whether a box that scrolls must be a stop of the Tab key itself: while there is more in it than it shows, and nothing in it
 * has a stop, no key would scroll it. It follows what the box holds, which may come after it.
 */
export function useKeyScroll(box: RefObject<HTMLElement | null>): boolean {
  const [isStop, setIsStop] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = (): void =>
      setIsStop(
        element.scrollHeight > element.clientHeight &&
          ![...element.querySelectorAll<HTMLElement>(STOPS)].some(
            (one) => one.tabIndex >= 0 && !one.matches(':disabled'),
          ),
      );
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    const contents = new MutationObserver(look);
    contents.observe(element, { childList: true, subtree: true });
    return () => {
      sizes.disconnect();
      contents.disconnect();
    };
  }, [box]);
  return isStop;
}
