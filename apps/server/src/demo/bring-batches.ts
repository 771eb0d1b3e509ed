import type { ApprovalRules } from '@talaan/core/approval/allowed-actions';
import { nextStatus, requiredStages, type ApprovalAmount } from '@talaan/core/approval/approval-route';
import { STATUS, type Status } from '@talaan/core/documents/status';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { saveMany, type SaveInput } from '../batches/entry/save-many.ts';
import { moveBatch } from '../batches/moves/move-batch.ts';
import { moveMany, type SetMove } from '../batches/moves/move-many.ts';
import type { DocumentDefinition, DocumentDefinitions } from '../batches/record/document-definition.ts';
import { unseenRisks } from '../batches/risks/batch-risks.ts';
import type { Database } from '../platform/database/database.ts';
import type { Principal } from '../platform/http/principal.ts';
import { actAs, type People, type Person } from './demo-people.ts';

/** Who acts at each status: the checker reviews, the officers of the levels approve, the cashier releases. */
const ACTS_AT: Partial<Record<Status, Person>> = {
  [STATUS.FOR_REVIEW]: 'checker',
  [STATUS.FOR_APPROVAL_1]: 'approver1',
  [STATUS.FOR_APPROVAL_2]: 'approver2',
  [STATUS.FOR_APPROVAL_3]: 'approver3',
  [STATUS.FOR_RELEASE]: 'cashier',
};

/** An entry with who prepares it. */
export interface DemoEntry {
  readonly preparer: Person;
  readonly definition: DocumentDefinition;
  readonly input: SaveInput;
}

/**
 * Saves entries in their order, so that their numbers follow it: those that one person prepares after each other as one
 * set. Answers their batch numbers.
 */
export async function saveEntries(
  transaction: Database,
  people: People,
  entries: readonly DemoEntry[],
): Promise<string[]> {
  const numbers: string[] = [];
  while (numbers.length < entries.length) {
    const rest = entries.slice(numbers.length);
    const { preparer } = rest[0]!;
    const other = rest.findIndex((entry) => entry.preparer !== preparer);
    const own = other === -1 ? rest : rest.slice(0, other);
    const user = await actAs(transaction, people, preparer);
    const saved = await saveMany(transaction, user, own);
    numbers.push(...saved.map(({ batch_number }) => batch_number));
  }
  return numbers;
}

/** Who brings a batch to which status, and what is written to it. */
export interface DemoStep {
  readonly person: Person;
  readonly status: Status;
  readonly remarks?: string;
  /** Takes the edit lock where the batch is. */
  readonly processing?: 1;
}

/** A saved batch, the steps of its route, and what becomes of it afterwards. */
export interface DemoBatch {
  readonly type: DocumentType;
  readonly batch_number: string;
  readonly steps: readonly DemoStep[];
  readonly afterwards?: DemoStep | undefined;
}

/** The steps from Active to a status: the preparer submits, and whoever acts at each status takes the next one. */
export function stepsTo(
  until: Status | 'the end',
  route: {
    readonly type: DocumentType;
    readonly rules: ApprovalRules;
    readonly amount: ApprovalAmount;
    readonly preparer: Person;
  },
): DemoStep[] {
  const { type: document_type, rules, amount, preparer } = route;
  const asked = { document_type, settings: rules.settings, stages: requiredStages(rules, amount) };
  const steps: DemoStep[] = [];
  for (let at: Status = STATUS.ACTIVE; until === 'the end' || at < until;) {
    const next = nextStatus(asked, at);
    if (next === null && until === 'the end') break;
    if (next === null) throw new RangeError(`A ${document_type} cannot come to ${until}.`);
    steps.push({ person: ACTS_AT[at] ?? preparer, status: next });
    at = next;
  }
  return steps;
}

/** In whose names batches are brought on, and what their types add to it. */
interface DemoOffice {
  readonly people: People;
  readonly definitions: DocumentDefinitions;
}

/**
 * Brings batches as far as they go, every step in the name of the person who takes it: the first step of all, then the
 * second, each person's as one set. What is numbered at its approval goes by itself, so that its numbers follow its order.
 */
export async function bringBatches(
  transaction: Database,
  office: DemoOffice,
  batches: readonly DemoBatch[],
): Promise<void> {
  const isNumberedLater = ({ type }: DemoBatch) => office.definitions.get(type)?.numbersAtApproval !== undefined;
  await bringTogether(
    transaction,
    office,
    batches.filter((batch) => !isNumberedLater(batch)),
  );
  for (const batch of batches.filter(isNumberedLater)) await bringTogether(transaction, office, [batch]);
}

async function bringTogether(
  transaction: Database,
  { people, definitions }: DemoOffice,
  batches: readonly DemoBatch[],
): Promise<void> {
  const longest = Math.max(0, ...batches.map(({ steps }) => steps.length));
  for (let round = 0; round < longest; round += 1) {
    const due = batches.flatMap((batch) =>
      batch.steps[round] === undefined ? [] : { batch, step: batch.steps[round]! },
    );
    for (const person of new Set(due.map(({ step }) => step.person))) {
      const user = await actAs(transaction, people, person);
      const own = due.filter(({ step }) => step.person === person);
      await moveSeeing(
        transaction,
        definitions,
        user,
        own.map(({ batch, step }) => moveOf(batch, step)),
      );
    }
  }
  for (const batch of batches) {
    if (batch.afterwards === undefined) continue;
    const user = await actAs(transaction, people, batch.afterwards.person);
    const move = moveOf(batch, batch.afterwards);
    await moveBatch(transaction, definitions, { ...move, user }, move);
  }
}

function moveOf({ type, batch_number }: DemoBatch, { status, remarks = '', processing }: DemoStep): SetMove {
  return { batch_number, types: [type], status, approved_remarks: remarks, processing };
}

/** The demo's people tick as seen what they are told of. */
async function moveSeeing(
  transaction: Database,
  definitions: DocumentDefinitions,
  user: Principal,
  moves: readonly SetMove[],
): Promise<void> {
  try {
    await moveMany(transaction, definitions, user, moves);
  } catch (refusal) {
    const unseen = unseenRisks(refusal);
    const ticked = moves.map((move, place) => {
      return unseen.has(place) ? { ...move, risks_seen: unseen.get(place) } : move;
    });
    await moveSeeing(transaction, definitions, user, ticked);
  }
}
