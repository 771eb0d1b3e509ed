/** Access levels of a person on a module; each includes the ones below it (decisions §8). */
export const ACCESS_LEVEL = { NO_ACCESS: 0, SELECT: 1, INSERT: 2, UPDATE: 3, DELETE: 4 } as const;

export type AccessLevel = (typeof ACCESS_LEVEL)[keyof typeof ACCESS_LEVEL];

/** The letter that a user access privilege stores for each level (spec 1 §3). */
export const ACCESS_LEVEL_LETTERS = { N: 0, S: 1, I: 2, U: 3, D: 4 } as const satisfies Record<string, AccessLevel>;

/** The words that screens show for each level (spec 2 §6). */
export const ACCESS_LEVEL_LABELS: Readonly<Record<AccessLevel, string>> = {
  0: 'No Access',
  1: 'Select',
  2: 'Insert',
  3: 'Update',
  4: 'Delete',
};
