import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { enterLeaf } from '@talaan/contract/documents/cheque-register/cheque.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { CallRefused } from '@talaan/contract/http/client';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { CodeSelect } from '../../ui/fields/combobox.tsx';
import { Dialog, DialogCancel, DialogSave } from '../../ui/layers/dialog.tsx';
import dialogStyles from '../../ui/layers/dialog.module.css';
import { showError, showSuccess } from '../../ui/feedback/feedback.ts';
import { FiguresField, figuresProblem } from '../../ui/fields/figures-field.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FormGrid } from '../../ui/fields/form-grid.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { TextArea } from '../../ui/fields/text-input.tsx';
import { chequeCalls, refreshCheques } from './cheque-calls.ts';

/** As many characters as the number of a leaf may have. */
const LONGEST_NUMBER = 20;

const STATES = [
  { value: 'spoiled', label: 'Spoiled' },
  { value: 'stopped', label: 'Lost and stopped' },
] as const;

const EMPTY = { bank_id: '', cheque_number: '', state: 'spoiled' as 'spoiled' | 'stopped', reason: '' };
const REQUIRED = ['bank_id', 'cheque_number', 'reason'] as const;

/** Enters a blank leaf that will never pay anything, so that its number is accounted for. */
export function SpoiledLeafDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [leaf, setLeaf] = useState(EMPTY);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    const missing = REQUIRED.filter((name) => leaf[name].trim() === '');
    setFaults(Object.fromEntries(missing.map((name) => [name, MESSAGES.required])));
    const isWrong = figuresProblem(leaf.cheque_number, 'paper', LONGEST_NUMBER) !== null;
    if (missing.length > 0 || isWrong || busy) return;
    setBusy(true);
    try {
      await callServer(enterLeaf, { body: { ...leaf, bank_id: Number(leaf.bank_id) } });
      showSuccess(MESSAGES.added(`Cheque ${leaf.cheque_number}`));
      await refreshCheques(client);
      onClose();
    } catch (failure) {
      const errors = failure instanceof CallRefused ? failure.problem.errors : undefined;
      if (errors) setFaults(Object.fromEntries(Object.entries(errors).map(([name, [first]]) => [name, first ?? ''])));
      else reportFailure(failure, (message) => showError(MESSAGES.savingFailed(message)));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      title="Enter a spoiled leaf"
      subtitle="A blank cheque that pays nothing. Cheques of vouchers are here by themselves."
      width={480}
      onClose={onClose}
      dirty={leaf !== EMPTY && REQUIRED.some((name) => leaf[name] !== '')}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <DialogSave busy={busy} onSave={() => void save()} />
        </>
      }
    >
      <LeafFields leaf={leaf} faults={faults} onChange={(change) => setLeaf({ ...leaf, ...change })} />
    </Dialog>
  );
}

/** Which leaf it is, and why it pays nothing. */
function LeafFields({
  leaf,
  faults,
  onChange: set,
}: {
  leaf: typeof EMPTY;
  faults: Readonly<Record<string, string>>;
  onChange: (change: Partial<typeof EMPTY>) => void;
}) {
  const banks = useQuery(chequeCalls.banks());
  return (
    <FormGrid columns={1}>
      <Field label="Bank account" required error={faults['bank_id']}>
        <CodeSelect
          data-autofocus
          options={(banks.data ?? []).map((bank) => ({
            value: String(bank.id),
            label: bank.bank_name,
            code: bank.bank_account,
          }))}
          value={leaf.bank_id}
          onChange={(bank_id) => set({ bank_id })}
        />
      </Field>
      <Field label="Cheque No." required error={faults['cheque_number']}>
        <FiguresField
          figures="paper"
          longest={LONGEST_NUMBER}
          value={leaf.cheque_number}
          onChange={(cheque_number) => set({ cheque_number })}
        />
      </Field>
      <Field label="What became of it" group>
        <SegmentedControl
          label="What became of it"
          options={STATES}
          value={leaf.state}
          onChange={(state) => set({ state })}
        />
      </Field>
      <Field label="Reason" required error={faults['reason']}>
        <TextArea
          rows={2}
          maxLength={500}
          value={leaf.reason}
          onChange={(event) => set({ reason: event.target.value })}
        />
      </Field>
    </FormGrid>
  );
}
