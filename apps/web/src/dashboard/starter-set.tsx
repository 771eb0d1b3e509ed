import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  loadStarterSet,
  STARTER_PARTS,
  type StarterPart,
} from '@talaan/contract/resources/organisation/setup.contract';
import { callServer } from '../api/client.ts';
import { reportFailure } from '../api/report-failure.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Checkbox } from '../ui/fields/checkbox.tsx';
import { showError, showSuccess } from '../ui/feedback/feedback.ts';
import styles from './setup-card.module.css';

/** Lists that the company can start from, as long as its own are empty; everything in them can be changed afterwards. */
export function StarterSet({ parts }: { parts: readonly { part: StarterPart; records: number }[] }) {
  const client = useQueryClient();
  const [left, setLeft] = useState<ReadonlySet<StarterPart>>(new Set());
  const [busy, setBusy] = useState(false);
  const chosen = parts.map(({ part }) => part).filter((part) => !left.has(part));

  function choose(part: StarterPart, isChosen: boolean): void {
    const next = new Set(left);
    if (isChosen) next.delete(part);
    else next.add(part);
    setLeft(next);
  }

  async function load(): Promise<void> {
    setBusy(true);
    try {
      const { loaded } = (await callServer(loadStarterSet, { body: { parts: chosen } })).data;
      const added = loaded.reduce((sum, { records }) => sum + records, 0);
      showSuccess(`${added} records of the starter set are stored.`);
      await client.invalidateQueries();
    } catch (failure) {
      reportFailure(failure, showError);
    } finally {
      setBusy(false);
    }
  }

  return (
    <fieldset className={styles.starter}>
      <legend>Start from a starter set</legend>
      <p className="text-2">Lists to begin with; rename, add to and retire what you like afterwards.</p>
      <div className={styles.parts}>
        {parts.map(({ part, records }) => (
          <Checkbox
            key={part}
            label={`${STARTER_PARTS[part].title} (${records})`}
            checked={!left.has(part)}
            onChange={(event) => choose(part, event.currentTarget.checked)}
          />
        ))}
        <Button
          busy={busy}
          disabledReason={chosen.length === 0 ? 'Choose at least one list.' : undefined}
          onClick={() => void load()}
        >
          Load
        </Button>
      </div>
    </fieldset>
  );
}
