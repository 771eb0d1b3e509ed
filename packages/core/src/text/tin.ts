const DIGITS = /^[0-9][0-9 -]*$/;

/**
 * The taxpayer identification number in its one form, `123-456-789-00000`: nine digits and the branch code of five. In:
 * the digits with or without hyphens and spaces; without a branch code it is the head office (00000), one of three
 * digits, as older papers print it, gets two zeros before it. Out: null for anything else (BIR, TIN and branch code).
 */
export function parseTin(text: string): string | null {
  if (!DIGITS.test(text)) return null;
  const digits = text.replaceAll(/[ -]/g, '');
  const branch = digits.slice(9);
  if (![9, 12, 14].includes(digits.length)) return null;
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 9), branch.padStart(5, '0')].join('-');
}
