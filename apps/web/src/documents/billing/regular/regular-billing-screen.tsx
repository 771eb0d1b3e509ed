import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import type { RegularTransaction } from '@talaan/contract/resources/books/regular-transaction.resource';
import { batchCalls } from '../../../batches/record/batch-calls.ts';
import { loadResource } from '../../../masterdata/overrides/resource-loaders.ts';
import { PageHeader } from '../../../page/page-header.tsx';
import { useSearchState } from '../../../page/search-state.ts';
import { useWhyNot } from '../../../session/why-not.ts';
import { CodeSelect } from '../../../ui/fields/combobox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { LoadState } from '../../../ui/waiting/load-state.tsx';
import { RegularBillingRun } from './regular-billing-run.tsx';
import fields from '../../../batches/entry/fields/head.module.css';
import styles from './regular-billing.module.css';

const address = z.object({
  /** Record ID of the regular transaction. */
  template: z.coerce.number().int().positive().optional().catch(undefined),
});

/** /trx-billing/regular: the customers of a template are billed together, after a preview of what will be made (decisions §7). */
export function RegularBillingScreen() {
  const client = useQueryClient();
  const [{ template: id }, change] = useSearchState(address);
  const whyNotBill = useWhyNot('Billing', ACCESS.insert);
  const whyNotRead = useWhyNot('Regular Transactions', ACCESS.select);
  const whyNot = whyNotBill ?? whyNotRead;
  const choices = useQuery(batchCalls.choices());
  const template = useQuery({ ...templateOf(client, id ?? 0), enabled: id !== undefined && whyNot === undefined });
  const offered = (choices.data?.regular_transactions ?? []).filter(({ document_type }) => document_type === 'BI');
  const picker = (error?: string) => (
    <Field label="Regular template" required error={error} className={fields.wide ?? ''}>
      <CodeSelect
        placeholder={id === undefined ? 'Choose …' : (template.data?.txn_type ?? '')}
        options={offered.map(({ id: one, txn_type }) => ({ value: String(one), label: txn_type }))}
        value={id === undefined ? '' : String(id)}
        onChange={(value) => change({ template: value === '' ? undefined : Number(value) }, { replace: true })}
      />
    </Field>
  );
  return (
    <div className={styles.page}>
      <PageHeader title="Regular billing" />
      {whyNot !== undefined ? (
        <p className={styles.note}>{whyNot}</p>
      ) : choices.data === undefined ? (
        <LoadState query={choices} what="the templates" className={styles.note} />
      ) : template.data === undefined ? (
        <>
          <div className={fields.fields} data-region>
            {picker()}
          </div>
          {id === undefined ? (
            <p className={styles.note}>
              {offered.length === 0
                ? 'There is no template yet: enter one of type Billing in Regular Transactions, with a line for each service of each customer.'
                : 'Choose the template whose customers are to be billed.'}
            </p>
          ) : (
            <LoadState query={template} what="the template" className={styles.note} />
          )}
        </>
      ) : (
        <RegularBillingRun key={id} template={template.data} choices={choices.data} picker={picker} />
      )}
    </div>
  );
}

/** A regular transaction with its lines. */
const templateOf = (client: QueryClient, id: number) =>
  queryOptions({
    queryKey: ['regular-billing-template', id],
    queryFn: async () => {
      const { calls } = await loadResource('regular_transaction');
      const { data } = await client.fetchQuery(calls.one(id));
      // The calls of a resource give a record of any; this resource's schema read it.
      return data as unknown as RegularTransaction;
    },
    staleTime: 0,
  });
