import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { batchKey } from '@talaan/core/documents/batch-key';
import type { ActionableBatch } from '../../batches/record/batch-calls.ts';
import { useTicks, useTrial } from '../../batches/moves/use-trial.ts';

/** A selection is tried once it has rested so long. */
const REST_MS = 200;

/** The batches that are chosen, by key. */
export function useInboxSelection() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  return {
    keys,
    choose: (chosen: readonly string[]) => setKeys(new Set(chosen)),
    clear: () => setKeys(new Set()),
    toggle: (key: string) => {
      const next = new Set(keys);
      if (!next.delete(key)) next.add(key);
      setKeys(next);
    },
    drop: (moved: readonly string[]) => setKeys(new Set([...keys].filter((key) => !moved.includes(key)))),
  };
}

export type InboxSelection = ReturnType<typeof useInboxSelection>;

/** The dry run of approving what is chosen, and what was ticked of it. */
export function useSelectionTrial(chosen: readonly ActionableBatch[], enabled: boolean) {
  const ticks = useTicks();
  const versions = chosen.map((batch) => `${batchKey(batch)} ${batch.row_version}`).join();
  const [rested] = useDebouncedValue(versions, REST_MS);
  const trial = useTrial('approve', chosen, ticks.seen, { enabled: enabled && rested === versions });
  return { ticks, trial };
}
