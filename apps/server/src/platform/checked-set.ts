import { Problem } from './http/problem.ts';

/** What a check of one member of a set came to: its answer, or why it is refused. */
export type Checked<Answer> = Answer | Problem;

/** Makes a refusal the answer of a check, so that the other members of a set are checked as well. */
export function checked<Answer>(check: () => Answer): Checked<Answer> {
  try {
    return check();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Asks the next question of those that were not refused before; `ask` answers as many, in their order. */
export async function next<Before, Answer>(
  before: readonly Checked<Before>[],
  ask: (passed: readonly Before[]) => Promise<readonly Checked<Answer>[]>,
): Promise<Checked<Answer>[]> {
  const answers = await ask(passedOf(before));
  let at = 0;
  return before.map((one) => (one instanceof Problem ? one : answers[at++]!));
}

export function passedOf<Answer>(set: readonly Checked<Answer>[]): Answer[] {
  return set.filter((one): one is Answer => !(one instanceof Problem));
}

/** How many faults of a set are told in full. */
const MOST_TOLD = 100;

/** The refusal of a set, with that of each member by its place. */
class SetRefusal extends Problem {
  readonly refusals: ReadonlyMap<number, Problem>;

  constructor(message: string, details: Problem['details'], refusals: ReadonlyMap<number, Problem>) {
    super(422, 'validation_failed', message, details);
    this.refusals = refusals;
  }
}

/** The refusals of the members of a refused set, by their places. */
export function refusalsOf(refusal: Problem): ReadonlyMap<number, Problem> {
  return refusal instanceof SetRefusal ? refusal.refusals : new Map([[0, refusal]]);
}

/**
 * The answers of a set that passed whole. Throws where a member is refused: of a set of one its own refusal, else 422 with
 * every fault by its path below the place of its member, in their order.
 */
export function requireAll<Answer>(
  set: readonly Checked<Answer>[],
  { path, names }: { readonly path: string; readonly names: readonly string[] },
): Answer[] {
  const passed = passedOf(set);
  if (passed.length === set.length) return passed;
  const refusals = new Map(set.flatMap((one, place) => (one instanceof Problem ? [[place, one] as const] : [])));
  const [only] = set;
  if (set.length === 1 && only instanceof Problem) throw only;
  const faults = [...refusals].flatMap(([place, one]) =>
    faultsOf(one, { batch_no: names[place]!, path: `${path}.${place}` }),
  );
  const told = faults.slice(0, MOST_TOLD);
  const errors: Record<string, string[]> = {};
  for (const fault of told) (errors[fault.path] ??= []).push(fault.message);
  const rest = faults.length === 1 ? '' : ` And ${faults.length - 1} more.`;
  const message = `${faults[0]!.batch_no}: ${faults[0]!.message}${rest}`;
  throw new SetRefusal(message, { errors, faults: told, fault_count: faults.length }, refusals);
}

function faultsOf(
  { code: rule, message, details: { errors } }: Problem,
  { path, batch_no }: { readonly batch_no: string; readonly path: string },
) {
  if (errors === undefined) return [{ path, batch_no, rule, message }];
  return Object.entries(errors).flatMap(([field, messages]) =>
    messages.map((sentence) => ({ path: `${path}.${field}`, batch_no, rule, message: sentence })),
  );
}
