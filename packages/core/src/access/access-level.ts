/**
 * Access levels, cumulative: whoever may delete may also update, insert and select (decisions §8).
 * The letters are what a user access privilege stores (spec 1 §3).
 */
export const ACCESS = { none: 0, select: 1, insert: 2, update: 3, delete: 4 } as const;
export type AccessLevel = (typeof ACCESS)[keyof typeof ACCESS];

export const ACCESS_LETTERS = ['N', 'S', 'I', 'U', 'D'] as const;
export type AccessLetter = (typeof ACCESS_LETTERS)[number];

export const ACCESS_LABELS: Record<AccessLetter, string> = {
  N: 'No Access',
  S: 'Select',
  I: 'Insert',
  U: 'Update',
  D: 'Delete',
};

/** The label of a level, as menus and refusals print it: 3 → 'Update'. */
export function accessLevelLabel(level: AccessLevel): string {
  return ACCESS_LABELS[ACCESS_LETTERS[level]];
}

/**
 * Why a person may not do something, in one sentence: 'You need Update on Payment or Rates; you have Select.' In: the
 * modules of which any one would do, the level that is needed and the best that the person has on them.
 */
export function levelMissingText(modules: readonly string[], needed: AccessLevel, held: AccessLevel): string {
  const names = modules.length === 1 ? modules[0]! : `${modules.slice(0, -1).join(', ')} or ${modules.at(-1)!}`;
  return `You need ${accessLevelLabel(needed)} on ${names}; you have ${accessLevelLabel(held)}.`;
}
