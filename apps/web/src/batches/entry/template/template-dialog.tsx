import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { ResourceParts } from '../../../masterdata/record/resource-parts.ts';
import { useSaveRecord } from '../../../masterdata/record/save-record.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Dialog, DialogCancel } from '../../../ui/layers/dialog.tsx';
import dialogStyles from '../../../ui/layers/dialog.module.css';
import { Field } from '../../../ui/fields/field.tsx';
import { FormGrid } from '../../../ui/fields/form-grid.tsx';
import { TextInput } from '../../../ui/fields/text-input.tsx';
import { batchCalls, type EntryChoices } from '../../record/batch-calls.ts';
import { templateOf } from '../form/entry-template.ts';
import type { EditedEntry } from '../form/use-entry-form.ts';

const LONGEST = 250;

/** Keeps the entry as a regular transaction, which it is one of from then on. */
export function TemplateDialog({
  parts,
  entry,
  choices,
  onClose,
}: {
  parts: ResourceParts;
  entry: EditedEntry;
  choices: EntryChoices;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const save = useSaveRecord(parts);
  const [title, setTitle] = useState('');
  const [keepsAmounts, setKeepsAmounts] = useState(true);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);

  async function keep(): Promise<void> {
    if (title.trim() === '') return setFault(MESSAGES.required);
    setBusy(true);
    const template = templateOf(entry.form, choices, { title: title.trim(), keepsAmounts });
    const outcome = await save(null, template, {});
    setBusy(false);
    if (outcome.kind === 'failed') return setFault(outcome.errors['txn_type']?.[0]);
    if (outcome.kind !== 'saved') return;
    await client.invalidateQueries({ queryKey: batchCalls.choices().queryKey });
    flushSync(onClose); // what was typed into it is no unsaved work
    entry.changeHeader({ regular_trx: outcome.record.id });
  }

  return (
    <Dialog
      open
      title="Save as template"
      subtitle="Whoever enters a document of this type can fill it in from here on."
      width={480}
      dirty={title !== ''}
      onClose={onClose}
      footer={
        <>
          <span className={dialogStyles.space} />
          <DialogCancel />
          <Button variant="primary" busy={busy} onClick={() => void keep()}>
            Save
          </Button>
        </>
      }
    >
      <FormGrid columns={1}>
        <Field label="Title" required error={fault}>
          <TextInput
            data-autofocus
            maxLength={LONGEST}
            value={title}
            onChange={(event) => {
              setTitle(event.target.value);
              setFault(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') void keep();
            }}
          />
        </Field>
        <AmountsChoice keeps={keepsAmounts} onChange={setKeepsAmounts} />
      </FormGrid>
    </Dialog>
  );
}

/** Whether a template keeps the amounts too. */
function AmountsChoice({ keeps, onChange }: { keeps: boolean; onChange: (keeps: boolean) => void }) {
  return (
    <div>
      <Checkbox label="With its amounts" checked={keeps} onChange={(event) => onChange(event.target.checked)} />
      <p className="muted small">Without them they are typed each time.</p>
    </div>
  );
}
