import type { FileFault } from '@talaan/contract/integration/uploaded-batches.contract';
import { sayFault } from '@talaan/contract/integration/upload-words';
import { Problem } from '../../platform/http/problem.ts';
import { moreFaults } from '../received-faults.ts';

/** What is wrong with a file, in a sentence: the first fault of so many. */
export const sayFaults = (first: FileFault, count: number): string => `${sayFault(first)}${moreFaults(count)}`;

/** 422 with the first faults of a file by their rows, how many there are, and what else is told of it. */
export function refusedFile(told: readonly FileFault[], fault_count: number, read: object = {}): Problem {
  const errors: Record<string, string[]> = {};
  for (const fault of told) (errors[`rows.${fault.row}`] ??= []).push(sayFault(fault));
  return new Problem(422, 'validation_failed', sayFaults(told[0]!, fault_count), {
    errors,
    faults: told,
    fault_count,
    ...read,
  });
}
