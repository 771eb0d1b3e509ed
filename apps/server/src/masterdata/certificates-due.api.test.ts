import { afterAll, beforeAll, expect, it } from 'vitest';
import { listCertificatesDue } from '@talaan/contract/resources/parties/certificates-due.contract';
import { resourceRoutes } from '@talaan/contract/resource/resource-routes';
import { withholdingCertificate } from '@talaan/contract/resources/parties/withholding-certificate.resource';
import type { PaymentBooks } from '../testing/books/payment-books.ts';
import type { ReceivableBooks } from '../testing/books/receivable-books.ts';
import { openReceivableServer } from '../testing/books/receivable-server.ts';
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

async function certify(tax_withheld: string, income_amount: string, received_date: string) {
  const { data } = await books.people.admin.call(resourceRoutes(withholdingCertificate).create, {
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
  return data;
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
  await certify('500.00', '25000.00', '2026-04-18');
  expect([await due('open'), await due('all'), await due('all', 2025)]).toEqual([
    [],
    [['C0001', 1, '2000.00', '2000.00', '0.00', '2026-04-20']],
    [],
  ]);
  // What is void was withheld by nobody; the certificates are then too many.
  await desk.void(collected);
  expect(await due('open')).toEqual([['C0001', 1, '0.00', '2000.00', '-2000.00', '2026-04-20']]);
});
