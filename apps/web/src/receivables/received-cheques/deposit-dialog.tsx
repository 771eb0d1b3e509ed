import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { depositCheques } from '@talaan/contract/receivables/received-cheques/deposit-cheques.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { CallRefused } from '@talaan/contract/http/client';
import { formatDetailDate, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { callServer } from '../../api/client.ts';
import { useActKey } from '../../api/use-act-key.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { showError, showSuccess } from '../../ui/feedback/feedback.ts';
import { CodeSelect } from '../../ui/fields/combobox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FormGrid } from '../../ui/fields/form-grid.tsx';
import { Dialog, DialogCancel, DialogSave } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { allChoicesOf, optionOf } from '../../masterdata/record/choices.ts';

const PLACES = { bank_id: 'Deposited to', branch_id: 'Branch' } as const;
const RECORDS = { bank_id: 'bank', branch_id: 'branch' } as const;
const NAMES = ['bank_id', 'branch_id'] as const;

/** Asks where the chosen cheques go, and deposits them: each makes a collection that a person still issues. */
export function DepositDialog({
  ids,
  worth,
  on,
  onClose,
}: {
  ids: readonly number[];
  /** Pesos, as people read them. */
  worth: string;
  on: CalendarDate;
  onClose: () => void;
}) {
  const records = {
    bank_id: useQuery(allChoicesOf('bank')).data ?? [],
    branch_id: useQuery(allChoicesOf('branch')).data ?? [],
  };
  const label = ids.length === 1 ? '1 cheque' : `${ids.length} cheques`;
  const { given, setGiven, faults, busy, run } = useDeposit(ids, on, (numbers) => {
    showSuccess(`${label} deposited. Issue the receipts of ${numbers} in Collections.`);
    onClose();
  });

  return (
    <Dialog
      open
      title={`Deposit ${label}?`}
      subtitle={
        <span className="figures">{`PHP ${worth} on ${formatDetailDate(on)}. Each makes a collection of its customer.`}</span>
      }
      width={480}
      onClose={onClose}
      closable={!busy}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <DialogSave label="Deposit" busy={busy} onSave={() => void run()} />
        </>
      }
    >
      <FormGrid columns={1}>
        {NAMES.map((name) => (
          <Field key={name} label={PLACES[name]} required error={faults[name]}>
            <CodeSelect
              {...(name === NAMES[0] ? { 'data-autofocus': true } : {})}
              options={records[name].map((row) => optionOf({ to: RECORDS[name], by: 'id' }, row))}
              value={given[name]}
              onChange={(value) => setGiven({ ...given, [name]: value })}
            />
          </Field>
        ))}
      </FormGrid>
    </Dialog>
  );
}

/** Where cheques go, what is wrong with it, and the call that deposits them; it tells the numbers of their collections. */
function useDeposit(ids: readonly number[], on: CalendarDate, onDeposited: (numbers: string) => void) {
  const [given, setGiven] = useState({ bank_id: '', branch_id: '' });
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const { key, noteFailure } = useActKey();

  async function run(): Promise<void> {
    const missing = NAMES.filter((name) => given[name] === '');
    setFaults(Object.fromEntries(missing.map((name) => [name, MESSAGES.required])));
    if (missing.length > 0 || busy) return;
    setBusy(true);
    try {
      const places = { bank_id: Number(given.bank_id), branch_id: Number(given.branch_id) };
      const body = { ids: [...ids], collection_date: on, ...places };
      const { data } = await callServer(depositCheques, { body, headers: { 'idempotency-key': key } });
      const numbers = data.collections.map(({ collection_number }) => collection_number).join(', ');
      onDeposited(numbers);
    } catch (failure) {
      noteFailure(failure);
      const errors = failure instanceof CallRefused ? failure.problem.errors : undefined;
      const own = NAMES.flatMap((name) => (errors?.[name] === undefined ? [] : [[name, errors[name].join(' ')]]));
      if (own.length > 0) setFaults(Object.fromEntries(own) as Record<string, string>);
      else reportFailure(failure, (message) => showError(MESSAGES.savingFailed(message)));
    } finally {
      setBusy(false);
    }
  }

  return { given, setGiven, faults, busy, run };
}
