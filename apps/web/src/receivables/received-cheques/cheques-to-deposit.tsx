import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  depositCheques,
  listDepositable,
  type WaitingCheque,
} from '@talaan/contract/receivables/received-cheques/deposit-cheques.contract';
import type { ResultOf } from '@talaan/contract/http/route';
import { parseCalendarDate } from '@talaan/core/calendar/calendar-date';
import { formatAmount, requireSum, sumMinor } from '@talaan/core/money/money';
import { callServer } from '../../api/client.ts';
import { LogTable } from '../../page/log-table.tsx';
import { useAccessLevel } from '../../session/session.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DateField } from '../../ui/dates/date-field.tsx';
import { useToday } from '../../ui/dates/today.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { IconWarning } from '../../ui/icons.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import { ListToolbar } from '../../masterdata/list/list-toolbar.tsx';
import matrix from '../../masterdata/matrix/matrix.module.css';
import { MASTERDATA_KEY } from '../../masterdata/record/resource-calls.ts';
import type { ListViewProps } from '../../masterdata/record/resource-parts.ts';
import { DepositDialog } from './deposit-dialog.tsx';
import styles from './cheques-to-deposit.module.css';

const amount = (text: string) => formatAmount(requireSum(text));

/** What can be deposited on a day, the earliest cheque first: cheques are chosen, and deposited together. */
export function ChequesToDeposit(props: ListViewProps) {
  const client = useQueryClient();
  const today = useToday();
  const [on, setOn] = useState<string>(today);
  const [byHand, setByHand] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [isAsking, setAsking] = useState(false);
  const level = useAccessLevel('Collection');
  const mayRead = level >= listDepositable.access.level;
  const mayDeposit = level >= depositCheques.access.level;
  const day = parseCalendarDate(on);
  const { name } = props.parts.definition;
  const waiting = useQuery({
    queryKey: [MASTERDATA_KEY, name, 'deposit', on],
    queryFn: async ({ signal }) => (await callServer(listDepositable, { query: { on }, signal })).data,
    enabled: mayRead && day !== null,
  });
  const cheques = waiting.data?.cheques ?? [];
  // One that bounced is presented again when somebody says so: a bank that returns it once more takes its fee once more.
  const isChosen = ({ id, state }: WaitingCheque) => byHand.get(id) ?? state === 'Held';
  const chosen = cheques.filter(isChosen);
  const worth = formatAmount(sumMinor(chosen.map(({ cheque_amount }) => requireSum(cheque_amount))));
  const choose = (ids: readonly number[], isTaken: boolean) =>
    setByHand((before) => new Map([...before, ...ids.map((id) => [id, isTaken] as const)]));
  return (
    <>
      <ListToolbar {...props} plain>
        <span className={styles.day}>
          <DateField aria-label="Deposited on" value={on} onChange={setOn} />
        </span>
        {mayDeposit ? (
          <Button
            variant="primary"
            disabledReason={chosen.length === 0 ? 'Choose a cheque first.' : undefined}
            onClick={() => setAsking(true)}
          >
            {chosen.length === 0 ? 'Deposit' : `Deposit ${chosen.length} · PHP ${worth}`}
          </Button>
        ) : null}
      </ListToolbar>
      {mayRead ? null : <p className={matrix.note}>What can be deposited is shown to whoever may see collections.</p>}
      {mayRead ? <LoadState query={waiting} what="the cheques to deposit" className={matrix.note} /> : null}
      {waiting.data === undefined || waiting.data.stale === 0 ? null : (
        <p className={styles.stale} role="status">
          <IconWarning />
          {staleText(waiting.data.stale)}
        </p>
      )}
      {waiting.data === undefined ? null : cheques.length === 0 ? (
        <p className={matrix.note} role="status">{`No cheque can be deposited on ${on}.`}</p>
      ) : (
        <WaitingCheques on={on} waiting={waiting.data} isChosen={isChosen} onChoose={choose} />
      )}
      {isAsking && day !== null ? (
        <DepositDialog
          ids={chosen.map(({ id }) => id)}
          worth={worth}
          on={day}
          onClose={() => {
            setAsking(false);
            void client.invalidateQueries({ queryKey: [MASTERDATA_KEY, name] });
          }}
        />
      ) : null}
    </>
  );
}

interface WaitingChequesProps {
  on: string;
  waiting: ResultOf<typeof listDepositable>['data'];
  isChosen: (cheque: WaitingCheque) => boolean;
  onChoose: (ids: readonly number[], isChosen: boolean) => void;
}

/** The cheques of a day, with the choice of all below them. */
function WaitingCheques({ on, waiting, isChosen, onChoose }: WaitingChequesProps) {
  const { cheques } = waiting;
  const chosen = cheques.filter(isChosen);
  return (
    <>
      <LogTable
        label={`Cheques that can be deposited on ${on}, the earliest first`}
        headings={['Cheque', 'Cheque date', 'Customer', 'Drawn on', 'For invoice', 'Amount', 'State']}
        className={styles.figures}
        rows={cheques.map((cheque) => (
          <ChequeRow key={cheque.id} cheque={cheque} isChosen={isChosen(cheque)} onChoose={onChoose} />
        ))}
      />
      <div className={matrix.foot}>
        <Checkbox
          label="All"
          checked={chosen.length === cheques.length}
          indeterminate={chosen.length > 0 && chosen.length < cheques.length}
          onChange={({ target }) =>
            onChoose(
              cheques.map(({ id }) => id),
              target.checked,
            )
          }
        />
        <span className="figures">
          {`${cheques.length} of ${waiting.total} · PHP ${amount(waiting.total_amount)} in all`}
        </span>
      </div>
    </>
  );
}

const staleText = (count: number) =>
  count === 1
    ? '1 cheque is stale: it is dated more than six months before. Hand it back, and ask for another one.'
    : `${count} cheques are stale: they are dated more than six months before. Hand them back, and ask for others.`;

function ChequeRow({
  cheque,
  isChosen,
  onChoose,
}: {
  cheque: WaitingCheque;
  isChosen: boolean;
  onChoose: (ids: readonly number[], isChosen: boolean) => void;
}) {
  const { id, cheque_number, cheque_date, payee_desc, bank_name, billing_invoice_no, cheque_amount, state } = cheque;
  return (
    <tr>
      <td>
        <Checkbox label={cheque_number} checked={isChosen} onChange={({ target }) => onChoose([id], target.checked)} />
      </td>
      <td className="figures">{cheque_date}</td>
      <td>{payee_desc}</td>
      <td>{bank_name}</td>
      <td>{billing_invoice_no}</td>
      <td className="figures">{amount(cheque_amount)}</td>
      <td>{state}</td>
    </tr>
  );
}
