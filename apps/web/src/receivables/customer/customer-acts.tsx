import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import type { Customer } from '@talaan/contract/receivables/customer/customer.contract';
import { ACCESS } from '@talaan/core/access/access-level';
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
