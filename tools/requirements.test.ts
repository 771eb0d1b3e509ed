import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inProject } from './run.mjs';

/**
 * docs/requirements: each requirement of a step, and of what papers and reports are by definition, with what proves it, as `file > name of the test`,
 * or, where it is not delivered on purpose, `page of docs/decisions > its words`; several are parted by ` | `.
 */
const LISTS = [
  { list: 'step-1', count: 291 },
  { list: 'step-2', count: 87 },
  { list: 'step-3', count: 136 },
  // Purchase orders and their paper, billings, collections, the clients of the API, and receipts.
  { list: 'step-4', count: 105 },
  // Regular transactions, integrated batches and uploads.
  { list: 'step-5', count: 65 },
  { list: 'step-6', count: 61 },
  { list: 'step-7', count: 121 },
  // Sections and sentences of the definition of papers.
  { list: 'papers', count: 63 },
  // What the definition of reports asks for beside the steps.
  { list: 'reports', count: 10 },
];

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

describe.each(LISTS)('the requirements of $list', ({ list, count }) => {
  const [head, ...rows] = readFileSync(inProject(`docs/requirements/${list}.tsv`), 'utf8')
    .trimEnd()
    .split('\n');
  const requirements = rows.map((row) => row.split('\t') as [id: string, requirement: string, proof: string]);

  it('are a table of ids, each once, texts and proofs', () => {
    expect(head).toBe('id\trequirement\tproof');
    expect(requirements).toHaveLength(count);
    expect(requirements.filter(([id, text]) => !/^[ABPR]\d+\.\d+$/.test(id) || !text)).toEqual([]);
    expect(new Set(requirements.map(([id]) => id)).size).toBe(requirements.length);
  });

  it.each(requirements)('%s is proven: %s', (_id, _text, proof) => {
    expect(proof.split(' | ').map(faultOf).filter(Boolean)).toEqual([]);
  });
});
