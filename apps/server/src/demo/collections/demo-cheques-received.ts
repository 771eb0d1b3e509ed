import { sql } from 'kysely';
import { resourceNamed } from '@talaan/contract/resources/resource-table';
import { addDays, addMonths, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { STATUS, type Status } from '@talaan/core/documents/status';
import { moveBatch } from '../../batches/moves/move-batch.ts';
import { definitionsOf } from '../../batches/record/document-definition.ts';
import { collectionDocument } from '../../documents/collection/collection.document.ts';
import { bounceCheque } from '../../documents/collection/collection-of-cheque.ts';
import { depositCheques } from '../../receivables/received-cheques/deposit-cheques.ts';
import { serveResource } from '../../masterdata/overrides/serve-resource.ts';
import type { WriteContext } from '../../masterdata/records/resource-override.ts';
import { updateRecord } from '../../masterdata/writing/write-records.ts';
import type { Database } from '../../platform/database/database.ts';
import { createMaster } from '../demo-masters.ts';
import { HEAD_OFFICE } from '../journals/story-company.ts';
import { actAs, loadPrincipals, loadRecordIds, type Person } from '../demo-people.ts';

/** What became of a cheque of the demo: of the last three after its deposit. */
type Fate = 'held' | 'replaced' | 'deposited' | 'bounced' | 'returned';

const HANDED_BACK: Partial<Record<Fate, number>> = { returned: 1, replaced: 2 };
const DEFINITIONS = definitionsOf([collectionDocument]);

/** Post-dated cheques of the demo's customers in every state: some can be deposited today, one of them after it bounced. */
export async function enterReceivedCheques(context: WriteContext, today: CalendarDate): Promise<void> {
  const cheques: readonly (readonly [string, string, CalendarDate, string, Fate])[] = [
    ['C0001', '0004711', addDays(today, -3), '56,000.00', 'held'],
    ['C0002', '0088120', today, '33,600.00', 'held'],
    ['C0001', '0004712', addMonths(today, 1), '56,000.00', 'held'],
    ['C0001', '0004713', addMonths(today, 2), '56,000.00', 'held'],
    ['C0002', '0088119', addDays(today, -20), '33,600.00', 'replaced'],
    ['C0003', '0051006', addDays(today, -2), '15,000.00', 'deposited'],
    ['C0002', '0088118', addDays(today, -6), '28,000.00', 'bounced'],
    ['C0003', '0051005', addDays(today, -32), '12,000.00', 'returned'],
  ];
  const served = serveResource(resourceNamed('received_cheque'));
  for (const [payee_code, cheque_number, cheque_date, cheque_amount, fate] of cheques) {
    const { id } = await createMaster(context, 'received_cheque', {
      payee_code,
      bank_name: 'Bangko Kunwari',
      cheque_number,
      cheque_date,
      cheque_amount,
      received_date: addDays(today, -60),
    });
    if (fate !== 'held' && fate !== 'replaced') await deposit(context.db, id, cheque_date, fate);
    const handed_back = HANDED_BACK[fate];
    if (handed_back !== undefined) await updateRecord(context, served, id, { handed_back });
  }
}

/** Deposits a cheque on its day and issues the receipt; its bank returned one that is not `deposited`. */
async function deposit(db: Database, id: number, collection_date: CalendarDate, fate: Fate): Promise<void> {
  const people = await loadPrincipals(db);
  const { branch } = await loadRecordIds(db);
  const bank = await sql<{ id: number }>`select id from bank where acct_code = '102103'`.execute(db);
  const given = { ids: [id], bank_id: bank.rows[0]!.id, collection_date, branch_id: branch.get(HEAD_OFFICE)! };
  const [made] = await depositCheques(db, await actAs(db, people, 'cashier'), given);
  const move = async (person: Person, status: Status, approved_remarks = '') => {
    const user = await actAs(db, people, person);
    const call = { batch_number: made!.collection_number, types: ['CN'] as const, user };
    await moveBatch(db, DEFINITIONS, call, { status, approved_remarks });
  };
  await move('cashier', STATUS.APPROVED);
  if (fate === 'deposited') return;
  await bounceCheque(db, made!.collection_number, () =>
    move('checker', STATUS.ARCHIVED, 'Bounced: Insufficient funds (DAIF)'),
  );
}
