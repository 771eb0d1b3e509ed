/** What a voucher may take of a purchase order (decisions §6). Amounts are minor units of the currency of both. */
import { statusChip } from '../documents/document-status.ts';
import { STATUS } from '../documents/status.ts';
import type { DocumentType } from '../documents/document-type.ts';
import { currencyLabel } from '../money/currency.ts';
import { formatAmount } from '../money/money.ts';

/** An order as a voucher finds it. */
export interface OrderOfVoucher {
  readonly number: string;
  readonly document_type: DocumentType;
  readonly status: number;
  readonly payee_id: number | null;
  readonly currency_id: number;
  /** What no voucher has taken yet. */
  readonly open_minor: bigint;
}

/** Why a voucher of this payee and currency cannot name the order; null when it can. */
export function orderFault(
  order: OrderOfVoucher,
  voucher: { readonly payee_id: number | null; readonly currency_id: number },
): string | null {
  const { number, document_type, status, currency_id } = order;
  if (status < STATUS.APPROVED || status > STATUS.FULLY_USED) {
    return `Purchase order ${number} is ${statusChip(document_type, status).label}; only an approved one takes vouchers.`;
  }
  if (order.payee_id !== voucher.payee_id) return `Purchase order ${number} is of another payee.`;
  if (currency_id !== voucher.currency_id) return `Purchase order ${number} is in ${currencyLabel(currency_id)}.`;
  return null;
}

/** Why the order has not enough left for a voucher that is submitted; null when it has. */
export function openAmountFault({ number, open_minor }: OrderOfVoucher, takenMinor: bigint): string | null {
  if (takenMinor <= open_minor) return null;
  return `Of purchase order ${number}, ${formatAmount(open_minor)} stays open; this voucher takes ${formatAmount(takenMinor)}.`;
}
