import { sql, type RawBuilder } from 'kysely';
import { decideAction } from '@talaan/core/approval/allowed-actions';
import { isAboveLimit, isBelowMinimum } from '@talaan/core/approval/approval-route';
import { periodOf } from '@talaan/core/calendar/accounting-period';
import { requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { parseAmount } from '@talaan/core/money/money';
import { approvalRuleColumns, approvalRulesOf, type ApprovalRuleRow } from '../../approvals/approval-rules.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { actingUserOf, batchFactsOf } from '../record/batch-decision.ts';
import {
  decidable,
  LOCK_MINUTES,
  OPEN_PERIODS,
  RECEIVED_FROM,
  REVERSES,
  UPLOADED_BY,
  WRITTEN_OFF,
  type DecidableBatch,
  type DecisionInput,
  type StoredAmounts,
} from '../record/batch-record.ts';

/**
 * Ids of the batches under a condition that wait for this person to review or approve (ux §6.1), and those of them that
 * are below the minimum of the row he would use: a minimum excludes nobody, it only puts them last (decisions §3); and
 * those above its maximum, which another approval follows.
 */
export async function idsForMyApproval(
  database: Database,
  user: Principal,
  where: RawBuilder<unknown>,
): Promise<{ ids: string[]; below_minimum: string[]; above_limit: string[] }> {
  const waiting = sql`${where} and b.status between 2 and 5 and b.prepared_by <> ${user.user_id}`;
  const decisions = await readDecisions(database, user, waiting);
  const ids: string[] = [];
  const below_minimum: string[] = [];
  const above_limit: string[] = [];
  for (const [id, input] of decisions) {
    const facts = batchFactsOf(input);
    const decision = decideAction('approve', facts, actingUserOf(user, input), input.rules);
    if (!decision.allowed) continue;
    ids.push(id);
    if (decision.officer !== null && isBelowMinimum(decision.officer, facts)) below_minimum.push(id);
    if (decision.officer !== null && isAboveLimit(decision.officer, facts)) above_limit.push(id);
  }
  return { ids, below_minimum, above_limit };
}

/** What a decision needs of each batch under a condition, without its lines; by id. */
export async function readDecisions(
  database: Database,
  user: Pick<Principal, 'user_id'>,
  where: RawBuilder<unknown>,
): Promise<Map<string, DecisionInput<DecidableBatch>>> {
  const found = await sql<DecisionsRow>`
    with wanted as materialized (select b.* from batch b where ${where})
    select manila_today() as today, ${sql.raw(OPEN_PERIODS)} as open_periods,
      (select u.max_amount from app_user u where u.id = ${user.user_id}) as max_amount,
      (select json_object_agg(p.period, json_build_object('disbursement', p.disbursement, 'cash_receipt', p.cash_receipt,
        'general_journal', p.general_journal)) from accounting_period p) as periods,
      (select coalesce(json_agg(json_build_object('document_type', t.document_type, 'rules', (
          select row_to_json(r) from (select ${sql.raw(approvalRuleColumns('t.document_type'))}) r))), '[]')
        from (select distinct document_type::text from wanted) t) as rules,
      (select coalesce(json_agg(json_build_object('id', b.id::text, 'batch_number', b.batch_number,
          'document_type', b.document_type, 'status', b.status, 'prepared_by', b.prepared_by,
          'currency_id', b.currency_id, 'total_amount', b.total_amount::text, 'amount_php', b.amount_php::text,
          'dollar_rate', b.dollar_rate::text, 'written_off', ${sql.raw(WRITTEN_OFF)},
          'settled_amount', b.settled_amount::text,
          'is_confidential', b.is_confidential, 'is_pdc', b.is_pdc, 'received_from', ${sql.raw(RECEIVED_FROM)}, 'uploaded_by', ${sql.raw(UPLOADED_BY)},
          'reverses', ${sql.raw(REVERSES)},
          'lock', case when b.processing = 1 and b.heartbeat_at > now() - make_interval(mins => ${LOCK_MINUTES}) then (
            select json_build_object('user_id', u.id, 'user_name', concat_ws(' ', u.user_first_name, u.user_last_name))
            from app_user u where u.id = b.locked_by) end,
          'editors', (select coalesce(json_agg(e.user_id), '[]') from batch_editor e
            where e.batch_id = b.id and e.cycle = b.cycle),
          'moves', (select coalesce(json_agg(json_build_object('action', m.action, 'user_id', m.user_id,
              'on_behalf_of', m.on_behalf_of)), '[]')
            from batch_move m where m.batch_id = b.id and m.cycle = b.cycle),
          'documents', (select coalesce(json_agg(json_build_object('id', d.id::text,
              'document_date', d.document_date, 'cheque_number', d.cheque_number, 'is_voided', d.voided_at is not null,
              'journal_entry_id', e.id::text)), '[]')
            from document d
            left join journal_entry e on e.document_id = d.id and e.round = b.cycle and e.reverses_id is null
            where d.batch_id = b.id))), '[]')
        from wanted b) as batches`.execute(database);
  const { today, open_periods, max_amount, periods, rules, batches } = found.rows[0]!;
  const withPeriod = (document: StoredDocument) => ({
    ...document,
    period: periods?.[periodOf(requireCalendarDate(document.document_date))] ?? null,
  });
  const rulesByType = new Map(rules.map((entry) => [entry.document_type, approvalRulesOf(entry.rules)]));
  return new Map(
    batches.map(({ id, ...batch }) => [
      id,
      {
        ...decidable({ ...batch, documents: batch.documents.map(withPeriod) }, rulesByType.get(batch.document_type)!),
        max_amount_minor: max_amount === null ? null : parseAmount(max_amount),
        today,
        open_periods,
      },
    ]),
  );
}

interface DecisionsRow {
  today: string;
  open_periods: DecisionInput['open_periods'];
  max_amount: string | null;
  /** Every period by its number, looked up here: a join would read them all for each document. Null where none is set up. */
  periods: Record<number, DecidableDocument['period']> | null;
  rules: { document_type: string; rules: ApprovalRuleRow }[];
  batches: (Omit<DecidableBatch, 'to_approve' | 'documents'> &
    StoredAmounts & { id: string; documents: readonly StoredDocument[] })[];
}

type DecidableDocument = DecidableBatch['documents'][number];
type StoredDocument = Omit<DecidableDocument, 'period'>;
