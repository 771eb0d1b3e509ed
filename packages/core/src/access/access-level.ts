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
