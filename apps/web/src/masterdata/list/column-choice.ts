import { useMemo, useState } from 'react';
import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { useUser } from '../../session/session.ts';
import { offeredColumns, standardColumns } from './list-columns.tsx';

const KEY = 'talaan-list-columns';

/** The columns that the user chose for a list, in his order, kept in this browser per user and list (ux §3). */
export function useColumnChoice(
  definition: AnyResource,
): [readonly string[], (columns: readonly string[] | null) => void] {
  const { user_id } = useUser();
  const place = `${user_id}/${definition.name}`;
  const [chosen, setChosen] = useState(() => readChoices()[place]);
  const columns = useMemo(() => {
    const known = new Set(offeredColumns(definition).map(({ field }) => field));
    // A newer version may not have a field any more.
    return (chosen ?? standardColumns(definition)).filter((field) => known.has(field));
  }, [chosen, definition]);

  /** null: back to the columns of the list itself. */
  function choose(next: readonly string[] | null): void {
    const { [place]: _before, ...others } = readChoices();
    localStorage.setItem(KEY, JSON.stringify(next === null ? others : { ...others, [place]: next }));
    setChosen(next ?? undefined);
  }
  return [columns, choose];
}

function readChoices(): Readonly<Record<string, readonly string[]>> {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as Record<string, readonly string[]>;
  } catch {
    return {}; // written by hand or cut short: every list has its own columns
  }
}
