import { DOCUMENT_KINDS } from '@talaan/contract/documents/document-kinds';
import type { KindPaper } from '@talaan/contract/documents/document-kind';
import { expect, test } from '../steps/journey.ts';
import { copiesOf, differencesOnPaper } from '../steps/paper-likeness.ts';
import { pixelDifferences } from '../steps/paper-pixels.ts';

type Row = Parameters<KindPaper['address']>[0] & Parameters<NonNullable<KindPaper['isOf']>>[0];

/** Drawn in one way alone: a cheque is printed on its stock and has no file, a certificate is issued as a file. */
const DRAWN_ONCE = ['cheque', 'tax_certificate'];

/** Compares pictures of the papers as well, and tells how much of each page differs; it needs Poppler. */
const COMPARES_PIXELS = process.env['PAPER_PIXELS'] === '1';
/** Of the pixels of a page, in percent. */
const MOST_PIXELS = 0.5;

test('the file of every paper of a document is what the browser prints of it, each text and line within half a millimetre', async ({
  openAs,
  callAs,
}) => {
  const call = await callAs('auditor');
  const page = await openAs('auditor');
  const faults: Record<string, string[]> = {};
  for (const { types, paper, otherPapers = [] } of DOCUMENT_KINDS) {
    // The ones that are in the books have most to say.
    const posted = await Promise.all(
      types.map((type) => call('GET', `/api/trx/header?document_type=${type}&status=7&sort=-document_date`)),
    );
    const papers = paper === undefined ? [] : [paper, ...otherPapers].filter(({ name }) => !DRAWN_ONCE.includes(name));
    for (const { name, address, isOf = () => true } of papers) {
      // One of them stands for the types that share a paper.
      const found = posted.flatMap(({ data }) => (data as unknown as Row[]).find(isOf) ?? []).slice(0, 1);
      expect(found, `the demo company has no document with the paper ${name}`).not.toEqual([]);
      for (const row of found) {
        await page.goto(address(row));
        await expect(page.getByRole('article')).toBeVisible();
        const copies = await copiesOf(page);
        const differences = differencesOnPaper(copies);
        if (COMPARES_PIXELS) {
          const shares = pixelDifferences(copies);
          process.stdout.write(
            `${row.document_type} ${name}: ${shares.map((share) => `${share.toFixed(2)} %`).join(', ')}\n`,
          );
          differences.push(...shares.filter((share) => share > MOST_PIXELS).map((share) => `${share} % of the pixels`));
        }
        if (differences.length > 0) faults[`${row.document_type} ${name}`] = differences;
      }
    }
  }
  expect(faults).toEqual({});
});
