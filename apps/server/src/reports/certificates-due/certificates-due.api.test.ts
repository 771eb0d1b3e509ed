import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CertificateDue } from '@talaan/contract/reports/certificates-due.report';
import { resourceRoutes } from '@talaan/contract/resource/resource-routes';
import { withholdingCertificate } from '@talaan/contract/resources/parties/withholding-certificate.resource';
import { registerMasterdataRoutes } from '../../masterdata/masterdata.routes.ts';
import type { PaymentBooks } from '../../testing/books/payment-books.ts';
import { readAll, readPostings } from '../../testing/books/read-reports.ts';
import type { ReceivableBooks } from '../../testing/books/receivable-books.ts';
import { openReceivableServer } from '../../testing/books/receivable-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { certificatesDue } from './certificates-due.query.ts';

let app: TestServer;
let books: PaymentBooks;
let desk: ReceivableBooks;
beforeAll(async () => {
  ({ app, books, desk } = await openReceivableServer(registerMasterdataRoutes));
});
afterAll(() => app.stop());

const read = (state: 'open' | 'all', fiscal_year = '2026') =>
  readAll<CertificateDue>(app.database, certificatesDue, { fiscal_year, state });
const due = async (state: 'open' | 'all', fiscal_year?: string) =>
  (await read(state, fiscal_year)).data.map((row) =>
    [row.payee_code, row.quarter, row.withheld, row.certified, row.missing, row.due_date].join(' '),
  );
const certify = (tax_withheld: string, income_amount: string, received_date: string, confirmed?: '1') =>
  books.people.admin.call(resourceRoutes(withholdingCertificate).create, {
    query: confirmed ? { confirmed } : {},
    body: {
      payee_code: 'C0001',
      fiscal_year: 2026,
      quarter: 1,
      atc_code: 'WC120',
      income_amount,
      tax_withheld,
      received_date,
    },
  });

it('chases what customers withheld and did not certify, by quarter, until they certified it', async () => {
  const invoice = await desk.invoice('112000.00');
  const paid = { billing_invoice_no: invoice.billing_invoice_no ?? '', cash_amount: '110000.00' };
  const collected = await desk.collect([{ ...paid, withholding_amount: '2000.00' }], { received_amount: '110000.00' });
  expect(await due('open')).toEqual(['C0001 1 2000.00 0.00 2000.00 2026-04-20']);
  const figure = { column: 'withheld', payee_code: 'C0001', quarter: '1' };
  expect((await readPostings(app.database, certificatesDue, { fiscal_year: '2026' }, figure)).totals).toMatchObject({
    postings: 1,
    php_da: '2000.00',
  });
  await certify('1500.00', '75000.00', '2026-04-12');
  expect(await due('open')).toEqual(['C0001 1 2000.00 1500.00 500.00 2026-04-20']);
  await certify('500.00', '25000.00', '2026-04-18', '1');
  expect([await due('open'), await due('all'), await due('all', '2025')]).toEqual([
    [],
    ['C0001 1 2000.00 2000.00 0.00 2026-04-20'],
    [],
  ]);
  expect((await read('all')).proof).toMatchObject([{ left: '2000.00', right: '2000.00', difference: '0.00' }]);
  // What is void was withheld by nobody; the certificates are then too many.
  await desk.void(collected);
  expect(await due('open')).toEqual(['C0001 1 0.00 2000.00 -2000.00 2026-04-20']);
});
