import { useInfiniteQuery } from '@tanstack/react-query';
import { CHEQUE_STATES } from '@talaan/core/documents/cheque/cheque-state';
import { showDate } from '../../../batches/record/batch-texts.ts';
import { chequeCalls } from '../cheque-calls.ts';
import { WaitingLine, WaitingLines } from '../waiting-lines.tsx';

/** What the bank paid although it should not have, until somebody settles it. */
export function OpenAlarms({ onOpen }: { onOpen: (chequeId: number) => void }) {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(chequeCalls.alarms());
  const alarmed = data?.pages.flatMap((page) => page.data) ?? [];
  if (alarmed.length === 0) return null;
  const [shown, total] = [alarmed.length, data!.pages[0]!.total].map((count) => count.toLocaleString('en'));
  return (
    <WaitingLines label="Paid by the bank against the register">
      {alarmed.map(({ id, bank_name, bank_account, cheque_number, state, alarm }) => (
        <WaitingLine
          key={id}
          grave
          text={`${bank_name} ${bank_account} paid cheque ${cheque_number}, which is ${CHEQUE_STATES[state]}, on ${showDate(alarm!.cleared_on)}.`}
          act="Look"
          onAct={() => onOpen(id)}
        />
      ))}
      {hasNextPage ? (
        <WaitingLine text={`${shown} of ${total} are shown.`} act="Show more" onAct={() => void fetchNextPage()} />
      ) : null}
    </WaitingLines>
  );
}
