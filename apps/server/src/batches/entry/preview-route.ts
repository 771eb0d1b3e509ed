import type { RiskView, RouteStage } from '@talaan/contract/documents/batch-view.contract';
import type { previewRisks } from '@talaan/contract/documents/entry-page/entry-page.contract';
import type { ParsedCallOf } from '@talaan/contract/http/route';
import { explainNobodyEligible, requiredStages } from '@talaan/core/approval/approval-route';
import { barredUsers } from '@talaan/core/approval/duties';
import { requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { STATUS } from '@talaan/core/documents/status';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { NO_AMOUNT } from '@talaan/core/money/amount-formula';
import { amountText, parseAmount } from '@talaan/core/money/money';
import { multiplyByRate, parseRate } from '@talaan/core/money/rate';
import { loadApprovalRules, toApprove } from '../../approvals/approval-rules.ts';
import { loadRoutePeople } from '../../approvals/route-people.store.ts';
import { routeStagesOf } from '../../approvals/route-stages.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { invalid } from '../../platform/http/problem.ts';
import { previewRisks as readTypedRisks } from '../risks/batch-risks.ts';

export interface RouteQuestion {
  readonly document_type: DocumentType;
  /** Decimal text in the currency; pesos for one unit of it. */
  readonly total_amount: string;
  readonly currency_id: number;
  readonly dollar_rate: string;
  /** What it writes off, with what was written off of the same invoices before; decimal text in the currency. */
  readonly written_off?: string;
}

/**
 * The way that an entry of this amount by this person would go today, and why nobody could approve it (null when
 * somebody can at every step).
 */
export async function previewRoute(
  database: Database,
  userId: number,
  question: RouteQuestion,
): Promise<{ route: RouteStage[]; refusal: string | null }> {
  const { amount_minor, rate } = requireMoney(question);
  const written_off_minor = parseAmount(question.written_off || '0');
  if (written_off_minor === null) throw invalid({ written_off: [`written off ${NO_AMOUNT}`] });
  const { rules, amount } = toApprove(
    await loadApprovalRules(database, question.document_type),
    { currency_id: question.currency_id, amount_minor, amount_php_minor: multiplyByRate(amount_minor, rate) },
    { written_off_minor, rate },
  );
  const batch = {
    document_type: question.document_type,
    status: STATUS.ACTIVE,
    prepared_by: userId,
    editors: [],
    approvals: [],
    ...amount,
    is_confidential: false,
  };
  const people = await loadRoutePeople(database, question.document_type, rules);
  const nobody = rules.settings.needs_approval
    ? explainNobodyEligible({
        document_type: question.document_type,
        stages: requiredStages(rules, batch),
        officers: rules.officers,
        amount: batch,
        barred: barredUsers(batch),
        reviewed_by_officer: false,
      })
    : null;
  return { route: routeStagesOf(batch, rules, people, []), refusal: nobody?.message ?? null };
}

/** The risk signals that a payment will have as it is typed by this person. */
export async function risksOfTyped(
  database: Database,
  user: Principal,
  typed: ParsedCallOf<typeof previewRisks>['body'],
): Promise<RiskView[]> {
  const { document_type, dollar_rate: _rate, ...payment } = typed;
  const { amount_minor, rate } = requireMoney(typed);
  return readTypedRisks(database, user, document_type, {
    ...payment,
    total_amount: amountText(amount_minor),
    amount_php: amountText(multiplyByRate(amount_minor, rate) * BigInt(typed.dates.length)),
    dates: typed.dates.map(requireCalendarDate),
  });
}

/** Amount and rate of a question; refuses what is none with the name of the field. */
function requireMoney({ total_amount, dollar_rate }: Pick<RouteQuestion, 'total_amount' | 'dollar_rate'>) {
  const amount_minor = parseAmount(total_amount);
  const rate = parseRate(dollar_rate);
  if (amount_minor === null) throw invalid({ total_amount: [`total amount ${NO_AMOUNT}`] });
  if (rate === null) {
    throw invalid({ dollar_rate: ['dollar rate must be a number above 0 with at most 6 decimals.'] });
  }
  return { amount_minor, rate };
}
