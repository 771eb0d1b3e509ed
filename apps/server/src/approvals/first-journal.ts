import { explainNobodyEligible, requiredStages } from '@talaan/core/approval/approval-route';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import type { Database } from '../platform/database/database.ts';
import { loadApprovalRules } from './approval-rules.ts';
import { loadRoutePeople } from './route-people.store.ts';

/** Why journals could not go their way yet, by what mends it; null where nothing is missing. */
export interface MissingForJournals {
  readonly users: string | null;
  readonly approving_levels: string | null;
  readonly approving_officers: string | null;
}

/** The smallest journal that is tried, in centavos. */
const ONE_PESO = 100n;

/**
 * Tries the route of a journal, of one peso and of the first amount of every level, as the product would: entered by one of
 * `preparers` (Record IDs of users), reviewed by somebody else, approved by different persons again (decisions §3).
 */
export async function tryFirstJournal(database: Database, preparers: readonly number[]): Promise<MissingForJournals> {
  const rules = await loadApprovalRules(database, 'JE');
  const { checkers } = await loadRoutePeople(database, 'JE', rules);
  const { needs_approval, review_stage } = rules.settings;
  const pairs = preparers.flatMap((preparer) =>
    review_stage
      ? checkers.filter(({ user_id }) => user_id !== preparer).map(({ user_id }) => [preparer, user_id])
      : [[preparer]],
  );
  const amounts = needs_approval ? [ONE_PESO, ...rules.levels.map((level) => level.min_amount_minor)] : [];
  const refusals = amounts.map((amount_minor) => {
    const amount = { currency_id: CURRENCY_PESO, amount_minor, amount_php_minor: amount_minor };
    const stages = requiredStages(rules, amount);
    const reasons = (pairs.length > 0 ? pairs : [[]]).map(
      (acted) =>
        explainNobodyEligible({
          document_type: 'JE',
          stages,
          officers: rules.officers,
          amount,
          barred: new Set(acted),
          reviewed_by_officer: false,
        })?.message ?? null,
    );
    return reasons.includes(null) ? null : reasons[0]!;
  });
  const hasLevels = !needs_approval || rules.levels.length > 0;
  return {
    users:
      pairs.length > 0
        ? null
        : review_stage
          ? 'Journals need somebody who enters them (Insert on Journal Entries) and somebody else who reviews them (Update).'
          : 'Journals need somebody who enters them (Insert on Journal Entries).',
    approving_levels: hasLevels ? null : 'Journals need approval, and there is no level.',
    approving_officers: refusals.find((reason) => reason !== null) ?? null,
  };
}
