import type { ApprovalSettings } from '../documents/document-status.ts';
import { multiplyByRate, type Rate } from '../money/rate.ts';
import type { ApprovalAmount } from './approval-route.ts';

/** What of a batch officers approve, and whether it is reviewed and approved at all. */
export interface ApprovalCase {
  readonly settings: ApprovalSettings;
  readonly amount: ApprovalAmount;
}

/** What the company lets pass of write-offs, and how it approves journals, which is how it approves the others. */
export interface WriteOffRules {
  /** Up to so many pesos are written off of invoices without approval. */
  readonly free_php_minor: bigint;
  readonly journal_settings: ApprovalSettings;
}

/**
 * How a batch is approved (decisions §6): what writes off more than the company lets pass takes the route of a journal of
 * that amount, and where its type is approved anyway the longer way of both. `written_off_minor` is in the currency of the
 * batch, and counts what is written off of the same invoices already, so that no write-off is split to pass below a level.
 * The database decides likewise (`amount_to_approve`, `write_off_approval_missing`), and a test holds the two together.
 */
export function approvalCase(
  own: ApprovalCase,
  { written_off_minor, rate }: { readonly written_off_minor: bigint; readonly rate: Rate },
  { free_php_minor, journal_settings }: WriteOffRules,
): ApprovalCase {
  const written_off_php_minor = multiplyByRate(written_off_minor, rate);
  if (written_off_php_minor <= free_php_minor) return own;
  const settings = {
    needs_approval: own.settings.needs_approval || journal_settings.needs_approval,
    review_stage: own.settings.review_stage || journal_settings.review_stage,
  };
  if (!journal_settings.needs_approval) return { settings, amount: own.amount };
  const least = own.settings.needs_approval ? own.amount : NOTHING;
  const amount = {
    currency_id: own.amount.currency_id,
    amount_minor: greater(least.amount_minor, written_off_minor),
    amount_php_minor: greater(least.amount_php_minor, written_off_php_minor),
  };
  return { settings, amount };
}

const NOTHING = { amount_minor: 0n, amount_php_minor: 0n };

const greater = (one: bigint, other: bigint): bigint => (one > other ? one : other);
