import { useQuery } from '@tanstack/react-query';
import type { ChequeRun } from '@talaan/contract/documents/cheque-register/cheque-run.contract';
import { showInstant } from '../../../batches/record/batch-texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconAlert, IconInfo } from '../../../ui/icons.tsx';
import { leavesText, misprintsOf, runCalls } from './run-calls.ts';
import styles from './runs.module.css';

/** What was printed and not looked at yet, and misprints that wait for this person: the question stays until it is answered. */
export function OpenRuns({ onOpen }: { onOpen: (id: number) => void }) {
  const runs = useQuery(runCalls.open());
  if (runs.data === undefined || runs.data.length === 0) return null;
  return (
    <ul className={styles.open} aria-label="Printed cheques to look at">
      {runs.data.map((run) => (
        <li key={run.id}>
          {run.is_own ? <IconInfo className={styles.own} /> : <IconAlert className={styles.waits} />}
          <span className={styles.words}>{wordsOf(run)}</span>
          <Button size="sm" onClick={() => onOpen(run.id)}>
            {run.is_own ? 'Answer' : 'Look'}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function wordsOf(run: ChequeRun): string {
  const account = `${run.bank_name} ${run.bank_account}`;
  if (run.is_own)
    return `${leavesText(run.leaves)} of ${account}, ${showInstant(run.printed_at)}: did every leaf print well?`;
  const misprints = misprintsOf(run);
  const numbers = misprints.map(({ cheque_number }) => cheque_number).join(', ');
  return `${account}: ${numbers} did not print well, ${run.answered_by ?? ''} says. A second person marks ${misprints.length === 1 ? 'it' : 'them'} spoiled.`;
}
