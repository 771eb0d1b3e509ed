import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { clearMoveDeposit, type MoveDeposit } from '@talaan/contract/integration/moving-in.contract';
import { isCalendarDate } from '@talaan/core/calendar/calendar-date';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DateField } from '../../ui/dates/date-field.tsx';
import { MOVES_KEY, moveQueries } from './moving-in-calls.ts';
import { signed } from './signed-amount.ts';
import styles from './moving-in.module.css';

/** Deposits that were in transit: open until somebody says on which day the bank booked them. */
export function MoveDeposits({ id }: { id: number }) {
  const { data: deposits = [] } = useQuery(moveQueries.deposits(id));
  if (deposits.length === 0) return null;
  const open = deposits.filter(({ cleared_on }) => cleared_on === null).length;
  return (
    <section aria-label="Deposits in transit" data-region className={styles.box}>
      <h2>Deposits in transit</h2>
      <p className="text-2 small">{`${open} of ${deposits.length} are not booked by the bank.`}</p>
      <ul className={styles.files}>
        {deposits.map((deposit) => (
          <Deposit key={`${deposit.id} ${deposit.row_version}`} deposit={deposit} />
        ))}
      </ul>
    </section>
  );
}

function Deposit({ deposit }: { deposit: MoveDeposit }) {
  const client = useQueryClient();
  const [day, setDay] = useState('');
  const { id, bank, reference, on_date, amount, currency, cleared_on, cleared_by, row_version } = deposit;
  async function clear(on: string | null): Promise<void> {
    try {
      await callServer(clearMoveDeposit, { params: { id: Number(id) }, body: { cleared_on: on, row_version } });
    } catch (failure) {
      reportFailure(failure);
    }
    await client.invalidateQueries({ queryKey: [MOVES_KEY, 'deposits'] });
  }
  return (
    <li className={styles.line}>
      <span>
        <b>{reference}</b> {`${bank} · ${on_date} · `}
        <span className="figures">{`${currency} ${signed(amount)}`}</span>
      </span>
      {cleared_on === null ? (
        <span className={styles.acts}>
          <DateField label={`Booked on, of ${reference}`} value={day} onChange={setDay} />
          <Button
            size="sm"
            aria-label={`Booked: ${reference}`}
            disabledReason={isCalendarDate(day) ? undefined : 'Enter the day of the bank statement.'}
            onClick={() => void clear(day)}
          >
            Booked
          </Button>
        </span>
      ) : (
        <span className={styles.acts}>
          <span className="small">{`booked on ${cleared_on}, says ${cleared_by ?? ''}`}</span>
          <Button size="sm" variant="ghost" aria-label={`Take back: ${reference}`} onClick={() => void clear(null)}>
            Take back
          </Button>
        </span>
      )}
    </li>
  );
}
