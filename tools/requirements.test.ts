import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inProject } from './run.mjs';

/**
 * docs/requirements/step-1.tsv: each requirement of the first step with what proves it, as `file > name of the test`, or,
 * where it is not delivered on purpose, `page of docs/decisions > its words`; several are parted by ` | `.
 */
const [HEAD, ...ROWS] = readFileSync(inProject('docs/requirements/step-1.tsv'), 'utf8').trimEnd().split('\n');
const REQUIREMENTS = ROWS.map((row) => row.split('\t') as [id: string, requirement: string, proof: string]);

const TEST_FILE = /\.(test|e2e)\.tsx?$/;

/** What is wrong with one proof; undefined when it holds. */
function faultOf(proof: string): string | undefined {
  const [file = '', name = ''] = proof.split(' > ');
  if (name === '') return `"${proof}" is not of the form: file > name`;
  if (!existsSync(inProject(file))) return `${file} does not exist`;
  const text = readFileSync(inProject(file), 'utf8');
  if (TEST_FILE.test(file)) return isTitle(text, name) ? undefined : `${file} has no test "${name}"`;
  if (!file.startsWith('docs/decisions/')) return `${file} is neither a test nor a decision`;
  return text.includes(name) ? undefined : `${file} does not say "${name}"`;
}

/** What stands before the title of a test: `it(`, `test(`, `describe(`, or the end of `it.each(…)(`. */
const BEFORE_TITLE = /(\b(it|test|describe)|\))\(\s*$/;

/** Whether a test, or a group of tests, has this title. */
function isTitle(source: string, name: string): boolean {
  return ["'", '"', '`'].some((quote) =>
    [...occurrences(source, quote + name + quote)].some((at) => BEFORE_TITLE.test(source.slice(0, at))),
  );
}

function* occurrences(text: string, part: string): Generator<number> {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) yield at;
}

describe('the requirements of the first step', () => {
  it('are a table of ids, each once, texts and proofs', () => {
    expect(HEAD).toBe('id\trequirement\tproof');
    expect(REQUIREMENTS).toHaveLength(291);
    expect(REQUIREMENTS.filter(([id, text]) => !/^[AB]\d+\.\d+$/.test(id) || !text)).toEqual([]);
    expect(new Set(REQUIREMENTS.map(([id]) => id)).size).toBe(REQUIREMENTS.length);
  });

  it.each(REQUIREMENTS)('%s is proven: %s', (_id, _text, proof) => {
    expect(proof.split(' | ').map(faultOf).filter(Boolean)).toEqual([]);
  });
});
