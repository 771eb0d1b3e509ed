import type { OwnNames } from '@talaan/contract/documents/document-kind';
import { Problem, renamed } from '../platform/http/problem.ts';

/** How a document with a body of its own names what the engine names by its place in an entry. */
export interface NamesOfKind extends OwnNames {
  /** The own field of a line of account, from 0 on; absent where the lines of account follow from the whole list. */
  readonly ofLine?: (place: number, field: string) => string;
}

/** What all lines of account of such a document share, and so its head asks. */
const SHARED = ['branch_id', 'department_id', 'payee_id'];

/** Does what is asked of the engine for such a document; a refusal names the fields as the document does. */
export async function underOwnNames<Result>(names: NamesOfKind, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Problem ? inOwnNames(names, error) : error;
  }
}

/** A refusal of the engine under the names that the document has for its fields. */
export function inOwnNames(names: NamesOfKind, refusal: Problem): Problem {
  if (refusal.details.errors === undefined) return refusal;
  const errors: Record<string, string[]> = {};
  for (const [path, messages] of Object.entries(refusal.details.errors)) {
    const own = ownPath(names, path);
    errors[own] = unique([...(errors[own] ?? []), ...toldAt(own, path, messages)]);
  }
  return renamed(refusal, errors);
}

function ownPath({ date, number, lines, ofLine = () => lines }: NamesOfKind, path: string): string {
  if (path === 'details') return lines;
  const [, place, field] = /^details\.(\d+)\.(\w+)$/.exec(path) ?? [];
  if (field !== undefined) return SHARED.includes(field) ? field : ofLine(Number(place), field);
  const name = path.replace(/^headers\.0\./, '');
  if (name === path) return path;
  return name === 'document_date' ? date : name === 'batch_number' ? number : name;
}

/** What is said of a line of account, with the number of the own line that it follows from, or of none. */
function toldAt(own: string, path: string, messages: readonly string[]): readonly string[] {
  if (!path.startsWith('details.')) return messages;
  const [, place] = /\.(\d+)\.\w+$/.exec(own) ?? [];
  const line = place === undefined ? '' : `line ${Number(place) + 1}: `;
  return messages.map((message) => message.replace(/^(?:line \d+: )?/i, line));
}

/** The head and each line of account say the same of the party that stands on all of them. */
function unique(messages: readonly string[]): string[] {
  const alike = messages.map((message) => message.toLowerCase());
  return messages.filter((_message, at) => alike.indexOf(alike[at]!) === at);
}
