import { useQuery } from '@tanstack/react-query';
import type { ChequeRun } from '@talaan/contract/documents/cheque-register/cheque-run.contract';
import { showInstant } from '../../../batches/record/batch-texts.ts';
import { WaitingLine, WaitingLines } from '../waiting-lines.tsx';
import { leavesText, misprintsOf, runCalls } from './run-calls.ts';

/** What was printed and not looked at yet, and misprints that wait for this person: the question stays until it is answered. */
export function OpenRuns({ onOpen }: { onOpen: (id: number) => void }) {
  const runs = useQuery(runCalls.open());
  if (runs.data === undefined || runs.data.length === 0) return null;
  return (
    <WaitingLines label="Printed cheques to look at">
      {runs.data.map((run) => (
        <WaitingLine
          key={run.id}
          text={wordsOf(run)}
          grave={!run.is_own}
          act={run.is_own ? 'Answer' : 'Look'}
          onAct={() => onOpen(run.id)}
        />
      ))}
    </WaitingLines>
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
