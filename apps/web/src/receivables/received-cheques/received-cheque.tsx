import { IconCalendar } from '../../ui/icons.tsx';
import type { ScreenOverride } from '../../masterdata/record/resource-parts.ts';
import { textIn } from '../../masterdata/record/record-text.ts';
import { ChequeCollection, CollectionLink } from './cheque-collection.tsx';
import { ChequesToDeposit } from './cheques-to-deposit.tsx';
import { useChequeActs } from './use-cheque-acts.tsx';

/** The register of post-dated cheques that customers gave, and what of it can be deposited. */
export const receivedChequeOverride: ScreenOverride = {
  cells: { collection_number: (record) => <CollectionLink record={record} /> },
  subtitle: (record) => `${textIn(record, 'cheque_number')} · ${textIn(record, 'payee_desc')}`,
  below: { Register: ChequeCollection },
  useRowActs: useChequeActs,
  views: [{ id: 'deposit', label: 'To deposit', icon: <IconCalendar />, View: ChequesToDeposit, saves: true }],
};
