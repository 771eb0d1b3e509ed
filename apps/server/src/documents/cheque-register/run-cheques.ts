import { sql } from 'kysely';
import type { ChequeRun, ChequeRunPlan } from '@talaan/contract/documents/cheque-register/cheque-run.contract';
import { chequeKey } from '@talaan/core/documents/cheque/cheque-number';
import type { Database } from '../../platform/database/database.ts';
import { conflict, forbidden, notFound } from '../../platform/http/problem.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { readRuns } from './cheque-run.store.ts';
import { lockCheques, moveSeveral } from './move-cheques.ts';
import { numberInSequence } from './number-cheques.ts';
import { leavesOf, misfitOf, printLeaves } from './print-cheques.ts';

interface AskedRun {
  readonly ids: readonly number[];
  readonly first_number: string | undefined;
  readonly skip_reason: string;
  readonly printer_name: string;
  readonly dry_run: boolean;
}

/**
 * Numbers and prints cheques of one account in one go, in the order of their leaves; a dry run writes nothing and tells of each
 * why it is not printed. Refused as a whole where one of them is not, or the stock has too few leaves.
 */
export async function runInSequence(transaction: Database, user: Principal, asked: AskedRun): Promise<ChequeRunPlan> {
  const { ids, first_number, skip_reason, printer_name, dry_run } = asked;
  const cheques = await lockCheques(transaction, user, ids);
  if (cheques.length < new Set(ids).size) throw notFound('One of the cheques does not exist.');
  // What has no number yet is judged as if it had one: it gets the next leaf.
  const judged = cheques.map((cheque) =>
    cheque.cheque_number === null ? { ...cheque, cheque_number: `of voucher ${cheque.document_number ?? ''}` } : cheque,
  );
  const printed = await leavesOf(transaction, user, judged, printer_name);
  const refusals = new Map(
    printed.cheques.map((leaf) => [leaf.id!, leaf.specimen ?? misfitOf(printed, leaf)] as const),
  );
  const refused = cheques.filter(({ id }) => refusals.get(id) !== null);
  if (refused.length > 0 && !dry_run) throw conflict('not_printed', refusals.get(refused[0]!.id)!);

  const fit = cheques.filter(({ id }) => refusals.get(id) === null);
  const bare = fit.filter(({ cheque_number }) => cheque_number === null).map(({ id }) => id);
  const numbering =
    bare.length === 0
      ? { next_number: null, skipped: [], numbers: [] }
      : await numberInSequence(transaction, user, bare, { first_number, skip_reason, dry_run });
  const given = new Map(numbering.numbers.map(({ id, cheque_number }) => [id, cheque_number]));
  const leaves = fit
    .map(({ id, cheque_number }) => ({ id, cheque_number: (cheque_number ?? given.get(id))!, refusal: null }))
    .toSorted((one, other) => compareLeaves(one.cheque_number, other.cheque_number));
  const { run_id } = dry_run
    ? { run_id: null }
    : await printLeaves(
        transaction,
        user,
        leaves.map(({ id }) => id),
        { print: 1, printer_name },
      );
  return {
    run_id,
    bank_name: printed.bank_name,
    bank_account: printed.bank_account,
    layout_name: printed.layout.name,
    layout_version: printed.layout.version,
    next_number: numbering.next_number,
    skipped: numbering.skipped,
    cheques: [
      ...leaves,
      ...refused.map(({ id, cheque_number }) => ({ id, cheque_number, refusal: refusals.get(id)! })),
    ],
  };
}

/** Numbers of leaves as they lie on the stack: by how far they count, whatever zeros stand in front. */
function compareLeaves(one: string, other: string): number {
  const [key, otherKey] = [chequeKey(one), chequeKey(other)];
  return key.length - otherKey.length || (key < otherKey ? -1 : key > otherKey ? 1 : 0);
}

/** A cheque that waits for a leaf, and the one in whose place it is. */
interface Queued {
  readonly id: number;
  readonly replaces_id: number;
}

/**
 * Keeps which leaves of a run did not print well. Of whoever printed it that waits for a second person; a second person who could
 * void a cheque marks them spoiled, and the next ones are queued. Refused for others, and of leaves that are not Printed any more.
 */
export async function answerRunOf(
  transaction: Database,
  user: Principal,
  id: number,
  { misprinted, reason }: { readonly misprinted: readonly number[]; readonly reason: string },
): Promise<{ run: ChequeRun; queued: Queued[] }> {
  const find = async () => (await readRuns(transaction, user, sql`r.id = ${id}`))[0];
  const run = await find();
  if (!run) throw notFound('There is no such run.');
  const printed = run.leaves.filter(({ state }) => state === 'printed').map((leaf) => leaf.id);
  await lockCheques(transaction, user, printed);
  if (!run.is_own && !run.may_spoil)
    throw forbidden(
      'module_access',
      `${run.printed_by} printed this run: he, or a second person with Delete on Check Transactions, says how it came out.`,
    );
  const other = misprinted.find((leaf) => !printed.includes(leaf));
  if (other !== undefined) {
    const leaf = run.leaves.find((one) => one.id === other);
    if (!leaf) throw notFound('One of the cheques is not in this run.');
    throw conflict(
      'not_printed',
      `Cheque ${leaf.cheque_number} is ${leaf.state}; only a leaf that is Printed is taken back.`,
    );
  }
  await sql`
    update cheque_run_leaf l set misprint = case when l.cheque_id = any (${misprinted}::int[]) then ${reason.trim()} end
    from cheque c
    where l.run_id = ${id} and c.id = l.cheque_id and c.state = 'printed' and l.cheque_id = any (${printed}::int[])
      and (l.misprint is not null or l.cheque_id = any (${misprinted}::int[]))`.execute(transaction);
  await sql`update cheque_run set answered_at = now() where id = ${id}`.execute(transaction);
  return { queued: run.is_own ? [] : await spoil(transaction, user, misprinted, reason), run: (await find())! };
}

/** Marks leaves spoiled and has their vouchers wait for the next ones; answers the cheques that are queued now. */
async function spoil(
  transaction: Database,
  user: Principal,
  ids: readonly number[],
  reason: string,
): Promise<Queued[]> {
  if (ids.length === 0) return [];
  for (const action of ['spoil', 'replace'] as const) {
    const outcomes = await moveSeveral(transaction, user, ids, { action, on: undefined, reason, dry_run: false });
    const refused = outcomes.find(({ ok }) => !ok);
    if (refused) throw conflict(refused.code ?? 'not_spoiled', refused.message);
  }
  const queued = await sql<Queued>`
    select id, replaces_id from cheque where replaces_id = any (${ids}::int[]) order by id`.execute(transaction);
  return queued.rows;
}
