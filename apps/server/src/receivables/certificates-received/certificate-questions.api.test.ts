import { afterAll, beforeAll, expect, it } from 'vitest';
import { resourceRoutes } from '@talaan/contract/resource/resource-routes';
import { uploadRoutes } from '@talaan/contract/resource/upload-routes';
import { withholdingCertificate } from '@talaan/contract/resources/parties/withholding-certificate.resource';
import { refusalOf, type PaymentBooks } from '../../testing/books/payment-books.ts';
import { openReceivableServer } from '../../testing/books/receivable-server.ts';
import { createCaller } from '../../testing/raw-caller.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { registerMasterdataRoutes } from '../../masterdata/masterdata.routes.ts';

let app: TestServer;
let books: PaymentBooks;
beforeAll(async () => {
  ({ app, books } = await openReceivableServer(registerMasterdataRoutes));
});
afterAll(() => app.stop());

async function certify(
  tax_withheld: string,
  income_amount: string,
  received_date: string,
  change: object = {},
  query: { confirmed?: '1' } = {},
) {
  const { data } = await books.people.admin.call(resourceRoutes(withholdingCertificate).create, {
    query,
    body: {
      payee_code: 'C0001',
      fiscal_year: 2026,
      quarter: 1,
      atc_code: 'WC120',
      income_amount,
      tax_withheld,
      received_date,
      ...change,
    },
  });
  return data as { id: number; row_version: number };
}

it('are asked about where there is one of its customer, ATC and quarter already', async () => {
  await certify('1500.00', '75000.00', '2026-04-12');
  expect(await refusalOf(certify('500.00', '25000.00', '2026-04-18'))).toMatchObject({
    status: 409,
    code: 'confirm',
    message:
      'C0001 has a 2307 of WC120 for January to March 2026 already: 1,500.00 withheld, received on 12 Apr 2026. Save it all the same?',
  });
  await certify('500.00', '25000.00', '2026-04-18', {}, { confirmed: '1' });
});

it('are asked about at a rate that their ATC did not have in the quarter, and once more where a kept one changes to it', async () => {
  const quarter = { fiscal_year: 2025, quarter: 2 };
  const told = '1,500.00 is withheld, and WC120, 2 % of 30,000.00, is 600.00. Save it all the same?';
  expect(await refusalOf(certify('1500.00', '30000.00', '2025-07-12', quarter))).toMatchObject({
    code: 'confirm',
    message: told,
  });
  const { id, row_version } = await certify('600.00', '30000.00', '2025-07-12', quarter);
  const change = (body: object, query: { confirmed?: '1' } = {}) =>
    books.people.admin.call(resourceRoutes(withholdingCertificate).update, { params: { id }, query, body });
  expect((await refusalOf(change({ row_version, tax_withheld: '1500.00' }))).message).toBe(told);
  const kept = await change({ row_version, tax_withheld: '1500.00' }, { confirmed: '1' });
  // What was answered once is not asked again with the next correction.
  await change({ row_version: (kept.data as { row_version: number }).row_version, remarks: 'AGREED' });
});

it('of a file are refused where they would be asked about, each by its row, also one of another in the file', async () => {
  const rows = [
    ['2025', '3', '20000.00', '400.00', '2025-10-10'],
    ['2025', '3', '10000.00', '200.00', '2025-10-12'],
    ['2025', '4', '10000.00', '900.00', '2026-01-12'],
  ].map((row) => ['C0001', row[0], row[1], 'WC120', ...row.slice(2)].join(','));
  const heading = 'Customer,Year,Quarter,ATC code,Income payment,Tax withheld,Received on';
  const bytes = Buffer.from([heading, ...rows].join('\n'));
  const { body } = await createCaller(() => app).sendFile(books.people.admin, '/withholding-certificate/import', {
    name: 'certificates.csv',
    bytes,
  });
  expect(Object.values(body.errors as Record<string, string[]>).flat()).toEqual([
    'Row 3: C0001 has a 2307 of WC120 for July to September 2025 already: 400.00 withheld, received on 10 Oct 2025. Save it all the same? That is answered in its form.',
    'Row 4: 900.00 is withheld, and WC120, 2 % of 10,000.00, is 200.00. Save it all the same? That is answered in its form.',
  ]);

  // Nor does a change of many bring one to another rate.
  const { id } = await certify('400.00', '20000.00', '2025-10-10', { fiscal_year: 2025, quarter: 3 });
  const { data: many } = await books.people.admin.call(uploadRoutes(withholdingCertificate).changeMany, {
    query: {},
    body: { upload_id: '0123456789abcdef0123456789abcde0', ids: [id], change: { income_amount: '90000.00' } },
  });
  expect(many.counts).toMatchObject({ changed: 0, refused: 1 });
});
