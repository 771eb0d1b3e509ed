import { afterAll, beforeAll, expect, it } from 'vitest';
import { listCertificatesDue } from '@talaan/contract/resources/parties/certificates-due.contract';
import { resourceRoutes } from '@talaan/contract/resource/resource-routes';
import { uploadRoutes } from '@talaan/contract/resource/upload-routes';
import { withholdingCertificate } from '@talaan/contract/resources/parties/withholding-certificate.resource';
import { refusalOf, type PaymentBooks } from '../testing/books/payment-books.ts';
import type { ReceivableBooks } from '../testing/books/receivable-books.ts';
import { openReceivableServer } from '../testing/books/receivable-server.ts';
import { createCaller } from '../testing/raw-caller.ts';
import type { TestServer } from '../testing/test-server.ts';
import { registerMasterdataRoutes } from './masterdata.routes.ts';

let app: TestServer;
let books: PaymentBooks;
let desk: ReceivableBooks;
beforeAll(async () => {
  ({ app, books, desk } = await openReceivableServer(registerMasterdataRoutes));
});
afterAll(() => app.stop());

async function due(state: 'open' | 'all', fiscal_year = 2026) {
  const { call } = books.people.auditor;
  const { data } = await call(listCertificatesDue, { query: { fiscal_year: String(fiscal_year), state } });
  return data.rows.map((row) => [row.payee_code, row.quarter, row.withheld, row.certified, row.missing, row.due_date]);
}

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

it('are chased for what customers withheld and did not certify, by quarter, until they certified it', async () => {
  const invoice = await desk.invoice('112000.00');
  const paid = { billing_invoice_no: invoice.billing_invoice_no ?? '', cash_amount: '110000.00' };
  const collected = await desk.collect([{ ...paid, withholding_amount: '2000.00' }], {
    received_amount: '110000.00',
  });
  expect(await due('open')).toEqual([['C0001', 1, '2000.00', '0.00', '2000.00', '2026-04-20']]);
  await certify('1500.00', '75000.00', '2026-04-12');
  expect(await due('open')).toEqual([['C0001', 1, '2000.00', '1500.00', '500.00', '2026-04-20']]);
  const second = refusalOf(certify('500.00', '25000.00', '2026-04-18'));
  expect(await second).toMatchObject({
    status: 409,
    code: 'confirm',
    message:
      'C0001 has a 2307 of WC120 for January to March 2026 already: 1,500.00 withheld, received on 12 Apr 2026. Save it all the same?',
  });
  await certify('500.00', '25000.00', '2026-04-18', {}, { confirmed: '1' });
  expect([await due('open'), await due('all'), await due('all', 2025)]).toEqual([
    [],
    [['C0001', 1, '2000.00', '2000.00', '0.00', '2026-04-20']],
    [],
  ]);
  // What is void was withheld by nobody; the certificates are then too many.
  await desk.void(collected);
  expect(await due('open')).toEqual([['C0001', 1, '0.00', '2000.00', '-2000.00', '2026-04-20']]);
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
