/** The `like` pattern of what holds the text anywhere; its own signs stand for themselves. */
export function patternOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** As `lower` of the database: letter by letter. Done here, because a prepared statement would do it again for every row. */
export function inSmallLetters(text: string): string {
  return Array.from(text, (letter) => letter.toLowerCase()).join('');
}
