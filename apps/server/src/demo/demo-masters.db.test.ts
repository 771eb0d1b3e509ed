import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { RECEIVED_CHEQUE_STATES } from '@talaan/core/receivables/received-cheque-state';
import { requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { moveBatch } from '../batches/moves/move-batch.ts';
import { definitionsOf } from '../batches/record/document-definition.ts';
import { collectionDocument } from '../documents/collection/collection.document.ts';
import { inTransaction, openDatabase, SYSTEM_ACTOR, type Database } from '../platform/database/database.ts';
import { SYSTEM_PRINCIPAL } from '../platform/http/principal.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { enterBillings } from './billings/billing-writer.ts';
import { currentBillings, openingInvoices } from './billings/demo-billings.ts';
import { enterCollections } from './collections/collection-writer.ts';
import { enterReceivedCheques } from './collections/demo-cheques-received.ts';
import { demoCollections } from './collections/demo-collections.ts';
import { DEMO_USERS } from './demo-access.ts';
import { loadMasters } from './demo-masters.ts';
import { loadPrincipals } from './demo-people.ts';

it('the demo company has templates whose lines name postable accounts; given amounts balance', async () => {
  const copy = await createTestDatabase();
  const db = openDatabase(copy, { poolSize: 1 });
  try {
    await inTransaction(db, SYSTEM_ACTOR, (transaction) =>
      loadMasters({ db: transaction, user: SYSTEM_PRINCIPAL }, { first_year: 2024, rates: [] }),
    );
    const lines = await db
      .selectFrom('regular_transaction as t')
      .innerJoin('regular_line as l', 'l.regular_transaction_id', 't.id')
      .innerJoin('account as a', 'a.id', 'l.account_id')
      .select(['t.txn_type', 't.document_type', 'a.acct_type', 'a.acct_class', 'l.department_id', 'l.branch_id'])
      .select(['l.debit_amount', 'l.credit_amount'])
      .execute();
    expect([...new Set(lines.map((line) => line.document_type))].toSorted()).toEqual([
      'BI',
      'CR',
      'CV',
      'DM',
      'JE',
      'OB',
    ]);
    for (const line of lines) {
      expect(line).toMatchObject({ acct_type: 'S', branch_id: expect.any(Number) });
      expect(line.department_id !== null).toBe(line.acct_class === 'I');
    }
    const sums = await db
      .selectFrom('regular_line as l')
      .innerJoin('regular_transaction as t', 't.id', 'l.regular_transaction_id')
      .select(({ fn }) => ['t.txn_type', fn.sum('l.debit_amount').as('debit'), fn.sum('l.credit_amount').as('credit')])
      // What a billing bills is its income alone; the receivable follows.
      .where('t.document_type', '<>', 'BI')
      .groupBy('t.txn_type')
      .execute();
    expect(sums).toHaveLength(6);
    expect(sums.filter(({ debit, credit }) => debit !== credit)).toEqual([]);
  } finally {
    await db.destroy();
    await copy.drop();
  }
});

it('the demo company bills and collects in every state, and what its customers owe is its control account', async () => {
  const copy = await createTestDatabase();
  const db = openDatabase(copy, { poolSize: 1 });
  try {
    await inTransaction(db, SYSTEM_ACTOR, (transaction) =>
      loadMasters({ db: transaction, user: SYSTEM_PRINCIPAL }, { first_year: 2024, rates: [] }),
    );
    const today = requireCalendarDate('2026-11-20');
    const [opening, current] = [openingInvoices(2024), currentBillings(today)];
    await inTransaction(db, SYSTEM_ACTOR, (transaction) => enterBillings(transaction, [...opening, ...current]));
    await inTransaction(db, SYSTEM_ACTOR, async (transaction) => {
      await enterCollections(transaction, demoCollections(opening, current, today));
      await enterReceivedCheques({ db: transaction, user: SYSTEM_PRINCIPAL }, today);
    });
    const { rows } = await sql<{ day: string; open: string; control: string }>`
      select day::text, (select sum(open_amount)::text from open_invoices(day)) as open,
        (select sum(p.debit - p.credit)::text from posting p join account a on a.id = p.account_id
          where a.role = 'AR' and p.entry_date <= day) as control
      from unnest(array['2024-01-01', '2024-12-31', '2026-09-30', ${today}]::date[]) as day`.execute(db);
    expect(rows[0]).toEqual({ day: '2024-01-01', open: '3360000.00', control: '3360000.00' });
    for (const { day, open, control } of rows) expect([day, open]).toEqual([day, control]);
    const statesOf = async (type: string) =>
      (
        await db
          .selectFrom('batch')
          .select('status')
          .where('document_type', '=', type)
          .distinct()
          .orderBy('status')
          .execute()
      ).map(({ status }) => status);
    expect([await statesOf('BI'), await statesOf('CN')]).toEqual([
      [1, 3, 4, 5, 7, 20],
      [1, 7, 20],
    ]);
    const cheques = await db.selectFrom('received_cheque').select('state').distinct().execute();
    expect(cheques.map(({ state }) => state).toSorted()).toEqual([...RECEIVED_CHEQUE_STATES].toSorted());

    // None of its people writes off a centavo alone, neither by a call nor by a statement.
    const draft = demoCollections(opening, current, today).find(({ state }) => state === 'draft')!;
    const [{ invoice }] = draft.applications as [(typeof draft.applications)[number]];
    const writeOff = { ...draft, received: '0.00', applications: [{ invoice, cash: '0.00', written_off: '0.01' }] };
    await inTransaction(db, SYSTEM_ACTOR, (transaction) => enterCollections(transaction, [writeOff]));
    const { id, batch_number } = await db
      .selectFrom('batch')
      .select(['id', 'batch_number'])
      .where('document_type', '=', 'CN')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const outcomes: [unknown, unknown][] = [];
    for (const user of (await loadPrincipals(db)).values()) {
      const by = (act: (transaction: Database) => Promise<unknown>) =>
        inTransaction(db, { user_id: user.user_id, request_id: null }, act).catch((error: unknown) => error);
      const call = { batch_number, types: ['CN' as const], user };
      const called = await by((transaction) =>
        moveBatch(transaction, definitionsOf([collectionDocument]), call, { status: 7, approved_remarks: '' }),
      );
      const stated = await by(async (transaction) => {
        await sql`insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id)
          select id, 'CN', cycle, 'submit', 1, 7, ${user.user_id}, 0, 1 from batch where id = ${id}`.execute(
          transaction,
        );
        await sql`update batch set status = 7 where id = ${id}`.execute(transaction);
      });
      outcomes.push([called, stated]);
    }
    expect(outcomes).toEqual(
      DEMO_USERS.map(() => [
        expect.objectContaining({ code: expect.stringMatching(/^(stage_missing|forbidden)$/) }),
        expect.objectContaining({ constraint: 'write_off_approval_missing' }),
      ]),
    );
  } finally {
    await db.destroy();
    await copy.drop();
  }
});

it('the demo company is under four eyes as it ships: no one of its people changes alone what money or people depend on', async () => {
  const copy = await createTestDatabase();
  const db = openDatabase(copy, { poolSize: 1 });
  try {
    // As migrations leave it: nobody set a switch.
    await inTransaction(db, SYSTEM_ACTOR, (transaction) =>
      sql`update setting set value = '{}' where key = 'four_eyes'`.execute(transaction),
    );
    await inTransaction(db, SYSTEM_ACTOR, (transaction) =>
      loadMasters({ db: transaction, user: SYSTEM_PRINCIPAL }, { first_year: 2024, rates: [] }),
    );
    const off = await sql`
      select switch, module_name from guarded_things() where not four_eyes_on(switch, module_name)`.execute(db);
    expect(off.rows).toEqual([]);
    const id = (login: string) => sql`(select id from app_user where user_id = ${login})`;
    const acts = {
      'switches approvals off': sql`update setting set value = value || '{"JE": false}' where key = 'approval_required'`,
      'switches four eyes off': sql`update setting set value = '{"limits": false}' where key = 'four_eyes'`,
      'raises a limit': sql`update approving_officer set max_amount = 0 where user_id = ${id('approver1')}`,
      'lets write-offs pass': sql`update setting set value = '"9000000.00"' where key = 'write_off_without_approval'`,
      'moves a level': sql`update approving_level set min_amount = 1 where level_code = 'L1'`,
      'raises a cap': sql`update app_user set max_amount = null where user_id = 'approver1'`,
      'takes an address': sql`update app_user set email = 'mine@elsewhere.example' where user_id = 'approver3'`,
      'sets a password': sql`update app_user set password_hash = 'x' where user_id = 'approver3'`,
      'sends a link': sql`insert into password_link (user_id) values (${id('approver3')})`,
      'gives a role': sql`insert into user_role (user_id, role_id)
        select ${id('cashier')}, id from role where roles = 'Approver'`,
      'gives a level': sql`update role_access set access_level = 4 where role_id = (select id from role where roles = 'Auditor')`,
      'changes a bank account': sql`update payee_bank set account_number = '9-9-9' where id = (select min(id) from payee_bank)`,
    };
    for (const { user_id } of DEMO_USERS) {
      const { rows } = await sql<{ id: number }>`select id from app_user where user_id = ${user_id}`.execute(db);
      const actor = { user_id: rows[0]!.id, request_id: null };
      for (const [act, statement] of Object.entries(acts)) {
        // His own are his own.
        if (user_id === 'approver3' && ['takes an address', 'sets a password'].includes(act)) continue;
        const alone = inTransaction(db, actor, (transaction) => statement.execute(transaction));
        await expect(alone, `${user_id} ${act}`).rejects.toMatchObject({ constraint: 'second_person_needed' });
      }
    }
  } finally {
    await db.destroy();
    await copy.drop();
  }
});
