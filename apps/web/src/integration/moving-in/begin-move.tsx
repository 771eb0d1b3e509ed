import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { CallRefused } from '@talaan/contract/http/client';
import { beginMove, type MoveChoices } from '@talaan/contract/integration/moving-in.contract';
import { isCalendarDate } from '@talaan/core/calendar/calendar-date';
import { callServer } from '../../api/client.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { useActKey } from '../../api/use-act-key.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DateField, UNREADABLE_DATE } from '../../ui/dates/date-field.tsx';
import { withPleaseWait } from '../../ui/feedback/feedback.ts';
import { CodeSelect } from '../../ui/fields/combobox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FormGrid } from '../../ui/fields/form-grid.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { MOVES_KEY } from './moving-in-calls.ts';
import styles from './moving-in.module.css';

const EMPTY = { name: 'Balances of the old books', as_of: '', branch_id: '', department_id: '' };
type Errors = Partial<Record<keyof typeof EMPTY, string>>;

/** What was typed of a move, and its beginning. */
function useBeginning() {
  const client = useQueryClient();
  const [form, setForm] = useState(EMPTY);
  const [errors, setErrors] = useState<Errors>({});
  const { key, noteFailure } = useActKey();

  async function begin(): Promise<void> {
    const missing: Errors = {};
    if (form.name.trim() === '') missing.name = MESSAGES.required;
    if (form.as_of === '') missing.as_of = MESSAGES.required;
    else if (!isCalendarDate(form.as_of)) missing.as_of = UNREADABLE_DATE;
    if (form.branch_id === '') missing.branch_id = MESSAGES.required;
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    try {
      const body = { ...form, department_id: form.department_id === '' ? null : form.department_id };
      await withPleaseWait(callServer(beginMove, { body, headers: { 'idempotency-key': key } }));
      await client.invalidateQueries({ queryKey: [MOVES_KEY] });
    } catch (failure) {
      noteFailure(failure);
      const told = failure instanceof CallRefused ? (failure.problem.errors ?? {}) : {};
      const own: Errors = Object.fromEntries(
        Object.keys(EMPTY).flatMap((name) => (told[name] ? [[name, told[name][0]]] : [])),
      );
      setErrors(own);
      if (Object.keys(own).length === 0) reportFailure(failure);
    }
  }

  return {
    form,
    errors,
    set: (change: Partial<typeof EMPTY>) => setForm((before) => ({ ...before, ...change })),
    begin,
  };
}

const optionsOf = (records: MoveChoices['branches']) =>
  records.map(({ id, code, name }) => ({ value: String(id), label: name, code }));

/** What a move is begun with: of which day, and what rows belong to that name no branch or department. */
export function BeginMove({ choices }: { choices: MoveChoices }) {
  const { form, errors, set, begin } = useBeginning();
  return (
    <form
      className={styles.begin}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void begin();
      }}
    >
      <p>
        The day on which the company comes to Talaan: its trial balance, open invoices, open vouchers, cheques, deposits
        in transit and bank statements come in six files, are proved against each other, and are posted at once when a
        second person confirms them.
      </p>
      <FormGrid columns={2}>
        <Field label="Name" required error={errors.name}>
          <TextInput value={form.name} maxLength={120} onChange={(event) => set({ name: event.target.value })} />
        </Field>
        <Field label="As of" required error={errors.as_of} hint="The last day of the old books">
          <DateField value={form.as_of} onChange={(as_of) => set({ as_of })} />
        </Field>
        <Field label="Branch" required error={errors.branch_id} hint="Of rows that name none">
          <CodeSelect
            options={optionsOf(choices.branches)}
            value={form.branch_id}
            onChange={(branch_id) => set({ branch_id })}
          />
        </Field>
        <Field label="Department" error={errors.department_id} hint="Of income and expenses that name none">
          <CodeSelect
            options={optionsOf(choices.departments)}
            value={form.department_id}
            onChange={(department_id) => set({ department_id })}
          />
        </Field>
      </FormGrid>
      <div>
        <Button variant="primary" submit>
          Begin
        </Button>
      </div>
    </form>
  );
}
