import { conflict, Problem } from '../../platform/http/problem.ts';
import type { ServedResource } from './served-resource.ts';
import type { Change, WriteContext } from './resource-override.ts';

/** What the resource's own rules have against changes, or ask first, by the place of the change. */
export async function findRefusals(
  context: WriteContext,
  { override }: Pick<ServedResource, 'override'>,
  changes: readonly Change[],
): Promise<ReadonlyMap<number, Problem>> {
  const refusals = new Map(await override.findRefusals?.(context, changes));
  for (const [place, change] of override.refuseChange ? changes.entries() : []) {
    const refusal = refusals.has(place) ? null : await refusalOf(override.refuseChange!(context, change));
    if (refusal) refusals.set(place, refusal);
  }
  const questions = context.confirmed ? undefined : await override.findQuestions?.(context, changes);
  for (const [place, question] of questions ?? []) {
    if (!refusals.has(place)) refusals.set(place, conflict('confirm', question));
  }
  return refusals;
}

/** Throws the first refusal of the resource's own rules. */
export async function requireAllowed(
  context: WriteContext,
  resource: Pick<ServedResource, 'override'>,
  changes: readonly Change[],
): Promise<void> {
  const [first] = (await findRefusals(context, resource, changes)).values();
  if (first) throw first;
}

/** The problem that a rule throws, null when it lets the change pass. A fault of the program stays one. */
export async function refusalOf(rule: Promise<void> | undefined): Promise<Problem | null> {
  try {
    await rule;
    return null;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}
