/** A set with these members, or without them: rows that are ticked, left out, unfolded. */
export const toggled = (set: ReadonlySet<number>, ids: readonly number[], isIn: boolean): ReadonlySet<number> =>
  new Set([...set].filter((one) => !ids.includes(one)).concat(isIn ? ids : []));
