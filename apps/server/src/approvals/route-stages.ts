import type { RouteStage, TimelineMove } from '@talaan/contract/documents/batch-view.contract';
import { strandedRefusal, type ApprovalRules, type RoutedBatch } from '@talaan/core/approval/allowed-actions';
import { approvalPath, eligibleOfficers, requiredStages, rowsAtLevel } from '@talaan/core/approval/approval-route';
import { barredUsers } from '@talaan/core/approval/duties';
import { statusChip } from '@talaan/core/documents/document-status';
import { STATUS, type Status } from '@talaan/core/documents/status';
import { amountText } from '@talaan/core/money/money';

/** A person who may take a step. */
export interface Person {
  readonly user_id: number;
  readonly user_name: string;
}

/** Who reviews and who releases, beside the officers of the rules. */
export interface RoutePeople {
  /** Checkers: Update on the module of the type. */
  readonly checkers: readonly Person[];
  /** Cashiers: Update on Payment. */
  readonly cashiers: readonly Person[];
  /** Names of everybody whom the rules name. */
  readonly names: ReadonlyMap<number, string>;
}

type DoneMove = Pick<TimelineMove, 'status_from' | 'user_name' | 'at' | 'action'>;

/**
 * The way of a batch from review to release: which steps its amount needs, who took those behind it, and who may take
 * those ahead (decisions §3). A draft shows the way that it would go now; an archived batch has none.
 */
export function routeStagesOf(
  batch: RoutedBatch,
  rules: ApprovalRules,
  people: RoutePeople,
  moves: readonly DoneMove[],
): RouteStage[] {
  if (batch.status === STATUS.ARCHIVED) return [];
  const stages = requiredStages(rules, batch);
  const path = approvalPath({ document_type: batch.document_type, settings: rules.settings, stages });
  // Where it was decided, and where it stands, whatever the levels ask by today.
  const walked = moves.filter(({ action }) => action === 'approve' || action === 'release');
  const through = [...path, ...walked.map(({ status_from }) => status_from as Status), batch.status];
  return [...new Set(through)]
    .filter((status) => status <= STATUS.APPROVED)
    .toSorted((one, other) => one - other)
    .filter((status) => status !== STATUS.ACTIVE && status !== STATUS.APPROVED)
    .map((status) => {
      const stage = stages.find((one) => one.status === status);
      const done = moves.find(
        (move) => move.status_from === status && (move.action === 'approve' || move.action === 'release'),
      );
      const level = rules.levels.find((one) => one.level_code === stage?.level_code);
      return {
        status,
        label: statusChip(batch.document_type, status).label,
        level_code: stage?.level_code ?? null,
        level_name: stage?.level_name ?? null,
        min_amount: level ? amountText(level.min_amount_minor) : null,
        state: done ? 'done' : status === batch.status ? 'current' : 'pending',
        done_by: done?.user_name ?? null,
        done_at: done?.at ?? null,
        eligible: done ? [] : eligibleFor(status, batch, rules, people),
        peso_limits: !done && stage !== undefined && hasPesoLimits(stage.level_code, batch, rules),
      };
    });
}

function hasPesoLimits(levelCode: string, { currency_id }: RoutedBatch, { officers }: ApprovalRules): boolean {
  return rowsAtLevel(officers, levelCode, currency_id).some((row) => row.currency_id !== currency_id);
}

function eligibleFor(
  status: Status,
  batch: RoutedBatch,
  rules: ApprovalRules,
  people: RoutePeople,
): RouteStage['eligible'] {
  const barred = barredUsers(batch);
  // Whoever would leave a later stage without anybody is refused now (decisions §3).
  const leavesOthers = (...persons: number[]) =>
    status !== batch.status || strandedRefusal(batch, rules, persons, []) === null;
  if (status === STATUS.FOR_RELEASE) return byName(people.cashiers.map(asHimself));
  if (status === STATUS.FOR_REVIEW && !batch.is_confidential) {
    return byName(
      people.checkers.filter(({ user_id }) => !barred.has(user_id) && leavesOthers(user_id)).map(asHimself),
    );
  }
  const stages = requiredStages(rules, batch);
  const stage = stages.find((one) => one.status === status);
  const rows =
    stage === undefined
      ? rules.officers.filter((row) => !barred.has(row.acting_user_id) && !barred.has(row.user_id))
      : eligibleOfficers(rules.officers, stage, stage === stages.at(-1), batch, barred);
  const free = rows.filter((row) => leavesOthers(row.acting_user_id, row.user_id));
  const persons = free.map((row) => {
    const standsIn = row.user_id !== row.acting_user_id;
    return {
      user_id: row.acting_user_id,
      user_name: people.names.get(row.acting_user_id) ?? '',
      on_behalf_of: standsIn ? row.user_id : null,
      on_behalf_of_name: standsIn ? (people.names.get(row.user_id) ?? '') : null,
    };
  });
  const once = new Map(persons.map((person) => [`${person.user_id}/${person.on_behalf_of ?? ''}`, person]));
  return byName([...once.values()]);
}

function asHimself(person: Person): RouteStage['eligible'][number] {
  return { ...person, on_behalf_of: null, on_behalf_of_name: null };
}

function byName(persons: RouteStage['eligible']): RouteStage['eligible'] {
  return persons.toSorted((left, right) => left.user_name.localeCompare(right.user_name, 'en'));
}
