import type { ReactNode } from 'react';
import type { TemplateEntry } from '@talaan/contract/resources/books/regular-transaction.contract';
import { HeadFields } from '../../../batches/entry/document/document-head.tsx';
import { FootBar, FootSums } from '../../../batches/entry/frame/foot-bar.tsx';
import type { EntryChoices } from '../../../batches/record/batch-calls.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { RunLoading } from '../../run/run-page.tsx';
import { termLook } from '../billing-editor.tsx';
import { CustomersTable } from './customers-table.tsx';
import { useRegularBilling, useSending, type RegularBilling } from './use-regular-billing.ts';
import styles from './regular-billing.module.css';

/** What all billings of a run share. */
const ASKED = ['billing_date', 'payment_term', 'remarks', 'currency_id'] as const;

/** A template whose customers are billed: date and term of all, what each gets, and one act that sends all of them. */
export function RegularBillingRun({
  template,
  choices,
  picker,
}: {
  template: TemplateEntry;
  choices: EntryChoices;
  /** The choice of another template, with what is wrong with this one. */
  picker: (error?: string) => ReactNode;
}) {
  const billing = useRegularBilling(template, choices);
  const { head, told } = billing;
  return (
    <>
      <div className={styles.work}>
        <HeadFields {...head} names={ASKED} look={{ fields: { payment_term: termLook(head.header) } }}>
          {picker(head.faults['regular_trx'])}
        </HeadFields>
        {billing.isReadable && told.data === undefined ? (
          <RunLoading query={told} what="the preview" />
        ) : (
          <CustomersTable billing={billing} />
        )}
      </div>
      <RunFoot billing={billing} />
    </>
  );
}

/** What the chosen customers come to, and the act that sends their billings, with what keeps them from being sent. */
function RunFoot({ billing }: { billing: RegularBilling }) {
  const { customers, chosen, refused, head, told, many, sums } = billing;
  const send = useSending(billing);
  const reasons = {
    'Correct the fields above first.': Object.keys(head.faults).length > 0,
    'The preview is on its way.': told.data === undefined || told.isPlaceholderData,
    'Choose a customer first.': chosen.length === 0,
    'Leave out or correct the customers who cannot be billed.': refused.length > 0,
  };
  const ids = refused.map(({ payee_id }) => payee_id);
  return (
    <FootBar
      label="Total and actions"
      sums={<FootSums count={`${chosen.length} of ${customers.length} customers`} figures={sums} />}
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
      <Button
        variant="primary"
        disabledReason={Object.entries(reasons).find(([, holds]) => holds)?.[0]}
        onClick={() => void send()}
      >
        {`Send ${many} for approval`}
      </Button>
    </FootBar>
  );
}
