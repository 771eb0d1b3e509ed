/** An account code is suggested only among codes of plain digits. */
const DIGITS = /^\d{1,15}$/;

/**
 * The next free account code below a parent: the first after the last sibling's that stands on the step of most siblings
 * (their trailing zeros: 101010, 101020, 101025 → 101030; 101000, 102000 → 103000), inside the parent's own range
 * (101000 … 101999). Without siblings the first code is one step above the parent. In: the parent's code, '0' for none;
 * the siblings' codes; every code in use; the new account's type. Out: the code, or null when the range is full or codes
 * are not plain digits.
 */
export function nextAccountCode(given: {
  parent: string;
  type: string;
  siblings: readonly string[];
  taken: ReadonlySet<string>;
}): string | null {
  const siblings = given.siblings.filter((code) => DIGITS.test(code)).map(BigInt);
  if (!DIGITS.test(given.parent) || siblings.length !== given.siblings.length) return null;
  const parent = BigInt(given.parent);
  const range = parent === 0n ? null : 10n ** BigInt(trailingZeros(parent));
  const step = 10n ** BigInt(usualZeros(siblings, parent, given.type));
  const last = siblings.reduce((most, code) => (code > most ? code : most), parent);
  for (const start of [last - (last % step) + step, parent + step]) {
    for (let code = start; range === null || code < parent + range; code += step) {
      if (!given.taken.has(String(code))) return String(code);
    }
  }
  return null;
}

function trailingZeros(code: bigint): number {
  return /0*$/.exec(String(code))![0].length;
}

/**
 * The zeros that at least half of the siblings end in: one odd code does not make the step. What the parent leaves room
 * for counts as one sibling more; main accounts have no parent, so that only their own codes count.
 */
function usualZeros(siblings: readonly bigint[], parent: bigint, type: string): number {
  const zeros = siblings.map(trailingZeros);
  if (parent !== 0n || zeros.length === 0) zeros.push(firstZeros(parent, type));
  return zeros.toSorted((left, right) => right - left)[Math.ceil(zeros.length / 2) - 1]!;
}

/** Main accounts go by hundred thousands; a detail heading leaves room for ten, any other account for a hundred of its kind. */
function firstZeros(parent: bigint, type: string): number {
  return parent === 0n ? 5 : Math.max(trailingZeros(parent) - (type === 'D' ? 1 : 2), 0);
}
