import { useQuery } from '@tanstack/react-query';
import { CHEQUE_STATES } from '@talaan/core/documents/cheque/cheque-state';
import { showDate } from '../../../batches/record/batch-texts.ts';
import { chequeCalls } from '../cheque-calls.ts';
import { WaitingLine, WaitingLines } from '../waiting-lines.tsx';

/** What the bank paid although it should not have, until somebody settles it. */
export function OpenAlarms({ onOpen }: { onOpen: (chequeId: number) => void }) {
  const alarms = useQuery(chequeCalls.alarms());
  if (alarms.data === undefined || alarms.data.length === 0) return null;
  return (
    <WaitingLines label="Paid by the bank against the register">
      {alarms.data.map(({ id, bank_name, bank_account, cheque_number, state, alarm }) => (
        <WaitingLine
          key={id}
          grave
          text={`${bank_name} ${bank_account} paid cheque ${cheque_number}, which is ${CHEQUE_STATES[state]}, on ${showDate(alarm!.cleared_on)}.`}
          act="Look"
          onAct={() => onOpen(id)}
        />
      ))}
    </WaitingLines>
  );
}
