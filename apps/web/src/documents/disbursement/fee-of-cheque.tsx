import { useQueryClient } from '@tanstack/react-query';
import { accountWith } from '@talaan/core/ledger/account-role';
import { readCollection, type CollectionDetail } from '@talaan/contract/documents/collection/collection.contract';
import { DISBURSEMENTS } from '@talaan/contract/documents/disbursement/disbursement.kind';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { callServer } from '../../api/client.ts';
import { draftBegun } from '../../batches/entry/document/document-form.ts';
import { ENTRY } from '../../batches/entry/form/entry-form.ts';
import { ownPlaces } from '../../batches/entry/fields/own-places.ts';
import { emptyLine, type EntryLine } from '../../batches/entry/lines/entry-line.ts';
import { startLines } from '../../batches/entry/lines/entry-lines.ts';
import type { Made } from '../../batches/entry/drafts/new-draft.ts';
import { MadeEntry } from '../../batches/page/made-entry.tsx';
import { batchCalls, type EntryChoices } from '../../batches/record/batch-calls.ts';
import { useUser } from '../../session/session.ts';
import { useToday } from '../../ui/dates/today.tsx';

/** Begins the debit memo of what a bank took for a cheque that bounced, and opens it. */
export function FeeOfCheque({
  collection,
  fee,
  onDraft,
}: {
  /** Number of the void collection that the deposit of the cheque had made. */
  collection: string;
  /** Pesos as decimal text, '' while it is not known. */
  fee: string;
  onDraft: (id: string) => void;
}) {
  const today = useToday();
  const user = useUser();
  const client = useQueryClient();
  const make = async (): Promise<Made> => {
    const [bounced, choices] = await Promise.all([
      callServer(readCollection, { params: { id: collection } }),
      client.fetchQuery(batchCalls.choices()),
    ]);
    return {
      document_type: 'DM',
      body: feeDraft(bounced.data, fee, { today, choices, places: ownPlaces(user, choices) }),
    };
  };
  return <MadeEntry kind={DISBURSEMENTS} of={`fee of ${collection}`} make={make} onDraft={onDraft} instead={{}} />;
}

/**
 * Bank charges against the bank into which the cheque went (worked example E08). As which payee the bank is paid is the
 * person's to choose, as is the account where none has the role of bank charges.
 */
function feeDraft(
  { headers: [deposit], customer_name, collection_number, received_cheque }: CollectionDetail,
  fee: string,
  { today, choices, places }: { today: CalendarDate; choices: EntryChoices; places: ReturnType<typeof ownPlaces> },
): Record<string, unknown> {
  const bank = choices.banks.find(({ id }) => id === deposit?.bank_id);
  const charges = accountWith(choices.accounts, 'BANK_CHARGES') ?? null;
  const paidFrom = choices.accounts.find(({ code }) => code === bank?.acct_code) ?? null;
  const remarks = `Fee of bounced cheque ${received_cheque?.cheque_number ?? ''} of ${customer_name}, collection ${collection_number}`;
  const lines: EntryLine[] = [
    { ...emptyLine(0), ...places, account: charges, debit: fee, remarks },
    { ...emptyLine(1), ...places, account: paidFrom, credit: fee },
  ];
  const bank_id = bank?.id ?? null;
  return draftBegun(ENTRY.DM, { today, places }, { bank_id, remarks }, startLines(lines));
}
