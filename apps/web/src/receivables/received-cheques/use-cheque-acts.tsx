import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { COLLECTIONS } from '@talaan/contract/documents/collection/collection.kind';
import { DISBURSEMENTS } from '@talaan/contract/documents/disbursement/disbursement.kind';
import { ACCESS } from '@talaan/core/access/access-level';
import {
  mayMoveCheque,
  RECEIVED_CHEQUE_ACTIONS,
  type ReceivedChequeState,
} from '@talaan/core/receivables/received-cheque-state';
import { useWhyNot } from '../../session/why-not.ts';
import type { MenuAction } from '../../ui/menus/action-menu.tsx';
import { textIn } from '../../masterdata/record/record-text.ts';
import type { MasterRecord } from '../../masterdata/record/resource-calls.ts';
import { BounceDialog } from './bounce-dialog.tsx';

/** What becomes of a cheque after its deposit: it bounced, and what the bank took for that is entered. */
export function useChequeActs() {
  const navigate = useNavigate();
  const whyNotVoid = useWhyNot(COLLECTIONS.module, ACCESS.delete);
  const whyNotPay = useWhyNot(DISBURSEMENTS.module, ACCESS.insert);
  const [asked, setAsked] = useState<MasterRecord | null>(null);
  const actsOf = useCallback(
    (record: MasterRecord): readonly MenuAction[] => {
      const fee_of = textIn(record, 'collection_number');
      const state = textIn(record, 'state') as ReceivedChequeState;
      const bounce: MenuAction = {
        id: 'bounced',
        label: `${RECEIVED_CHEQUE_ACTIONS.bounce}…`,
        disabledReason: whyNotVoid,
        onSelect: () => setAsked(record),
      };
      const fee: MenuAction = {
        id: 'fee',
        label: 'Enter the bank’s fee',
        disabledReason: whyNotPay,
        onSelect: () => void navigate({ to: DISBURSEMENTS.page, search: { fee_of } }),
      };
      return [...(mayMoveCheque(state, 'bounce') ? [bounce] : []), ...(state === 'Bounced' ? [fee] : [])];
    },
    [navigate, whyNotVoid, whyNotPay],
  );
  const dialog =
    asked === null ? null : (
      <BounceDialog cheque={asked} mayEnterFee={whyNotPay === undefined} onClose={() => setAsked(null)} />
    );
  return { actsOf, dialog };
}
