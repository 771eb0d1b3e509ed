import type { ChequeState } from './cheque-state.ts';

/** A voucher as far as its cheque is concerned. */
export interface VoucherFacts {
  /** Neither voided nor archived nor deleted: its cheque pays it. */
  readonly stands: boolean;
  readonly is_deleted: boolean;
  /** It is Active, so its number may be chosen anew. */
  readonly is_draft: boolean;
  readonly names_bank: boolean;
  readonly has_number: boolean;
}

/** A cheque of the voucher, held against what the voucher says now. */
export interface ChequeOfVoucher {
  readonly id: number;
  readonly cheque_number: string | null;
  readonly state: ChequeState;
  /** The day on which it came to its state. */
  readonly state_on: string;
  readonly was_printed: boolean;
  /** Bank, number, date and amount are those of the voucher. */
  readonly says_the_same: boolean;
  /** It is a cheque of the voucher's bank with the voucher's number, or both have none. */
  readonly is_that_number: boolean;
}

/** States in which a cheque stands for its voucher. A voucher has one such cheque at most. */
export const LIVE_CHEQUE_STATES: readonly ChequeState[] = ['queued', 'printed', 'released', 'matured', 'cleared'];

/** What becomes of the cheque of a voucher that was saved or moved. */
export type ChequeStep =
  | { readonly step: 'keep' }
  /** It takes over what the voucher says. */
  | { readonly step: 'follow'; readonly id: number }
  /** It goes, and its leaf is back in its book: it is on no paper yet. */
  | { readonly step: 'remove'; readonly id: number }
  | { readonly step: 'cancel'; readonly id: number }
  /** Queued again, it takes over what the voucher says. */
  | { readonly step: 'revive'; readonly id: number }
  /** A new one; the voucher lets go of a number that a cheque of its own has used up. */
  | { readonly step: 'queue'; readonly replaces: ChequeOfVoucher | null; readonly frees_number: boolean }
  | { readonly step: 'refuse'; readonly code: 'cheque_cleared' | 'cheque_issued'; readonly message: string };

/**
 * What becomes of the cheque of a voucher that was saved or moved; `cheques` are all it ever had, the last one last. A
 * queued cheque follows its voucher. One on paper holds it fast. One that came to nothing is replaced as soon as the
 * voucher has another number, or is prepared anew (spec 1 §6, data-model §3).
 */
export function chequeStepOf(voucher: VoucherFacts, cheques: readonly ChequeOfVoucher[]): ChequeStep {
  const live = cheques.find(({ state }) => LIVE_CHEQUE_STATES.includes(state));
  if (!voucher.stands) return live ? stepOfClosed(voucher, live) : KEEP;
  if (live) return stepOfLive(voucher, live);
  if (!voucher.names_bank) return KEEP;

  const last = cheques.at(-1) ?? null;
  if (last?.state === 'void' && !last.was_printed && last.is_that_number) return { step: 'revive', id: last.id };
  const isUsed = voucher.has_number && cheques.some((cheque) => cheque.is_that_number);
  const hasOther = voucher.has_number && !isUsed;
  const waits = last !== null && !hasOther && (last.state === 'void' ? isUsed && !voucher.is_draft : isDead(last));
  return waits ? KEEP : { step: 'queue', replaces: last, frees_number: isUsed };
}

const KEEP: ChequeStep = { step: 'keep' };

/** Spoiled, stopped or stale: nobody has replaced it yet. */
const isDead = ({ state }: ChequeOfVoucher) => state === 'spoiled' || state === 'stopped' || state === 'stale';

function stepOfClosed(
  { is_deleted }: VoucherFacts,
  { id, state, state_on, cheque_number }: ChequeOfVoucher,
): ChequeStep {
  if (state === 'cleared') {
    const message = `Cheque ${cheque_number} was paid by the bank on ${state_on}. Take its clearing back first if that is wrong.`;
    return { step: 'refuse', code: 'cheque_cleared', message };
  }
  return { step: is_deleted && state === 'queued' ? 'remove' : 'cancel', id };
}

function stepOfLive(
  { names_bank }: VoucherFacts,
  { id, state, cheque_number, says_the_same }: ChequeOfVoucher,
): ChequeStep {
  if (says_the_same) return KEEP;
  if (state === 'queued') return { step: names_bank ? 'follow' : 'remove', id };
  const message =
    `Cheque ${cheque_number} of this voucher is ${state}: bank, number, date, payee and amount stand on paper. ` +
    'Mark the cheque spoiled in Check Transactions before you change them.';
  return { step: 'refuse', code: 'cheque_issued', message };
}
