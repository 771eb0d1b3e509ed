import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import { listPapersOfCustomer } from '@talaan/contract/documents/print/issued-papers.contract';
import type { Customer } from '@talaan/contract/receivables/customer/customer.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import { callServer } from '../../api/client.ts';
import { PapersDialog } from '../../batches/reading/prints-dialog.tsx';
import { useWhyNot } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { ActionMenu } from '../../ui/menus/action-menu.tsx';
import { IconChevronDown, IconDocument } from '../../ui/icons.tsx';
import { StatementDialog } from './statement-dialog.tsx';

/** What is begun from the page of a customer: his statement, a billing, anew or as his last one, and a collection. */
export function CustomerActs({ customer }: { customer: Customer }) {
  const { id, billing_hold, last_billing, receivables, collected } = customer;
  const [states, setStates] = useState(false);
  const [prints, setPrints] = useState(false);
  const navigate = useNavigate();
  const mayNotBill = useWhyNot(BILLINGS.module, ACCESS.insert);
  const mayNotCollect = useWhyNot(COLLECTIONS.module, ACCESS.insert);
  const whyNotBill = mayNotBill ?? (billing_hold === null ? undefined : `On hold: ${billing_hold}`);
  const begin = (page: string, search: object) => void navigate({ to: page, search });
  const bill = () => begin(BILLINGS.page, { customer: id });
  const collect = () => begin(COLLECTIONS.page, { customer: id });
  useShortcut('b', 'Bill this customer', bill, { enabled: whyNotBill === undefined });
  useShortcut('c', 'Collect from this customer', collect, { enabled: mayNotCollect === undefined });
  return (
    <>
      {receivables === null || collected === null ? null : (
        <Button icon={<IconDocument />} onClick={() => setStates(true)}>
          Statement
        </Button>
      )}
      {states ? <StatementDialog customer={customer} onClose={() => setStates(false)} /> : null}
      <Button onClick={() => setPrints(true)}>Prints</Button>
      {prints ? <CustomerPrints customer={customer} onClose={() => setPrints(false)} /> : null}
      {last_billing === null || whyNotBill !== undefined ? (
        <Button keys="b" disabledReason={whyNotBill} onClick={bill}>
          Bill
        </Button>
      ) : (
        <ActionMenu
          label="Bill this customer"
          target={<Button iconAfter={<IconChevronDown />}>Bill</Button>}
          groups={[
            {
              actions: [
                { id: 'new', label: 'New billing', keys: 'b', onSelect: bill },
                {
                  id: 'copy',
                  label: 'As the last one',
                  onSelect: () => begin(BILLINGS.page, { copy: last_billing.billing_request_no }),
                },
              ],
            },
          ]}
        />
      )}
      <Button variant="primary" keys="c" disabledReason={mayNotCollect} onClick={collect}>
        Collect
      </Button>
    </>
  );
}

/** The statements, reminders and certificates that went to him. */
function CustomerPrints({ customer: { id, payee_desc }, onClose }: { customer: Customer; onClose: () => void }) {
  const papers = useQuery({
    queryKey: ['customer', id, 'prints'],
    queryFn: async ({ signal }) => (await callServer(listPapersOfCustomer, { params: { id }, signal })).data,
    staleTime: 0,
  });
  return <PapersDialog of={payee_desc} papers={papers} onClose={onClose} />;
}
