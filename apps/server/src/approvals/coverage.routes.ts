import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { readApprovalCoverage } from '@talaan/contract/resources/approvals/approval-coverage.contract';
import { coverageWarnings } from '@talaan/core/approval/approval-coverage';
import { parseAmount, requireAmount } from '@talaan/core/money/money';
import { requireRate } from '@talaan/core/money/rate';
import type { Database } from '../platform/database/database.ts';
import { registerRoute, type RouteServices } from '../platform/http/register-route.ts';

/** Serves what levels and officers leave open (decisions §3). */
export function registerCoverageRoutes(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, readApprovalCoverage, async ({ db, query }) => {
    const { levels, officers, rates } = await loadSetup(db, query.officers);
    return { data: coverageWarnings({ levels: levels.map(levelOf), officers: officers.map(officerOf), rates }) };
  });
}

interface LevelRow {
  level_code: string;
  level_name: string;
  min_amount: string;
  max_amount: string | null;
}

interface OfficerRecord {
  user_id: number;
  acting_user_name: string;
  level_code: string;
  currency_id: number;
  min_amount: string | null;
  max_amount: string | null;
  user_max_amount: string | null;
}

interface SetupRow {
  levels: LevelRow[];
  officers: OfficerRecord[];
  rates: [currency_id: number, rate: string][];
}

/** Levels, the rows of officers who are users today, and of each currency the last balance-sheet rate that has begun. */
async function loadSetup(db: Database, officers: 'approving' | 'billing') {
  const table = sql.table(`${officers}_officer`);
  const found = await sql<SetupRow>`
    select
      (select coalesce(json_agg(json_build_object('level_code', l.level_code, 'level_name', l.level_name,
          'min_amount', l.min_amount::text, 'max_amount', l.max_amount::text)), '[]') from approving_level l) as levels,
      (select coalesce(json_agg(json_build_object('user_id', u.id,
          'acting_user_name', concat_ws(' ', u.user_first_name, u.user_last_name), 'level_code', o.level,
          'currency_id', o.currency_id, 'min_amount', o.min_amount::text, 'max_amount', o.max_amount::text,
          'user_max_amount', u.max_amount::text) order by u.user_last_name, o.id), '[]')
        from ${table} o join app_user u on u.id = o.user_id
        where may_sign_in(u)) as officers,
      (select coalesce(json_agg(json_build_array(r.currency_id, r.rate)), '[]') from (
        select distinct on (currency_id) currency_id, dolr_rate::text as rate from currency_rate
        where acct_class = 'B' and make_date(fiscal_year, period_no, 1) <= manila_today()
        order by currency_id, fiscal_year desc, period_no desc) r) as rates`.execute(db);
  const { rates, ...rest } = found.rows[0]!;
  return { ...rest, rates: new Map(rates.map(([currency, rate]) => [currency, requireRate(rate)])) };
}

function levelOf({ level_code, level_name, min_amount, max_amount }: LevelRow) {
  return {
    level_code,
    level_name,
    min_amount_minor: requireAmount(min_amount),
    max_amount_minor: minorOf(max_amount),
  };
}

function officerOf({ min_amount, max_amount, user_max_amount, ...row }: OfficerRecord) {
  return {
    ...row,
    acting_user_id: row.user_id,
    min_amount_minor: minorOf(min_amount),
    max_amount_minor: minorOf(max_amount),
    user_max_amount_minor: minorOf(user_max_amount),
  };
}

function minorOf(text: string | null): bigint | null {
  return text === null ? null : parseAmount(text);
}
