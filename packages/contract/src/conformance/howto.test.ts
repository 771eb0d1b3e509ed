import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const inProject = (...parts: string[]) => path.join(import.meta.dirname, '../../../..', ...parts);

/** What stands there already as each page says, with the names that it goes by in code. */
const EXAMPLES: { page: string; of: Record<string, string>; names: RegExp }[] = [
  {
    page: 'add-a-document.md',
    of: { document: 'purchase-order' },
    names: /\bPURCHASE_ORDERS?\b|purchaseOrderDocument|\bORDER_(TERMS|LINES)\b/,
  },
  { page: 'add-a-report.md', of: { report: 'trial-balance' }, names: /\btrialBalance(Report)?\b/ },
  {
    page: 'add-a-print.md',
    of: { document: 'disbursement', paper: 'voucher', print: 'voucher' },
    names: /voucherPaper|\bVoucherPrint\b|\bprintVoucher/,
  },
];

const SOURCES = ['core', 'contract'].map((name) => `packages/${name}/src`).concat('apps/server/src', 'apps/web/src');

/** Every file of the product, without tests and what only they use. */
const FILES = SOURCES.flatMap((folder) =>
  readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
).filter((file) => /\.tsx?$/.test(file) && !/\.(test|property\.test)\.|\/testing\//.test(file));

/** The places that a page lists under 'Files you touch', with the names of the example in place of its own. */
function listedPlaces(page: string, of: Record<string, string>): string[] {
  const text = readFileSync(inProject('docs/howto', page), 'utf8');
  const list = /^Files you touch:[^]*$/m.exec(text)?.[0] ?? '';
  return [...list.matchAll(/`([^`]+)`/g)].map(([, place]) =>
    place!.replaceAll(/<(\w+)>/g, (word, name: string) => of[name] ?? word),
  );
}

describe.each(EXAMPLES)('docs/howto/$page', ({ page, of, names }) => {
  const places = listedPlaces(page, of);

  it('lists places that are there', () => {
    expect(places.length).toBeGreaterThan(2);
    expect(places.filter((place) => !existsSync(inProject(place)))).toEqual([]);
  });

  it('lists every file that names its example', () => {
    const touched = FILES.filter((file) => names.test(readFileSync(inProject(file), 'utf8')));
    expect(touched.length).toBeGreaterThan(2);
    expect(touched.filter((file) => !places.some((place) => file === place || file.startsWith(place)))).toEqual([]);
  });
});

it.each([
  ['add-a-document.md', { document: 'fund-transfer' }],
  ['add-a-print.md', { document: 'purchase-requisition', print: 'purchase-requisition' }],
])('docs/howto/%s lists the files whose code it shows', (page, of) => {
  const shown = readFileSync(inProject('docs/howto', page), 'utf8').matchAll(/^ *`([\w./-]+)`\n\n *```/gm);
  const files = Array.from(shown, ([, file]) => file!);
  const places = listedPlaces(page, of);
  expect(files.length).toBeGreaterThan(8);
  expect(files.filter((file) => !places.some((place) => file === place || file.startsWith(place)))).toEqual([]);
});
