import { sql } from 'kysely';
import type { AccessLevel } from '@talaan/core/access/access-level';
import { batchInput } from '@talaan/contract/documents/batch-input.contract';
import { nextStatus, requiredStages } from '@talaan/core/approval/approval-route';
import { STATUS, type Status } from '@talaan/core/documents/document-status';
import { amountText } from '@talaan/core/money/money';
import { multiplyByRate, rateText } from '@talaan/core/money/rate';
import { loadApprovalRules } from '../approvals/approval-rules.ts';
import { moveBatch } from '../batches/moves/move-batch.ts';
import { createBatch } from '../batches/entry/save-batch.ts';
import { definitionsOf } from '../batches/record/document-definition.ts';
import { journalEntryDocument } from '../documents/journal-entry/journal-entry.document.ts';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import type { DemoUser } from './demo-access.ts';
import type { SeedJournal } from './journals/seed-journal.ts';

export type Person = DemoUser['user_id'];

/** Who acts at each status: the checker reviews, the officers of the levels approve. */
export const ACTS_AT: Partial<Record<Status, Person>> = {
  [STATUS.FOR_REVIEW]: 'checker',
  [STATUS.FOR_APPROVAL_1]: 'approver1',
  [STATUS.FOR_APPROVAL_2]: 'approver2',
  [STATUS.FOR_APPROVAL_3]: 'approver3',
};

export interface JournalWriter {
  /** Saves a journal as an active batch of the preparer and answers its batch number. */
  save(
    transaction: Database,
    journal: SeedJournal,
    preparer: Person,
    facts?: { is_confidential?: 0 | 1 },
  ): Promise<string>;
  /** Submits a batch and lets the next people approve it until it is at `until`. */
  bring(
    transaction: Database,
    batchNumber: string,
    journal: SeedJournal,
    preparer: Person,
    until: Status,
  ): Promise<void>;
  /** One move in a person's name. */
  move(transaction: Database, batchNumber: string, person: Person, move: DemoMove): Promise<void>;
}

interface DemoMove {
  readonly status: Status;
  readonly remarks?: string;
  readonly processing?: 0 | 1;
}

const DEFINITIONS = definitionsOf([journalEntryDocument]);

/** Enters journals through the transaction services, each act in the name of the person who does it. */
export async function createJournalWriter(database: Database): Promise<JournalWriter> {
  const people = await loadPrincipals(database);
  const masters = await loadRecordIds(database);
  const rules = await loadApprovalRules(database, 'JE');
  const call = (batch_number: string, user: Principal) => ({ batch_number, types: ['JE'] as const, user });

  const writer: JournalWriter = {
    async save(transaction, journal, preparer, { is_confidential = 0 } = {}) {
      const user = await actAs(transaction, people, preparer);
      const input = batchInput.parse({
        document_type: 'JE',
        headers: [
          {
            document_date: journal.date,
            currency_id: journal.currency_id,
            dollar_rate: rateText(journal.rate),
            remarks: journal.remarks,
            adjusting: journal.adjusting ? 1 : 0,
            is_confidential,
          },
        ],
        details: journal.lines.map((line) => ({
          account_code: line.account,
          branch_id: masters.branch.get(line.branch),
          department_id: line.department === undefined ? null : masters.department.get(line.department),
          payee_id: line.payee === undefined ? null : masters.payee.get(line.payee),
          atc_code: line.tax?.atc ?? null,
          tax_base: line.tax === undefined ? '' : amountText(line.tax.base),
          debit_amount: amountText(line.debit),
          credit_amount: amountText(line.credit),
        })),
      });
      return createBatch(transaction, journalEntryDocument, user, { ...input, files: [] });
    },

    async bring(transaction, batchNumber, journal, preparer, until) {
      const total = journal.lines.reduce((sum, line) => sum + line.debit, 0n);
      const stages = requiredStages(rules, {
        currency_id: journal.currency_id,
        amount_minor: total,
        amount_php_minor: multiplyByRate(total, journal.rate),
      });
      const route = { document_type: 'JE', settings: rules.settings, stages } as const;
      for (let at: Status = STATUS.ACTIVE; at < until;) {
        const next = nextStatus(route, at);
        if (next === null) throw new RangeError(`Batch ${batchNumber} cannot come to ${until}.`);
        await writer.move(transaction, batchNumber, ACTS_AT[at] ?? preparer, { status: next });
        at = next;
      }
    },

    async move(transaction, batchNumber, person, { status, remarks = '', processing }) {
      const user = await actAs(transaction, people, person);
      await moveBatch(transaction, DEFINITIONS, call(batchNumber, user), {
        status,
        approved_remarks: remarks,
        processing,
      });
    },
  };
  return writer;
}

/** The transaction goes on in this person's name. */
export async function actAs(
  transaction: Database,
  people: ReadonlyMap<Person, Principal>,
  person: Person,
): Promise<Principal> {
  const user = people.get(person);
  if (!user) throw new RangeError(`The demo company has no user ${person}.`);
  await sql`select set_config('talaan.user_id', ${String(user.user_id)}, true)`.execute(transaction);
  return user;
}

/** The transaction goes on in the system's name. */
export async function actAsSystem(transaction: Database): Promise<void> {
  await sql`set local talaan.user_id = 'system'`.execute(transaction);
}

/** The people of the demo company by their user ids, with their levels. */
export async function loadPrincipals(database: Database): Promise<Map<Person, Principal>> {
  const users = await sql<{
    id: number;
    login: string;
    name: string;
    sper_user: number;
    levels: Record<string, AccessLevel>;
  }>`
    select u.id, u.user_id as login, concat_ws(' ', u.user_first_name, u.user_last_name) as name, u.sper_user,
      (select jsonb_object_agg(e.module_name, e.level) from effective_access e where e.user_id = u.id) as levels
    from app_user u`.execute(database);
  return new Map(
    users.rows.map(({ id, login, name, sper_user, levels }) => [
      login,
      { user_id: id, login, name, super_user: sper_user === 1, levels, session: NO_SESSION },
    ]),
  );
}

/** The people of the demo company act here without signing in. */
const NO_SESSION = { token_hash: Buffer.alloc(0), csrf_hash: Buffer.alloc(0), expires_at: '', seconds_left: 0 };

/** Record ids of branches, departments and payees by their codes. */
export async function loadRecordIds(database: Database) {
  const [branch, department, payee] = await Promise.all([
    database.selectFrom('branch').select(['id', 'brnc_code as code']).execute(),
    database.selectFrom('department').select(['id', 'dept_code as code']).execute(),
    database.selectFrom('payee').select(['id', 'payee_code as code']).execute(),
  ]);
  const byCode = (rows: { id: number; code: string }[]) => new Map(rows.map((row) => [row.code, row.id]));
  return { branch: byCode(branch), department: byCode(department), payee: byCode(payee) };
}
