import {
  DRY_RUN_OUTCOMES,
  type DryRun,
  type DryRunItem,
  type RiskView,
  type TriedAction,
} from '@talaan/contract/documents/batch-view.contract';
import { isApprovalStatus } from '@talaan/core/documents/document-status';
import { STATUS } from '@talaan/core/documents/status';
import { amountText, parseAmount, sumMinor } from '@talaan/core/money/money';
import { loadRoutePeople } from '../../approvals/route-people.store.ts';
import { routeStagesOf, type RoutePeople } from '../../approvals/route-stages.ts';
import type { Database } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { readVisible, requireReadable, type BatchCall } from '../record/batch-call.ts';
import { batchFactsOf, requireAction } from '../record/batch-decision.ts';
import type { DecisionInput } from '../record/batch-record.ts';
import { readRisks } from '../risks/batch-risks.ts';
import { readBatchRows } from '../record/batch-rows.ts';
import { checkMove, type CheckedMove } from './check-move.ts';
import { requireVersion } from '../record/stale-version.ts';

interface TriedCall extends BatchCall {
  /** The version that the caller saw. */
  readonly row_version?: number | undefined;
}

/**
 * What submitting, approving or returning each of these batches would do now, in the order of the calls; a batch named twice is
 * tried once. Each goes through the checks of its own move (`checkMove`); a refusal becomes its reason. Nothing is
 * written, so whoever is faster meanwhile still wins, and the move says so then.
 */
export async function tryMoves(database: Database, action: TriedAction, calls: readonly TriedCall[]): Promise<DryRun> {
  const people = peopleByType(database);
  const tried: Tried[] = [];
  for (const call of new Map(calls.map((one) => [`${one.types.join()} ${one.batch_number}`, one])).values()) {
    tried.push(await tryMove(database, action, call, people));
  }
  const rows = await readBatchRows(
    database,
    tried.flatMap(({ id }) => (id === null ? [] : [id])),
  );
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const mayPass = tried.flatMap(({ id, item }) => rowsById.get(item.outcome === 'blocked' ? '' : (id ?? '')) ?? []);
  const risks =
    action === 'approve' && calls[0] !== undefined
      ? await readRisks(database, calls[0].user, mayPass)
      : new Map<string, RiskView[]>();
  const items = tried.map(({ id, item }): DryRunItem => {
    const row = id === null ? undefined : rowsById.get(id);
    if (row === undefined) return { ...item, batch: null, risks: [] };
    const { document_number, payee_desc, remarks, preparer, currency, amount, total_amount } = row;
    const batch = { document_number, payee_desc, remarks, preparer, currency, amount, total_amount };
    return { ...item, batch, risks: risks.get(row.id) ?? [] };
  });
  return { items, totals: totalsOf(items) };
}

interface Tried {
  /** Of the batch, null where the caller does not see it. */
  readonly id: string | null;
  readonly item: Omit<DryRunItem, 'batch' | 'risks'>;
}

async function tryMove(database: Database, action: TriedAction, call: TriedCall, people: PeopleByType): Promise<Tried> {
  const named = { batch_number: call.batch_number, document_type: call.types[0] ?? '' };
  let input: DecisionInput | null = null;
  try {
    const seen = await readVisible(database, call);
    requireReadable(seen, call.user);
    input = seen;
    await requireVersion(database, input.batch, call.row_version);
    const { to } = requireAction(action, input, call.user);
    const approved_remarks = action === 'return' ? REASON_TO_COME : '';
    const checked = await checkMove(database, input, call.user, { status: to, approved_remarks });
    return { id: input.batch.id, item: { ...named, ...(await passed(input, checked, call, people)) } };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { id: input?.batch.id ?? null, item: { ...named, ...BLOCKED, code: error.code, message: reasonOf(error) } };
  }
}

/** A return is tried before its reason is written; the move itself asks for it. */
const REASON_TO_COME = '-';

const BLOCKED = {
  outcome: 'blocked',
  status: null,
  row_version: null,
  on_behalf_of_name: null,
  next: null,
} satisfies Partial<DryRunItem>;

/** The sentence of a refusal; of several faults the first, with how many there are. */
function reasonOf({ message, details }: Problem): string {
  const faults = Object.values(details.errors ?? {}).flat();
  return faults.length < 2 ? message : `${faults[0]!} ${faults.length - 1} more.`;
}

async function passed(
  input: DecisionInput,
  { action, decision }: CheckedMove,
  { user }: BatchCall,
  people: PeopleByType,
): Promise<Omit<DryRunItem, 'batch' | 'risks' | 'batch_number' | 'document_type'>> {
  const { to, officer } = decision;
  const behalf = officer !== null && officer.user_id !== user.user_id ? officer.user_id : null;
  const known = await people(input);
  const facts = batchFactsOf(input);
  const mine = action === 'approve' ? [{ user_id: user.user_id, on_behalf_of: behalf }] : [];
  const after = { ...facts, status: to, approvals: [...facts.approvals, ...mine] };
  const stage = routeStagesOf(after, input.rules, known, []).find(({ status }) => status === to);
  return {
    outcome: action === 'approve' && isApprovalStatus(to) ? 'needs_another' : 'passes',
    code: null,
    message: null,
    status: to,
    row_version: input.batch.row_version,
    on_behalf_of_name: behalf === null ? null : (known.names.get(behalf) ?? ''),
    next:
      to === STATUS.APPROVED || stage === undefined
        ? null
        : {
            label: stage.label,
            level_name: stage.level_name,
            eligible: [...new Set(stage.eligible.map(({ user_name }) => user_name))],
          },
  };
}

type PeopleByType = (input: DecisionInput) => Promise<RoutePeople>;

/** The people of each type, read once. */
function peopleByType(database: Database): PeopleByType {
  const known = new Map<string, Promise<RoutePeople>>();
  return ({ batch, rules }) => {
    const found = known.get(batch.document_type) ?? loadRoutePeople(database, batch.document_type, rules);
    known.set(batch.document_type, found);
    return found;
  };
}

function totalsOf(items: readonly DryRunItem[]): DryRun['totals'] {
  const seen = items.flatMap(({ outcome, batch }) => (batch === null ? [] : [{ outcome, ...batch }]));
  const currencies = [...new Set(seen.map(({ currency }) => currency))].toSorted();
  return DRY_RUN_OUTCOMES.flatMap((outcome) =>
    currencies.flatMap((currency) => {
      const own = seen.filter((one) => one.outcome === outcome && one.currency === currency);
      const total = sumMinor(own.map(({ total_amount }) => parseAmount(total_amount) ?? 0n));
      return own.length === 0 ? [] : [{ outcome, currency, count: own.length, total_amount: amountText(total) }];
    }),
  );
}
