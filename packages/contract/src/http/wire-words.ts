import type * as z from 'zod';

/**
 * What a call is told of a value that its schema refuses without words of its own: the field as people say it, with its
 * line where it stands in a list, and what it must be (reliability (d)).
 */
export function wireWords(issue: z.core.$ZodRawIssue): string {
  return `${nameOf(issue.path ?? [])} ${faultOf(issue)}`;
}

function nameOf(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === 'string') ?? 'request';
  const place = path.find((part) => typeof part === 'number');
  const line = place === undefined ? '' : `line ${place + 1}: `;
  return `${line}${name.replaceAll('_', ' ')}`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: '1 or 0',
  array: 'a list',
  object: 'an object',
};

/** What is counted of a value that has a length. */
const COUNTED: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' };

function faultOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'is required.'
        : `must be ${KINDS[issue.expected] ?? issue.expected}.`;
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}.`;
    case 'too_big':
      return issue.origin in COUNTED
        ? `may have up to ${issue.maximum} ${COUNTED[issue.origin]}.`
        : `must be ${issue.maximum} or less.`;
    case 'too_small':
      return issue.origin in COUNTED
        ? `must have at least ${issue.minimum} ${COUNTED[issue.origin]}.`
        : `must be ${issue.minimum} or more.`;
    default:
      return 'is not a value that can be taken here.';
  }
}
