import { ACCESS } from '@talaan/core/access/access-level';
import { formatSeriesNumber } from '@talaan/core/numbering/series';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { requireDocumentLevel } from '../../access/authorize.ts';
import { mayOpen } from '../../access/may-open.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { requireVisible } from './batch-decision.ts';
import { checked, type Checked } from '../../platform/checked-set.ts';
import { readDecisionInput, readDecisionInputs, type DecisionInput } from './batch-record.ts';

/** Which batch a call names, and who calls. */
export interface BatchCall {
  readonly batch_number: string;
  /** The types among which the number is looked up. */
  readonly types: readonly DocumentType[];
  readonly user: Principal;
  /** Nothing is written after this call in its transaction. */
  readonly is_last?: boolean;
}

/** The batch of these types that a call names by its number, with or without the zeros before it. */
export function callNaming(number: string, types: readonly DocumentType[], user: Principal): BatchCall {
  return { batch_number: paddedBatchNumber(number), types, user };
}

/** Reads a batch for a decision; an unknown number and a batch that is not to be seen answer the same 404. */
export async function readVisible(database: Database, call: BatchCall): Promise<DecisionInput> {
  const { batch_number, types, user } = call;
  const found = await readDecisionInput(database, { batch_number, types, user_id: user.user_id });
  return requireVisible(found, call);
}

/** Which batch of a set is meant. */
export type NamedBatch = Pick<BatchCall, 'batch_number' | 'types'>;

/** The same of a new batch, and what a refusal calls it: its own number is nobody's yet. */
export type NewlyNamed = NamedBatch & { readonly told_as: string };

/** The same of a set, in its order: one statement for all whose numbers are looked up among the same types. */
export async function readVisibleSet(
  database: Database,
  user: Principal,
  named: readonly NamedBatch[],
): Promise<Checked<DecisionInput>[]> {
  const found = new Map<NamedBatch, DecisionInput | null>();
  for (const types of new Map(named.map((one) => [one.types.join(), one.types])).values()) {
    const group = named.filter((one) => one.types.join() === types.join());
    const batch_numbers = group.map(({ batch_number }) => batch_number);
    const inputs = await readDecisionInputs(database, { batch_numbers, types, user_id: user.user_id });
    for (const [at, one] of group.entries()) found.set(one, inputs[at]!);
  }
  return named.map((one) => checked(() => requireVisible(found.get(one)!, { ...one, user })));
}

/** Whoever may release payments sees what is to be paid; everybody else needs the module of the type. */
export function requireReadable({ batch }: DecisionInput, user: Principal): void {
  requireReadableType(user, batch.document_type);
}

/** The same of every batch of a type. */
export function requireReadableType(user: Principal, type: DocumentType): void {
  if (!mayOpen(user, 'Payment', ACCESS.update)) requireDocumentLevel(user, type, ACCESS.select);
}

/** `10234` as the number it means: `0010234`. More figures are those of a receipt; letters of a series stand in either case. */
export function paddedBatchNumber(text: string): string {
  const digits = /^\d{1,7}$/.exec(text.trim())?.[0];
  return digits === undefined || Number(digits) === 0
    ? text.trim().toUpperCase()
    : formatSeriesNumber('batch', Number(digits));
}
