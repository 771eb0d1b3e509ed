import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PERIOD_CLOSED_TEXT } from '@talaan/core/calendar/accounting-period';
import { APPROVAL_STATUSES, statusChip } from '@talaan/core/documents/document-status';
import { STATUS } from '@talaan/core/documents/status';
import { checkFieldText, FIELD_RULES } from '@talaan/core/text/field-rules';
import { MESSAGE_DURATION, MESSAGES } from '../errors/messages.ts';
import { MODULES } from '../access/modules.ts';
import specified from './messages.json' with { type: 'json' };

const ROOT = path.join(import.meta.dirname, '../../../..');

/** Texts that stand in one other place: the file, and how they stand there. */
const ELSEWHERE = {
  'The Current User is not the Preparer.': [
    'packages/core/src/approval/allowed-actions.ts',
    "'The Current User is not the Preparer.'",
  ],
  '{from} - {to} of {total}': ['apps/web/src/ui/table/paging-footer.tsx', '`${from} - ${to} of ${total}`'],
  'Page {x} of {y}': ['packages/contract/src/papers/layout/paper-layout.ts', '`Page ${number} of ${count}`'],
} as const;

/** Every text that a single named place holds, variables in braces. */
const HELD = [
  ...Object.values(MESSAGES).map((text) => (typeof text === 'string' ? text : text('{v}', '{v}'))),
  ...Object.values(FIELD_RULES).map(({ message }) => message),
  ...(['code', 'no such kind'] as const).flatMap((kind) => [
    checkFieldText(kind, '{v}', ''),
    checkFieldText(kind, '{v}', ' ', 'optional'),
  ]),
  ...[...APPROVAL_STATUSES, STATUS.APPROVED].map((status) => statusChip('JE', status).label),
  ...Object.keys(MODULES),
  PERIOD_CLOSED_TEXT,
];

/** A text of the specification may be the beginning, or the end, of the sentence that is shown. */
function isHeld(text: string): boolean {
  const plain = text.replaceAll(/\{[^}]+\}/g, '{v}');
  return HELD.some(
    (held) => held !== null && (held === plain || held.startsWith(`${plain} `) || held.endsWith(` ${plain}`)),
  );
}

const FIRST_STEP = specified.filter(({ step }) => step === 1).map(({ text }) => text);

/** Of a later step: what is said of the templates of entries. */
const OF_TEMPLATES = specified.flatMap(({ text }) => (/regular transaction/i.test(text) ? [text] : []));

describe('texts of the specification', () => {
  it('are those of the first step, and of the templates of entries', () => {
    expect([FIRST_STEP.length, OF_TEMPLATES.length]).toEqual([86, 5]);
  });

  it.each([...FIRST_STEP, ...OF_TEMPLATES].filter((text) => !(text in ELSEWHERE)))(
    '%s stands in one named place, letter for letter',
    (text) => {
      expect(isHeld(text)).toBe(true);
    },
  );

  it.each(Object.entries(ELSEWHERE))('%s stands in its own place', (_text, [file, drawn]) => {
    expect(readFileSync(path.join(ROOT, file), 'utf8')).toContain(drawn);
  });
});

describe('the catalogue of messages', () => {
  const source = ['apps/server/src', 'apps/web/src', 'packages/contract/src'].flatMap(readSources).join('\n');

  it.each(Object.keys(MESSAGES))('%s is shown somewhere', (name) => {
    expect(source).toMatch(new RegExp(String.raw`MESSAGES\.${name}\b`));
  });

  it('closes its messages after the times of the specification, in milliseconds (spec 1 §8, §9)', () => {
    expect(MESSAGE_DURATION).toEqual({ success: 6000, error: 3000, networkError: 3000, popup: 2000 });
  });
});

/** The sources below a folder of the project that become the product. */
function readSources(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^testing\//.test(name))
    .map((name) => readFileSync(path.join(ROOT, folder, name), 'utf8'));
}
