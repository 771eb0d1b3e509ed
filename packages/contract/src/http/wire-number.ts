import * as z from 'zod';

/**
 * A number as a call sends it: a JSON number, or its decimal digits as a form or an address sends them, where an empty
 * text is 0. What only can be made a number of (true, [1], null, 0x10) is refused in the schema's words.
 */
export function wireNumber(schema: z.ZodNumber) {
  return z.preprocess((given) => (typeof given === 'string' && DIGITS.test(given) ? Number(given) : given), schema);
}

const DIGITS = /^\s*(-?\d+(\.\d+)?)?\s*$/;
