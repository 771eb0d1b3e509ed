import type { Problem } from '../../platform/http/problem.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';

/** One reason why an entry is not stored. `index` counts the entries of the call, from 0. */
export interface EntryFault {
  readonly index: number;
  readonly field: string;
  readonly message: string;
  /** `duplicate`: another record has the same key. `invalid`: the value cannot stand. */
  readonly kind: 'invalid' | 'duplicate';
}

/** The reply for one refused entry: 409 when only its key is taken, else 422; both list the messages by field. */
export function problemOfFaults(faults: readonly EntryFault[]): Problem {
  const errors: Record<string, string[]> = {};
  for (const fault of faults) (errors[fault.field] ??= []).push(fault.message);
  if (faults.some((fault) => fault.kind === 'invalid')) return invalid(errors);
  return conflict('already_exists', faults[0]!.message, { errors });
}
