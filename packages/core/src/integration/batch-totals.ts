import { formatAmount, parseAmount, sumMinor } from '../money/money.ts';
import type { FaultRule } from './fault-rules.ts';

/** A fault by its place in what was sent, before it is told. */
export interface PlacedFault {
  readonly path: string;
  readonly rule: FaultRule;
  readonly message: string;
}

/** So much of a batch as its sums ask for; amounts are decimal text in its currency. */
interface SummedBatch {
  readonly batch_no: string;
  /** What it says of itself. */
  readonly control: {
    readonly documents: number;
    readonly lines: number;
    readonly debit: string;
    readonly credit: string;
  };
  readonly documents: readonly {
    readonly document_no: string;
    readonly lines: readonly { readonly debit_amount: string; readonly credit_amount: string }[];
  }[];
}

/** What the lines add up to, beside what the batch says of itself, document by document and as a whole. */
export function totalFaults({ batch_no, control, documents }: SummedBatch): PlacedFault[] {
  const faults: PlacedFault[] = [];
  const fault = (path: string, rule: FaultRule, message: string) => faults.push({ path, rule, message });
  const totals = documents.map(({ lines }) => ({
    debit: sumMinor(lines.map((line) => parseAmount(line.debit_amount) ?? 0n)),
    credit: sumMinor(lines.map((line) => parseAmount(line.credit_amount) ?? 0n)),
  }));
  const seen = new Map<string, number>();
  for (const [place, { document_no }] of documents.entries()) {
    const first = seen.get(document_no);
    if (first === undefined) seen.set(document_no, place);
    else fault(`documents.${place}.document_no`, 'twice', `document ${document_no} is in the batch twice.`);
    const { debit, credit } = totals[place]!;
    if (debit === credit) continue;
    const sums = `debit ${formatAmount(debit)}, credit ${formatAmount(credit)}`;
    fault(`documents.${place}`, 'unbalanced', `Batch ${batch_no}, document ${document_no}: ${sums}.`);
  }
  const lines = documents.reduce((count, document) => count + document.lines.length, 0);
  if (control.documents !== documents.length) {
    fault(
      'control.documents',
      'control',
      `control.documents is ${control.documents}, the batch has ${documents.length}.`,
    );
  }
  if (control.lines !== lines) {
    fault('control.lines', 'control', `control.lines is ${control.lines}, the batch has ${lines}.`);
  }
  for (const side of ['debit', 'credit'] as const) {
    const said = parseAmount(control[side]) ?? 0n;
    const sum = sumMinor(totals.map((total) => total[side]));
    if (said === sum) continue;
    const message = `control.${side} is ${formatAmount(said)}, the lines add up to ${formatAmount(sum)}.`;
    fault(`control.${side}`, 'control', message);
  }
  return faults;
}
