import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { startOfMonth } from '@talaan/core/calendar/calendar-date';
import { batchCalls } from '../../../batches/record/batch-calls.ts';
import { templateEntryOf } from '../../../batches/entry/template/template-call.ts';
import { useSearchState } from '../../../page/search-state.ts';
import { useWhyNot } from '../../../session/why-not.ts';
import { useToday } from '../../../ui/dates/today.tsx';
import { CodeSelect } from '../../../ui/fields/combobox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { RunLoading, RunNote, RunPage } from '../../run/run-page.tsx';
import { RegularBillingRun } from './regular-billing-run.tsx';
import fields from '../../../batches/entry/fields/head.module.css';

const address = z.object({
  /** Record ID of the regular transaction. */
  template: z.coerce.number().int().positive().optional().catch(undefined),
});

/** /trx-billing/regular: the customers of a template are billed together, after a preview of what will be made (decisions §7). */
export function RegularBillingScreen() {
  const today = useToday();
  const [{ template: id }, change] = useSearchState(address);
  const whyNotBill = useWhyNot('Billing', ACCESS.insert);
  const whyNotRead = useWhyNot('Regular Transactions', ACCESS.select);
  const whyNot = whyNotBill ?? whyNotRead;
  const choices = useQuery(batchCalls.choices());
  const template = useQuery({
    ...templateEntryOf(id ?? 0, startOfMonth(today)),
    enabled: id !== undefined && whyNot === undefined,
  });
  const offered = (choices.data?.regular_transactions ?? []).filter(({ document_type }) => document_type === 'BI');
  const none =
    offered.length === 0
      ? 'There is no template yet: enter one of type Billing in Regular Transactions, with a line for each service of each customer.'
      : 'Choose the template whose customers are to be billed.';
  const picker = (error?: string) => (
    <Field label="Regular template" required error={error} className={fields.wide ?? ''}>
      <CodeSelect
        placeholder={id === undefined ? 'Choose …' : 'No longer active'}
        options={offered.map(({ id: one, txn_type }) => ({ value: String(one), label: txn_type }))}
        value={id === undefined ? '' : String(id)}
        onChange={(value) => change({ template: value === '' ? undefined : Number(value) }, { replace: true })}
      />
    </Field>
  );
  return (
    <RunPage title="Regular billing" whyNot={whyNot}>
      {choices.data === undefined ? (
        <RunLoading query={choices} what="the templates" />
      ) : template.data === undefined ? (
        <>
          <div className={fields.fields} data-region>
            {picker()}
          </div>
          {id === undefined ? <RunNote>{none}</RunNote> : <RunLoading query={template} what="the template" />}
        </>
      ) : (
        <RegularBillingRun key={id} template={template.data} choices={choices.data} picker={picker} />
      )}
    </RunPage>
  );
}
