import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

/** Calls whose identity never changes, so that rows are drawn again only for their own changes. */
export function useStableCalls<Calls extends object>(calls: Calls): Calls {
  const latest = useRef(calls);
  // With the rows themselves, so that no key meets a new row and an old call.
  useLayoutEffect(() => {
    latest.current = calls;
  });
  const call = useCallback(
    (name: keyof Calls) =>
      (...given: unknown[]) =>
        // Arguments are passed on as they came; the caller's own type checks them.
        (latest.current[name] as unknown as (...all: unknown[]) => unknown)(...given),
    [],
  );
  const [names] = useState(() => Object.keys(calls));
  return useMemo(
    () => Object.fromEntries(names.map((name) => [name, call(name as keyof Calls)])) as Calls,
    [names, call],
  );
}
