import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';

/**
 * The focus of a control that leaves the page, as a button that was done, goes to the place around it instead of nowhere: spread
 * the answer on that place, which needs a `tabIndex`. It is looked at whenever the component that asks is drawn anew.
 */
export function useKeptFocus<Place extends HTMLElement>(): {
  ref: RefObject<Place | null>;
  onFocus: (event: FocusEvent) => void;
} {
  const ref = useRef<Place>(null);
  const focused = useRef<Element>(null);
  useEffect(() => {
    if (focused.current?.isConnected === false && document.activeElement === document.body) ref.current?.focus();
  });
  return {
    ref,
    onFocus: ({ target }) => {
      focused.current = target;
    },
  };
}
