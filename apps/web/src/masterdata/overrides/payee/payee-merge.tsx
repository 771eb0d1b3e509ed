import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { LookupField, type Option } from '../../../ui/fields/combobox.tsx';
import { Dialog, DialogCancel } from '../../../ui/layers/dialog.tsx';
import dialogStyles from '../../../ui/layers/dialog.module.css';
import { Field } from '../../../ui/fields/field.tsx';
import { LoadState } from '../../../ui/waiting/load-state.tsx';
import { choicesOf } from '../../record/choices.ts';
import { useFormSurroundings } from '../../fields/form-context.ts';
import { textIn } from '../../record/record-text.ts';
import { MASTERDATA_KEY, type MasterRecord } from '../../record/resource-calls.ts';
import { useSaveRecord } from '../../record/save-record.ts';
import { UsesList } from '../../record/uses-dialog.tsx';
import styles from './payee.module.css';

/** Leads to the form of a payee. */
export function PayeeLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <Link to="/payefile" search={{ id: String(id) }}>
      {children}
    </Link>
  );
}

/** Into which payee this one is merged or which were merged into it, and the way to merge it or to end that. */
export function PayeeMerge({ record }: { record: MasterRecord }) {
  const { parts, form, readOnly } = useFormSurroundings();
  const [asking, setAsking] = useState(false);
  const save = useSaveRecord(parts);
  const survivor = textIn(record, 'merged_into');
  const others = textIn(record, 'merged_payees');
  const whyNot = form.formState.isDirty ? 'Save or discard your changes first.' : undefined;
  return (
    <div className={styles.merge}>
      {survivor === '' ? null : (
        <p>
          Merged into {textIn(record, 'merged_into_desc')} {survivor}. Reports show its transactions there.
        </p>
      )}
      {others === '' ? null : <p>Stands for {others} as well.</p>}
      {readOnly ? null : survivor === '' ? (
        <Button disabledReason={whyNot} onClick={() => setAsking(true)}>
          Merge into another payee…
        </Button>
      ) : (
        <Button disabledReason={whyNot} onClick={() => void save(record, record, { merged_into: null })}>
          End the merge
        </Button>
      )}
      {asking ? <MergeDialog record={record} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

function MergeDialog({ record, onClose }: { record: MasterRecord; onClose: () => void }) {
  const { parts } = useFormSurroundings();
  const client = useQueryClient();
  const save = useSaveRecord(parts);
  const [into, setInto] = useState<Option | null>(null);
  const [busy, setBusy] = useState(false);
  const item = parts.definition.describe(record);
  const uses = useQuery({
    queryKey: [MASTERDATA_KEY, 'payee', 'uses', record.id],
    queryFn: () => parts.calls.uses(record.id),
    staleTime: 0,
  });
  const refusal = uses.data?.deactivation?.allowed === false ? uses.data.deactivation.message : null;

  async function search(text: string): Promise<Option[]> {
    const found = await client.fetchQuery(choicesOf('payee', text.trim()));
    return found
      .filter(({ id }) => id !== record.id)
      .map((row) => ({ value: row.code, label: row.name, code: row.code }));
  }

  async function merge(chosen: Option): Promise<void> {
    setBusy(true);
    const outcome = await save(record, record, { merged_into: chosen.value, status: 0 });
    setBusy(false);
    if (outcome.kind !== 'failed') onClose();
  }

  return (
    <Dialog
      open
      title={`Merge ${item}`}
      width={480}
      dirty={into !== null}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <Button
            variant="primary"
            busy={busy}
            disabledReason={refusal ?? (into === null ? 'Choose the payee that stays.' : undefined)}
            onClick={() => into !== null && void merge(into)}
          >
            Merge
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <Field label="Payee that stays" required>
          <LookupField data-autofocus value={into} onChange={setInto} search={search} />
        </Field>
        <p>
          Bank accounts, branches, business partner, services and regular transactions move to the payee that stays. Its
          own fields stay as they are. Posted transactions keep their payee on paper; reports and lists show them under
          the one that stays. {item} becomes inactive.
        </p>
        {refusal === null ? null : <p className="danger">{refusal}</p>}
        {uses.data === undefined ? (
          <LoadState query={uses} what="what uses this payee" />
        ) : (
          <UsesList uses={uses.data.uses} />
        )}
      </div>
    </Dialog>
  );
}
