import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReport } from '@talaan/contract/reports/define-report';
import { initialFilter } from '@talaan/contract/reports/report-filters';
import { REPORTS } from '@talaan/contract/reports/report-list';
import { requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { cashReceiptDocument } from '../documents/cash-receipt/cash-receipt.document.ts';
import { disbursementDocuments } from '../documents/disbursement/disbursement.documents.ts';
import { journalEntryDocument } from '../documents/journal-entry/journal-entry.document.ts';
import type { PaymentBooks } from '../testing/books/payment-books.ts';
import { openReceivableServer } from '../testing/books/receivable-server.ts';
import { readPdfPieces, readPdfText } from '../testing/pdf-text.ts';
import { createSignedInClient, type SignedInClient } from '../testing/sign-in/sign-in.ts';
import type { TestServer } from '../testing/test-server.ts';
import { registerReports } from './kit/register-reports.ts';
import { STATEMENTS } from './reports.ts';

// What every report does, tried on each of them (reports §0).

/** The fields of a row by the path of its call, as the specification names them (spec 2 §3). */
const ROW_FIELDS: Readonly<Record<string, string>> = {
  '/rpt/tbal': 'account_code acct_desc cur_debit cur_credit total_debit total_credit',
  '/rpt/subledgerReport':
    'transaction_type acct_code acct_desc branch payee_code document_date document_number particulars description ' +
    'debit credit rate php_da php_ca edit_by edit_date batch_number reference_number',
  '/rpt/subledgerAnalysis':
    'transaction_type acct_code acct_desc branch payee_code document_date document_number particulars description ' +
    'debit credit rate php_da php_ca edit_by edit_date batch_number reference_number',
  '/rpt/gledger':
    'document_date transaction_type document_number reference_number particulars contra debit credit balance side',
  '/rpt/RFAReport': 'brnc_code brnc_name asofamount',
  '/rpt/cibsubschedReport': 'voucher_date voucher_number cheque_number particulars amount account_code account_charge',
  '/rpt/boadisb': 'date document_number analysis account_code account_name remarks debit_amount credit_amount',
  '/rpt/boacr': 'date document_number analysis account_code account_name remarks debit_amount credit_amount',
  '/rpt/boaje': 'date document_number analysis account_code account_name remarks debit_amount credit_amount',
  '/rpt/audit':
    'transaction_type batch_number document_number document_date date_created payee remarks debit credit status ' +
    'edit_by edit_date edit_time posted_date',
};
/** Totals that have names of their own. */
const TOTAL_FIELDS: Readonly<Record<string, string>> = {
  '/rpt/subledgerReport': 'beginning ending',
  '/rpt/subledgerAnalysis': 'beginning ending',
  '/rpt/gledger': 'beginning debit credit ending',
  '/rpt/audit': 'total_debit total_credit',
};

let app: TestServer;
let books: PaymentBooks;
let reader: SignedInClient;
beforeAll(async () => {
  const documents = [journalEntryDocument, cashReceiptDocument, ...disbursementDocuments];
  ({ app, books } = await openReceivableServer(
    (server, services) => registerReports(server, services, STATEMENTS),
    documents,
  ));
  for (const type of ['CV', 'OB', 'DM', 'CR'] as const) await books.payAt(type, 7);
  await books.saveAt(7);
  reader = await createSignedInClient(app.server, app.database, {
    first_name: 'Hector',
    last_name: 'Navarro',
    levels: Object.fromEntries(REPORTS.map(({ module }) => [module, 1])),
  });
});
afterAll(() => app.stop());

const MARCH = requireCalendarDate('2026-03-31');
const calls = REPORTS.flatMap((report) => report.calls.map((call) => [call.path, report, call.given ?? {}] as const));

function ask(report: AnyReport, path: string, said: Readonly<Record<string, string>>, day = MARCH) {
  const query = new URLSearchParams({ ...initialFilter(report.filters, day), ...said });
  return app.server.inject({ url: `/api${path}?${query.toString()}`, headers: reader.headers });
}

describe.each(calls)('%s', (path, report, given) => {
  it('answers its rows by the specified names, with header, totals and proofs that agree; who asks is told by the server', async () => {
    const answer = (await ask(report, path, { ...given, user: 'Somebody', trans_type: '1' })).json();
    expect(answer.header).toMatchObject({
      company_name: expect.any(String),
      report_title: report.title,
      generated_by: 'Hector Navarro',
    });
    expect(answer.header.period).toMatch(/^(AS OF )?[A-Z]{3} \d\d, \d{4}( TO [A-Z]{3} \d\d, \d{4})?$/);
    const [row] = answer.data;
    expect(Object.keys(row ?? {})).toEqual(
      expect.arrayContaining(row ? (ROW_FIELDS[path] ?? '').split(' ').filter(Boolean) : []),
    );
    expect(Object.keys(answer.totals)).toEqual(
      expect.arrayContaining((TOTAL_FIELDS[path] ?? '').split(' ').filter(Boolean)),
    );
    const off = answer.proof.filter(({ stated, difference }: Proof) => !stated && difference !== '0.00');
    expect(off).toEqual([]);
  });

  it('refuses a name and a code that it does not know', async () => {
    expect((await ask(report, path, { ...given, sort: '1' })).json()).toMatchObject({
      status: 422,
      errors: { request: ['This report has no filter named sort.'] },
    });
    const reference = Object.entries(report.filters).find(([, { kind }]) => kind === 'reference')?.[0];
    const unknown = reference ? { [reference]: '99999999' } : { format: 'doc' };
    const refused = await ask(report, reference ? path : `${path}/export`, { ...given, ...unknown });
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, Object.keys(unknown)]);
  });

  it('leaves as workbook, CSV and PDF on A4, named by the second, each with what the others have', async () => {
    const [xlsx, csv, pdf] = await Promise.all(
      ['xlsx', 'csv', 'pdf'].map((format) => ask(report, `${path}/export`, { ...given, format })),
    );
    for (const [file, format] of [
      [xlsx, 'xlsx'],
      [csv, 'csv'],
      [pdf, 'pdf'],
    ] as const) {
      expect(file!.headers['content-disposition']).toMatch(
        new RegExp(`^attachment; filename="${report.name}_\\d{10}\\.${format}"$`),
      );
    }
    const sheet = await readSheet(xlsx!.rawPayload);
    const lines: string[][] = parse(csv!.body, { bom: true });
    const head = sheet.findIndex((cells) => cells[0] === lines[0]![0]);
    expect(sheet.slice(0, 2).map(([cell]) => cell)).toEqual(['SAMPOL PADALA SERVICES, INC.', report.title]);
    expect(sheet[head]!.slice(0, lines[0]!.length)).toEqual(lines[0]);
    expect(String(sheet.at(-1)![0])).toMatch(/^Generated by Hector Navarro, \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d$/);
    const pages = readPdfText(pdf!.rawPayload);
    expect(pages[0]).toContain(report.title);
    expect(pages[0]).toMatch(/Generated by Hector Navarro, .* Page 1 of \d+/);
    const [first] = readPdfPieces(pdf!.rawPayload);
    expect(Math.round(first!.width)).toBe(report.orientation === 'portrait' ? 595 : 842);
    // Margins 80, 0, 30, 0 points: the header stands in the upper one, the foot in the lower one.
    const word = String(lines[0]![0]).split(' ')[0]!;
    const head_cell = readPdfPieces(pdf!.rawPayload).find(({ text, y }) => y > 66 && text.startsWith(word));
    expect(head_cell?.y ?? 80).toBeGreaterThanOrEqual(80);
  });

  it('of days without a posting has its header, and says so on paper', async () => {
    const long_ago = requireCalendarDate('2001-05-31');
    const answer = (await ask(report, path, given, long_ago)).json();
    expect([answer.data, answer.groups, answer.next]).toEqual([[], [], null]);
    const pdf = await ask(report, `${path}/export`, { ...given, format: 'pdf' }, long_ago);
    expect(readPdfText(pdf.rawPayload)[0]).toMatch(/MAY \d\d, 2001|(MAR|DEC) 31, 2001[^]*NO DATA FOUND/);
  });
});

interface Proof {
  readonly stated: boolean;
  readonly difference: string;
}
