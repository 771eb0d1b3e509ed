import { invalid, malformed, Problem } from './problem.ts';

/** Levels of lists and objects within one another; what the product sends has less than ten. */
const DEEPEST = 32;
/** Entries of one list: as many records as one selection can hold. */
const LONGEST_LIST = 100_000;

/** The JSON of a request's body, which is UTF-8; nothing of an empty one. */
export function parseJsonBody(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw malformed('malformed', 'The request is not text in UTF-8.');
  }
  return parseJson(text);
}

/**
 * Reads JSON that came from outside; `what` names it in a refusal. Refuses with 400 what is no JSON, is nested too deeply, or gives one name twice in
 * an object, which two readers would understand in two ways; with 413 a list beyond all use; and with 422, naming the
 * field, a text that no column can hold.
 */
export function parseJson(text: string, what = 'The request'): unknown {
  checkShape(text);
  const value = parse(text, what);
  // Only as an escape can JSON carry them, so that most requests are not walked through.
  if (UNSTORABLE_ESCAPE.test(text)) refuseUnstorable(value, '');
  return value;
}

const UNSTORABLE_ESCAPE = /\\u(?:0000|d[89a-f])/i;

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('malformed', `${what} is not valid JSON.`);
  }
}

/** Whether a database column can hold the text: PostgreSQL knows no NUL, and UTF-8 no half of a pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

function refuseUnstorable(value: unknown, path: string): void {
  if (typeof value === 'string' && !isStorable(value)) {
    throw invalid({ [path]: [`${path} holds a character that no text can hold. Remove it.`] });
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const place = path === '' ? name : `${path}.${name}`;
    if (!isStorable(name))
      throw malformed('malformed', 'A name in the request holds a character that no text can hold.');
    refuseUnstorable(inner, place);
  }
}

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const OPEN_OBJECT = '{'.charCodeAt(0);
const OPEN_LIST = '['.charCodeAt(0);
const CLOSE_OBJECT = '}'.charCodeAt(0);
const CLOSE_LIST = ']'.charCodeAt(0);

interface Level {
  /** The names of an object so far; null of a list. */
  readonly names: Set<string> | null;
  entries: number;
}

/** Walks through the structure alone, before anything is built of it; what is no JSON at all is left to the parser. */
function checkShape(text: string): void {
  const levels: Level[] = [];
  let wantsName = false;
  for (let at = 0; at < text.length; at += 1) {
    const level = levels.at(-1);
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at);
        if (wantsName) takeName(level!.names!, text.slice(at, end + 1));
        wantsName = false;
        at = end;
        break;
      }
      case COMMA:
        wantsName = level !== undefined && level.names !== null;
        if (level) countEntry(level);
        break;
      case OPEN_OBJECT:
      case OPEN_LIST:
        if (levels.length === DEEPEST) {
          throw malformed('too_deep', `The request is nested more than ${DEEPEST} levels deep.`);
        }
        wantsName = text.charCodeAt(at) === OPEN_OBJECT;
        levels.push({ names: wantsName ? new Set() : null, entries: 1 });
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        wantsName = false;
        levels.pop();
        break;
      default:
    }
  }
}

/** The closing quote of the string that opens at `start`, or the end of a text that breaks off. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

function takeName(names: Set<string>, quoted: string): void {
  const name = quoted.includes('\\') ? String(parse(quoted, 'The request')) : quoted.slice(1, -1);
  if (names.has(name)) {
    throw malformed('duplicate_name', `The name "${name.slice(0, 60)}" stands twice in one object of the request.`);
  }
  if (name === '__proto__') throw malformed('malformed', 'The request may not hold the name "__proto__".');
  names.add(name);
}

function countEntry(level: Level): void {
  level.entries += 1;
  if (level.names === null && level.entries > LONGEST_LIST) {
    throw new Problem(413, 'too_many_entries', 'A list of the request has more than 100,000 entries.');
  }
}
