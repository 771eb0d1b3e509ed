import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { startOfMonth } from '@talaan/core/calendar/calendar-date';
import type { TemplateEntry } from '@talaan/contract/resources/books/regular-transaction.contract';
import { HeadFields } from '../../../batches/entry/document/document-head.tsx';
import { FootSums } from '../../../batches/entry/frame/foot-bar.tsx';
import { templateEntryOf } from '../../../batches/entry/template/template-call.ts';
import { batchCalls, type EntryChoices } from '../../../batches/record/batch-calls.ts';
import { useSearchState } from '../../../page/search-state.ts';
import { useWhyNot } from '../../../session/why-not.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useToday } from '../../../ui/dates/today.tsx';
import { CodeSelect } from '../../../ui/fields/combobox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { RunFoot, RunLoading, RunNote, RunPage } from '../../run/run-page.tsx';
import { termLook } from '../billing-editor.tsx';
import { CustomersTable } from './customers-table.tsx';
import { useRegularBilling, useSending, type RegularBilling } from './use-regular-billing.ts';
import fields from '../../../batches/entry/fields/head.module.css';
import styles from './regular-billing.module.css';

const address = z.object({
  /** Record ID of the regular transaction. */
  template: z.coerce.number().int().positive().optional().catch(undefined),
});

/** /trx-billing/regular: the customers of a template are billed together, after a preview of what will be made (decisions §7). */
export function RegularBillingScreen() {
  const today = useToday();
  const [{ template: id }] = useSearchState(address);
  const whyNotBill = useWhyNot('Billing', ACCESS.insert);
  const whyNotRead = useWhyNot('Regular Transactions', ACCESS.select);
  const whyNot = whyNotBill ?? whyNotRead;
  const choices = useQuery(batchCalls.choices());
  const template = useQuery({
    ...templateEntryOf(id ?? 0, startOfMonth(today)),
    enabled: id !== undefined && whyNot === undefined,
  });
  return (
    <RunPage title="Regular billing" whyNot={whyNot}>
      {choices.data === undefined ? (
        <RunLoading query={choices} what="the templates" />
      ) : template.data === undefined ? (
        <>
          <div className={fields.fields} data-region>
            <TemplatePicker choices={choices.data} />
          </div>
          {id === undefined ? (
            <RunNote>
              {templatesOf(choices.data).length === 0
                ? 'There is no template yet: enter one of type Billing in Regular Transactions, with a line for each service of each customer.'
                : 'Choose the template whose customers are to be billed.'}
            </RunNote>
          ) : (
            <RunLoading query={template} what="the template" />
          )}
        </>
      ) : (
        <RegularBillingRun key={id} template={template.data} choices={choices.data} />
      )}
    </RunPage>
  );
}

const templatesOf = ({ regular_transactions }: EntryChoices) =>
  regular_transactions.filter(({ document_type }) => document_type === 'BI');

/** The choice of a template, with what is wrong with this one. */
function TemplatePicker({ choices, error }: { choices: EntryChoices; error?: string | undefined }) {
  const [{ template: id }, change] = useSearchState(address);
  return (
    <Field label="Regular template" required error={error} className={fields.wide ?? ''}>
      <CodeSelect
        placeholder={id === undefined ? 'Choose …' : 'No longer active'}
        options={templatesOf(choices).map(({ id: one, txn_type }) => ({ value: String(one), label: txn_type }))}
        value={id === undefined ? '' : String(id)}
        onChange={(value) => change({ template: value === '' ? undefined : Number(value) }, { replace: true })}
      />
    </Field>
  );
}

/** What all billings of a run share. */
const ASKED = ['billing_date', 'payment_term', 'remarks', 'currency_id'] as const;

/** A template whose customers are billed: date and term of all, what each gets, and one act that sends all of them. */
function RegularBillingRun({ template, choices }: { template: TemplateEntry; choices: EntryChoices }) {
  const billing = useRegularBilling(template, choices);
  const { head, told } = billing;
  return (
    <>
      <div className={styles.work}>
        <HeadFields {...head} names={ASKED} look={{ fields: { payment_term: termLook(head.header) } }}>
          <TemplatePicker choices={choices} error={head.faults['regular_trx']} />
        </HeadFields>
        {billing.isReadable && told.data === undefined ? (
          <RunLoading query={told} what="the preview" />
        ) : (
          <CustomersTable billing={billing} />
        )}
      </div>
      <BillingFoot billing={billing} />
    </>
  );
}

/** What the chosen customers come to, and the act that sends their billings, with what keeps them from being sent. */
function BillingFoot({ billing }: { billing: RegularBilling }) {
  const { customers, chosen, refused, head, told, many, sums } = billing;
  const send = useSending(billing);
  const ids = refused.map(({ payee_id }) => payee_id);
  return (
    <RunFoot
      label="Total and actions"
      sums={<FootSums count={`${chosen.length} of ${customers.length} customers`} figures={sums} />}
      act={`Send ${many} for approval`}
      reasons={{
        'Correct the fields above first.': Object.keys(head.faults).length > 0,
        'The preview is on its way.': told.data === undefined || told.isPlaceholderData,
        'Choose a customer first.': chosen.length === 0,
        'Leave out or correct the customers who cannot be billed.': refused.length > 0,
      }}
      onAct={send}
    >
      {billing.hasRefused ? (
        // It stays once it was pressed, so that the focus does.
        <Button
          disabledReason={refused.length === 0 ? 'Nobody who is refused is chosen.' : undefined}
          onClick={() => billing.onLeave(ids, true)}
        >
          {`Leave out ${refused.length} refused`}
        </Button>
      ) : null}
    </RunFoot>
  );
}
