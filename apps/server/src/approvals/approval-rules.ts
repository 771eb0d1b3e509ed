import { sql } from 'kysely';
import { parseAmount, requireSum } from '@talaan/core/money/money';
import type { Rate } from '@talaan/core/money/rate';
import type { ApprovalRules } from '@talaan/core/approval/allowed-actions';
import { approvalCase, type WriteOffRules } from '@talaan/core/approval/approval-case';
import type { ApprovalAmount } from '@talaan/core/approval/approval-route';
import type { DocumentType } from '@talaan/core/documents/document-type';
import type { Database } from '../platform/database/database.ts';

/** The columns of `approvalRuleColumns`, as they arrive. Amounts are decimal text. */
export interface ApprovalRuleRow {
  readonly levels: readonly { level_code: string; level_name: string; min_amount: string }[];
  readonly officers: readonly [
    acting_user_id: number,
    acting_user_name: string,
    user_id: number,
    level_code: string,
    currency_id: number,
    min_amount: string | null,
    max_amount: string | null,
    user_max_amount: string | null,
  ][];
  readonly settings: StoredFlags;
  readonly write_offs: StoredFlags & { readonly free: string };
}

interface StoredFlags {
  readonly approval_required: boolean;
  readonly review_stage: boolean;
}

/** The rules of a document type, with those for what a batch of it writes off. */
export interface TypeRules extends ApprovalRules {
  readonly write_offs: WriteOffRules;
}

/**
 * Columns to select beside others: levels, rows of authority of today that count for it, the settings of a document type, and
 * what is let pass of write-offs with the settings of journals, whose way they go.
 */
export function approvalRuleColumns(documentType: string): string {
  return `
    (select coalesce(json_agg(json_build_object('level_code', v.level_code, 'level_name', v.level_name,
        'min_amount', v.min_amount::text)), '[]') from approving_level v) as levels,
    (select coalesce(json_agg(json_build_array(o.acting_user_id, o.acting_user_name, o.user_id, o.level_code, o.currency_id,
        o.min_amount::text, o.max_amount::text, o.user_max_amount::text)), '[]') from approval_authority o
      join document_type dt on dt.own_officers = o.own_officers where dt.document_type = ${documentType}) as officers,
    ${flagsOf(documentType)} as settings,
    ${flagsOf("'JE'")}::jsonb || jsonb_build_object('free', write_off_without_approval()::text) as write_offs`;
}

function flagsOf(documentType: string): string {
  return `(select json_object_agg(s.key, coalesce((s.value ->> ${documentType})::boolean, true))
      from setting s where s.key in ('approval_required', 'review_stage'))`;
}

/** The rules that `packages/core` decides with. */
export function approvalRulesOf(row: ApprovalRuleRow): TypeRules {
  return {
    settings: settingsOf(row.settings),
    write_offs: {
      free_php_minor: requireSum(row.write_offs.free),
      journal_settings: settingsOf(row.write_offs),
    },
    levels: row.levels.map(({ level_code, level_name, min_amount }) => ({
      level_code,
      level_name,
      min_amount_minor: minorOf(min_amount) ?? 0n,
    })),
    officers: row.officers.map(([acting, actingName, user, level, currency, minimum, maximum, ownMaximum]) => ({
      acting_user_id: acting,
      acting_user_name: actingName,
      user_id: user,
      level_code: level,
      currency_id: currency,
      min_amount_minor: minorOf(minimum),
      max_amount_minor: minorOf(maximum),
      user_max_amount_minor: minorOf(ownMaximum),
    })),
  };
}

/** The rules of one document type as they stand now. */
export async function loadApprovalRules(database: Database, documentType: DocumentType): Promise<TypeRules> {
  const columns = sql.raw(approvalRuleColumns('t.code'));
  const found = await sql<ApprovalRuleRow>`select ${columns} from (select ${documentType}::text as code) t`.execute(
    database,
  );
  return approvalRulesOf(found.rows[0]!);
}

const settingsOf = ({ approval_required, review_stage }: StoredFlags) => ({
  needs_approval: approval_required,
  review_stage,
});

/** What of a batch is approved, and by which rules: what it writes off may ask for more than its type does (decisions §6). */
export function toApprove(
  rules: TypeRules,
  amount: ApprovalAmount,
  written: { readonly written_off_minor: bigint; readonly rate: Rate },
): { readonly rules: ApprovalRules; readonly amount: ApprovalAmount } {
  const approved = approvalCase({ settings: rules.settings, amount }, written, rules.write_offs);
  return { rules: { ...rules, settings: approved.settings }, amount: approved.amount };
}

function minorOf(text: string | null): bigint | null {
  return text === null ? null : parseAmount(text);
}
