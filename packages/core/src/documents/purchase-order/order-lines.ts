/**
 * Lines of a purchase order, exact: total = quantity × unit cost, half-up to the minor unit (decisions §4, §6). Quantities
 * have up to 4 decimals and are counted in ten-thousandths.
 */
import { POSITIVE_AMOUNT_FORM } from '../../money/amount-formula.ts';
import { amountText, MAX_AMOUNT_MINOR, parseAmount, sumMinor } from '../../money/money.ts';
import { divideHalfUp } from '../../money/rounding.ts';
import { splitVat, VAT_TYPE } from '../../money/withholding.ts';

const PARTS_OF_ONE = 10_000n;
const QUANTITY = /^(\d{1,10}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,4}))?$/;

/** A line as it is typed: texts. */
export interface TypedOrderLine {
  readonly item_description: string;
  readonly quantity: string;
  readonly unit_cost: string;
}

/** The figures of a line as they are stored: amounts in the currency of the order, the quantity without needless zeros. */
export interface OrderLineFigures {
  readonly quantity: string;
  readonly unit_cost: string;
  readonly total_amount: string;
}

export interface OrderLineFault {
  /** From 0. */
  readonly line: number;
  readonly field: keyof TypedOrderLine | 'total_amount';
  readonly message: string;
}

/** What is ordered: the lines that can be read, their total in minor units, and what is wrong with the others. */
export interface ReadOrderLines {
  readonly lines: readonly OrderLineFigures[];
  readonly total_minor: bigint;
  readonly faults: readonly OrderLineFault[];
}

/** A quantity above 0 in ten-thousandths; null for any other text. Commas between thousands do not count. */
export function parseQuantity(text: string): bigint | null {
  const match = QUANTITY.exec(text.trim());
  if (match === null) return null;
  const parts = BigInt(match[1]!.replaceAll(',', '')) * PARTS_OF_ONE + BigInt((match[2] ?? '').padEnd(4, '0'));
  return parts > 0n ? parts : null;
}

/** `60000` ten-thousandths as '6', `12500` as '1.25'. */
export function quantityText(parts: bigint): string {
  const decimals = (parts % PARTS_OF_ONE).toString().padStart(4, '0').replace(/0+$/, '');
  return `${parts / PARTS_OF_ONE}${decimals === '' ? '' : `.${decimals}`}`;
}

/** What a line costs, in minor units: quantity in ten-thousandths × unit cost in minor units, half-up. */
export function lineTotal(quantityParts: bigint, unitCostMinor: bigint): bigint {
  return divideHalfUp(quantityParts * unitCostMinor, PARTS_OF_ONE);
}

/** Reads the lines of an order; every fault is told with its line, and the message names it from 1 on. */
export function readOrderLines(typed: readonly TypedOrderLine[]): ReadOrderLines {
  const faults: OrderLineFault[] = [];
  const totals: bigint[] = [];
  const lines = typed.map((line, index): OrderLineFigures => {
    const fault = (field: OrderLineFault['field'], message: string) =>
      faults.push({ line: index, field, message: `line ${index + 1}: ${message}` });
    const quantity = parseQuantity(line.quantity);
    const cost = parseAmount(line.unit_cost);
    if (line.item_description.trim() === '') fault('item_description', 'item description is required.');
    if (quantity === null) fault('quantity', 'quantity must be a number above 0 with at most 4 decimals.');
    if (cost === null || cost === 0n) fault('unit_cost', `unit cost ${POSITIVE_AMOUNT_FORM}`);
    const total = lineTotal(quantity ?? 0n, cost ?? 0n);
    if (total > MAX_AMOUNT_MINOR) fault('total_amount', 'the total is above 9,999,999,999,999.99.');
    totals.push(total);
    return {
      quantity: quantityText(quantity ?? 0n),
      unit_cost: amountText(cost ?? 0n),
      total_amount: amountText(total),
    };
  });
  return { lines, total_minor: sumMinor(totals), faults };
}

/** How the total of an order divides by its VAT type: VATable totals include VAT, the others have none (decisions §4). */
export function orderVat(
  totalMinor: bigint,
  vat: { readonly subject_to_vat: number; readonly vat_type: number },
): { readonly base_minor: bigint; readonly vat_minor: bigint } {
  const isVatable = vat.subject_to_vat === 1 && vat.vat_type === VAT_TYPE.VATABLE;
  return isVatable ? splitVat(totalMinor) : { base_minor: totalMinor, vat_minor: 0n };
}
