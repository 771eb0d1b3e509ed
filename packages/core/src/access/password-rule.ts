/** Words shorter than this are part of many good passwords by chance. */
const SHORTEST_WORD = 4;
const FEWEST_CHARACTERS = 5;

/** What a password must not lean on, whoever owns it. */
const WELL_KNOWN = ['password', 'passw0rd', 'qwerty', 'letmein', 'welcome', 'administrator', '12345', 'talaan'];

/**
 * Why a password is too easy to guess, as one sentence that starts with "Password", or null. Refused are passwords made
 * of a few characters and passwords that hold a well-known one, the product's name, or a word of `about`: user id,
 * names, e-mail and company of the person, in any case (reliability (e) Passwords). Its length is the field's own rule.
 */
export function passwordFault(password: string, about: readonly (string | null | undefined)[]): string | null {
  const text = password.normalize('NFC').toLowerCase();
  if (new Set(text).size < FEWEST_CHARACTERS) {
    return `Password needs at least ${FEWEST_CHARACTERS} different characters.`;
  }
  const word = [...WELL_KNOWN, ...about.flatMap(wordsOf)].find((one) => text.includes(one));
  return word === undefined ? null : `Password is easy to guess: it contains "${word}".`;
}

function wordsOf(text: string | null | undefined): string[] {
  const [name = ''] = (text ?? '').normalize('NFC').toLowerCase().split('@');
  return name.split(/[^\p{L}\p{N}]/u).filter((word) => word.length >= SHORTEST_WORD);
}
