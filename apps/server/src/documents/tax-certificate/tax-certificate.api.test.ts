import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { CertificateRecord } from '@talaan/contract/documents/tax-certificate/tax-certificate.contract';
import type { WithheldRow } from '@talaan/contract/reports/bir-form.report';
import { requireSum, sumMinor } from '@talaan/core/money/money';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { paperRunFiles } from '../../paper-runs/run-files.ts';
import { registerPaperRuns } from '../../paper-runs/paper-run.routes.ts';
import { startMailCatcher } from '../../platform/mail/mail-catcher.ts';
import { openMailServer } from '../../platform/mail/mail-server.ts';
import { sendWaitingMail } from '../../platform/mail/send-mail.ts';
import { birForm } from '../../reports/bir-form/bir-form.query.ts';
import { readAll } from '../../testing/books/read-reports.ts';
import { makeFiles } from '../../reports/files/make-files.ts';
import { registerReportFileRoutes } from '../../reports/files/report-file.routes.ts';
import { openTestLedger, type TestEntry, type TestLedger } from '../../testing/books/test-ledger.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { readPdfCodes, readPdfFrames, readPdfPieces, readPdfText } from '../../testing/pdf-text.ts';
import { setToday } from '../../testing/set-today.ts';
import { createSignedInClient, type SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerCustomerRoutes } from '../../receivables/customer/customer.routes.ts';
import { registerIssuedPapers } from '../print/issued-papers.routes.ts';
import { paperMails } from '../print/mail-paper.ts';
import { registerPaperVerification } from '../print/verify.routes.ts';
import { CERTIFICATE_MAIL } from './certificate-mail.ts';
import { VERIFIED_CERTIFICATE } from './certificate-on-paper.ts';
import { registerCertificateRoutes } from './tax-certificate.routes.ts';

let app: TestServer;
let ledger: TestLedger;
let payees: Record<string, number>;
let clerk: SignedInClient;
let voucher: string;

const paid = (
  date: string,
  payee: string,
  lines: [atc: string, base: string, tax: string][],
  more: object = {},
): TestEntry => ({
  date,
  payee,
  ...more,
  lines: [
    { account: '502050', debit: lines.reduce((sum, [, , tax]) => sum + Number(tax), 0).toFixed(2) },
    ...lines.map(([atc, tax_base, credit]) => ({ account: '203030', credit, atc, tax_base })),
  ],
});
const WIDE = Array.from({ length: 11 }, (_, at) => `WC${200 + at}`);

beforeAll(async () => {
  app = await createTestServer((server, services) => {
    registerCertificateRoutes(server, services, true);
    registerCustomerRoutes(server, services, true);
    registerIssuedPapers(server, services);
    registerPaperVerification(server, services, [VERIFIED_CERTIFICATE]);
    registerPaperRuns(server, services);
    registerReportFileRoutes(server, services, [], paperRunFiles(services));
  });
  ledger = await openTestLedger(app.database, {
    accounts: [
      ['203030', 'Expanded Withholding Tax Payable'],
      ['502050', 'Security Services'],
    ],
    years: [2023],
    tax_codes: { WC100: 5, WC120: 2, WI100: 5, WB080: 3, ...Object.fromEntries(WIDE.map((code) => [code, 1])) },
    payees: {
      S1: 'BANTAY KUNWARI SECURITY AGENCY, INC.',
      S2: 'JUANA HALIMBAWA',
      S3: 'HULMA REALTY LEASING CORP.',
      S4: 'LIHIM TRADING',
      S5: 'MARAMI SUPPLY',
      S6: 'N'.repeat(250),
      S7: 'DALAWA SERVICES',
    },
  });
  await inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
    await sql`update account set role = 'EWT' where acct_code = '203030'`.execute(db);
    await sql`update payee set tin = '900-000-10' || substr(payee_code, 2) || '-00000', house_unit = '12', street = 'SAMPAGUITA ST.',
      city = 'MAKATI CITY', zip_code = '1200', email_add = lower(payee_code) || '@payee.example' where payee_code <> 'S3'`.execute(
      db,
    );
    await sql`update payee set business_type = 4, last_name = 'Halimbawa', first_name = 'Juana' where payee_code = 'S2'`.execute(
      db,
    );
    await sql`update company set profile = profile || '{"tin": "900-000-100-00000", "address": "8F KUNWARI TOWER, MAKATI CITY", "zip_code": "1226",
      "tax_signatory": "LIZA MANALO", "tax_signatory_title": "Tax Manager"}'`.execute(db);
  });
  const rows = await app.database.selectFrom('payee').select(['id', 'payee_code']).execute();
  payees = Object.fromEntries(rows.map(({ id, payee_code }) => [payee_code, id]));
  await ledger.post([
    paid('2023-01-16', 'S1', [['WC120', '50000.00', '1000.00']]),
    paid('2023-02-28', 'S1', [['WC120', '50000.00', '1000.00']]),
    paid('2023-03-31', 'S1', [['WC120', '51250.00', '1025.00']]),
    paid('2023-01-20', 'S2', [['WI100', '30000.00', '1500.00']]),
    paid('2023-04-05', 'S3', [['WC100', '25000.00', '1250.00']]),
    paid('2023-04-06', 'S4', [['WC120', '700.00', '14.00']], { is_confidential: 1 }),
    paid('2023-05-02', 'S5', [
      ...WIDE.map((code): [string, string, string] => [code, '100.00', '1.00']),
      ['WB080', '100.00', '3.00'],
    ]),
    paid('2023-05-03', 'S6', [['WC120', '100.00', '2.00']]),
    paid('2023-08-08', 'S7', [['WC120', '100.00', '2.00']]),
    paid('2023-09-09', 'S7', [['WC120', '300.00', '6.00']]),
    paid('2023-07-07', 'S6', [['WC120', '400.00', '8.00']]),
  ]);
  const batches = await app.database.selectFrom('batch').select(['batch_number', 'document_date']).execute();
  voucher = batches.find(({ document_date }) => document_date === '2023-01-16')!.batch_number;
  clerk = await createSignedInClient(app.server, app.database, { levels: { 'BIR Form 2307': 2, 'Cash Receipt': 1 } });
});
afterAll(() => app.stop());

const QUARTER = { fiscal_year: 2023, quarter: 1 };
const send = (path: string, payload: object, { key = randomUUID(), as = clerk } = {}) =>
  app.server.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { ...as.headers, 'idempotency-key': key },
    payload,
  });
const print = (codes: string[], more: object = {}, options?: Parameters<typeof send>[2]) =>
  send('/rpt/bir2307/print', { ...QUARTER, payee_ids: codes.map((code) => payees[code]), ...more }, options);
const check = async (codes: string[], more: object = {}) =>
  (await send('/rpt/bir2307/check', { ...QUARTER, payee_ids: codes.map((code) => payees[code]), ...more })).json();
const stored = () =>
  app.database
    .selectFrom('tax_certificate')
    .select(['id', 'kind', 'total_base', 'total_tax', 'in_force', 'replaced_by'])
    .orderBy('id')
    .execute();
/** What anybody learns of the first paper of a file by its code. */
const verify = async (pdf: Buffer, as?: SignedInClient) => {
  const code = /\/verify\/([0-9A-Z]{16})/.exec(readPdfText(pdf)[0]!)![1];
  return (await app.server.inject({ url: `/api/verify/${code}`, headers: as?.headers ?? {} })).json().data;
};
/** Sends the mails that wait, and answers what a mail server got of them. */
async function deliver() {
  const catcher = await startMailCatcher();
  await sendWaitingMail(app.database, openMailServer({ url: catcher.url, from: 'books@sampol.example' }), {
    ...paperMails([CERTIFICATE_MAIL], 'https://books.example'),
  });
  await catcher.stop();
  return catcher.mails;
}
/** Lets a day pass for what the trail says of addresses. */
const letDayPass = () =>
  runAsOwner(app.ownerUrl, (owner) =>
    owner.query(`alter table audit_event disable trigger audit_append_only;
      update audit_event set at = at - interval '1 day' where table_name = 'payee';
      alter table audit_event enable always trigger audit_append_only`),
  );
const stateOf = async (payee: string, quarter = 1) => {
  const { data } = await readAll<WithheldRow>(app.database, birForm, { fiscal_year: '2023', quarter: String(quarter) });
  return data.filter((row) => row.payee === payee).map(({ certificate }) => certificate);
};

it('certifies a voucher when it is posted, once, and refuses what is not posted or withheld nothing', async () => {
  const path = `/trx/print-2307/${voucher}`;
  expect((await send('/trx/print-2307/0009999', {})).statusCode).toBe(404);
  const plan = await app.server.inject({ url: `/api${path}`, headers: clerk.headers });
  expect(plan.json()).toMatchObject({
    data: [{ act: 'issue', total_base: '50000.00', total_tax: '1000.00', missing: [], quarter: 1 }],
    company_lacks: [],
  });
  const first = await send(path, {});
  expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'application/pdf']);
  const [text] = readPdfText(first.rawPayload);
  expect(text).toMatch(/Payments under WC120\s+WC120\s+50,000\.00\s+50,000\.00\s+1,000\.00/);
  expect(await stored()).toMatchObject([
    { kind: 'payment', total_base: '50000.00', total_tax: '1000.00', in_force: true },
  ]);
  expect(await stateOf('BANTAY KUNWARI SECURITY AGENCY, INC.')).toEqual(['in part']);
  const taken = await app.database
    .selectFrom('audit_event')
    .select('after')
    .where('table_name', '=', 'tax_certificate')
    .where('action', '=', 'download')
    .where('user_id', '=', clerk.user.id)
    .execute();
  expect(taken).toMatchObject([{ after: { format: 'pdf', certificates: 1 } }]);
  // Printed again it is a copy of the same certificate, each with a code of its own.
  const [again] = readPdfText((await send(path, {})).rawPayload);
  expect(text).not.toContain('REPRINT');
  expect(again).toContain('REPRINT 2');
  const codes = [text!, again!].map((page) => /Verify this paper at \S+\/verify\/([0-9A-Z]{16})/.exec(page)![1]);
  expect(new Set(codes).size).toBe(2);
  expect(await stored()).toHaveLength(1);

  const { id } = await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    db
      .insertInto('batch')
      .values({
        document_type: 'CR',
        batch_number: '0000900',
        prepared_by: ledger.user_id,
        document_date: '2023-01-20',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    sql`insert into document (batch_id, document_type, header_key, document_date) values (${id}, 'CR', 0, '2023-01-20')`.execute(
      db,
    ),
  );
  expect((await send('/trx/print-2307/900', {})).json()).toMatchObject({
    status: 409,
    message: 'It is certified when it is posted.',
  });
  expect((await print(['S3'])).json()).toMatchObject({
    status: 409,
    message: expect.stringContaining('Nothing was withheld'),
  });
});

it('E04: certifies what a quarter has left, with replace all of it; both are one print however often the call is sent', async () => {
  expect((await check(['S1'])).data).toMatchObject([
    { act: 'issue', total_base: '101250.00', total_tax: '2025.00', replaces: 0 },
  ]);
  expect((await check(['S1'], { replace: 1 })).data).toMatchObject([
    { total_base: '151250.00', total_tax: '3025.00', replaces: 1 },
  ]);
  // The same as its paper would say it, and as no copy.
  const preview = async (code: string) =>
    (await send('/rpt/bir2307/preview', { ...QUARTER, payee_id: payees[code] })).json().data;
  expect(await preview('S1')).toMatchObject({
    plan: { act: 'issue', total_tax: '2025.00' },
    certificates: [{ copy_no: 0, code: null, batch: { state: 'stands', income: [{ tax: '2025.00' }] } }],
  });
  expect(await preview('S3')).toMatchObject({ plan: { act: 'nothing' }, certificates: [] });
  expect((await send('/rpt/bir2307/preview', { ...QUARTER, payee_id: 99_999_999 })).statusCode).toBe(404);
  const key = randomUUID();
  const twice = await Promise.all([1, 2].map(() => print(['S1', 'S2'], { replace: 1 }, { key })));
  expect(twice.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await stored()).toMatchObject([
    { in_force: false, replaced_by: expect.any(String) },
    { kind: 'quarter', total_base: '151250.00', total_tax: '3025.00', in_force: true },
    { total_base: '30000.00', total_tax: '1500.00' },
  ]);
  const pages = readPdfText(twice[0]!.rawPayload);
  expect(readPdfText(twice[1]!.rawPayload)).toEqual(pages);
  expect(pages).toHaveLength(2);
  expect(pages[0]).toMatch(/WC120\s+50,000\.00\s+50,000\.00\s+51,250\.00\s+151,250\.00\s+3,025\.00/);
  expect(pages[1]).toContain('HALIMBAWA, JUANA');
  expect(pages[1]).toMatch(/WI100\s+30,000\.00\s+30,000\.00\s+1,500\.00/);
  expect(await stateOf('BANTAY KUNWARI SECURITY AGENCY, INC.')).toEqual(['issued']);
  expect(await preview('S1')).toMatchObject({
    plan: { act: 'copy' },
    certificates: [{ batch: { state: 'stands', income: [{ total: '151250.00', tax: '3025.00' }] } }],
  });
  expect((await print(['S1'], { fiscal_year: 2022 }, { key })).json()).toMatchObject({ code: 'idempotency_conflict' });
  // What the payee is called later changes no old paper.
  await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    sql`update payee set payee_desc = 'ANOTHER NAME' where id = ${payees['S1']}`.execute(db),
  );
  expect(readPdfText((await print(['S1'])).rawPayload)[0]).toContain('BANTAY KUNWARI SECURITY AGENCY, INC.');
  await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    sql`update payee set payee_desc = 'BANTAY KUNWARI SECURITY AGENCY, INC.' where id = ${payees['S1']}`.execute(db),
  );
});

it('lets one of two issuers at a time certify, and what the other asked for is a copy', async () => {
  const second = { quarter: 2 };
  const races = await Promise.all(Array.from({ length: 6 }, () => print(['S3', 'S5'], second)));
  expect(races.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200]);
  const made = (await stored()).slice(3);
  expect(made.map(({ total_tax }) => total_tax)).toEqual(['1250.00', '14.00']);
  // Each is a copy of its own.
  const copies = races.map(({ rawPayload }) => /REPRINT (\d)/.exec(readPdfText(rawPayload)[0]!)?.[1] ?? '1');
  expect(copies.toSorted()).toEqual(['1', '2', '3', '4', '5', '6']);
});

it('goes on a second sheet after ten codes, whose totals stand on the last; a long name wraps, and what cannot is refused, with nothing issued', async () => {
  const pages = readPdfText((await print(['S5'], { quarter: 2 })).rawPayload);
  expect(pages).toHaveLength(2);
  expect(pages[0]).toContain('Sheet 1 of 2');
  expect(pages[0]).not.toContain('1,100.00');
  expect(pages[1]).toMatch(/WC210/);
  expect(pages[1]).toMatch(/Total\s+0\.00\s+1,100\.00\s+0\.00\s+1,100\.00\s+11\.00/);
  const before = (await stored()).length;
  expect((await print(['S6'], { quarter: 2 })).json()).toMatchObject({
    status: 422,
    errors: { 'Payee’s name': [expect.stringContaining('N" does not fit')] },
  });
  expect(await stored()).toHaveLength(before);
  const name = 'KAPISANAN NG MGA '.repeat(14);
  await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    sql`update payee set payee_desc = ${name.trim()} where id = ${payees['S6']}`.execute(db),
  );
  const long = readPdfText((await print(['S6'], { quarter: 2 })).rawPayload)[0]!;
  expect(long.match(/KAPISANAN/g)).toHaveLength(14);
});

it('leaves out what is confidential to who prints, and says what would be missing on the paper', async () => {
  const second = { quarter: 2 };
  expect((await check(['S3', 'S4'], second)).data).toMatchObject([
    {
      payee_desc: 'HULMA REALTY LEASING CORP.',
      act: 'copy',
      missing: ['no TIN', 'no address', 'no ZIP code of four digits'],
    },
    { payee_desc: 'LIHIM TRADING', act: 'nothing' },
  ]);
  const known = (last_name: string | null) =>
    inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      sql`update payee set last_name = ${last_name} where payee_code = 'S2'`.execute(db),
    );
  await known(null);
  expect((await check(['S2'])).data[0].missing).toEqual(['no last and first name']);
  await known('Halimbawa');
  // What is certified and what is not make what the list has, which is what the account has.
  const list = await readAll<WithheldRow>(app.database, birForm, { fiscal_year: '2023', quarter: '2' });
  const sumOf = (amounts: readonly string[]) => sumMinor(amounts.map(requireSum));
  const certified = await app.database
    .selectFrom('tax_certificate')
    .select('total_tax')
    .where('quarter', '=', 2)
    .where('in_force', '=', true)
    .execute();
  const rest = list.data.filter(({ certificate }) => certificate === 'none');
  expect(rest.map(({ payee }) => payee)).toEqual(['Confidential']);
  expect(
    sumOf([...certified, ...rest.map(({ tax_withheld }) => ({ total_tax: tax_withheld }))].map((one) => one.total_tax)),
  ).toBe(requireSum(list.totals!['tax_withheld']!));
  expect(list.proof[0]).toMatchObject({ left: '1280.00', right: '1280.00' });
  const reader = await createSignedInClient(app.server, app.database, { levels: { 'BIR Form 2307': 1 } });
  expect((await print(['S3'], second, { as: reader })).statusCode).toBe(403);
  expect((await print([], second)).json()).toMatchObject({
    errors: { payee_ids: ['Choose whose certificates to print.'] },
  });
});

/**
 * What the form is made of (layout of January 2018): its blocks from the top with their heights in points, 578 wide; the grey bars; the
 * blocks of ten rows in seven columns, and those of three cells.
 */
const HEIGHTS = [
  40, 48, 9, 13, 11, 24, 31, 31, 22, 11, 24, 31, 31, 11, 31, 150, 15, 21, 150, 15, 40, 40, 22, 11, 40, 22, 11,
];
const SHARES = [27.5, 7.5, 12.5, 12.5, 12.5, 12.5, 15];
const CELLS = [36, 32, 32];
const [BARS, TABLES, AGENTS] = [
  [4, 9, 13, 23],
  [15, 18],
  [22, 25],
];
/** Heads of the table, and what has no frame. */
const UNFRAMED = [14, 17, 26];

interface Frame {
  readonly box: readonly number[];
  readonly shaded: boolean;
}

/** Every frame of the form that begins at a point, in points; what is scaled is so much smaller. */
function framesOfForm(left: number, top: number, scale: number): Frame[] {
  const across = (shares: readonly number[], y: number, height: number, shaded = false): Frame[] =>
    shares.map((share, at) => {
      const before = shares.slice(0, at).reduce((sum, one) => sum + one, 0);
      return { box: [left + before * 5.78 * scale, y, share * 5.78 * scale, height * scale], shaded };
    });
  return HEIGHTS.flatMap((height, block) => {
    const y = top + HEIGHTS.slice(0, block).reduce((sum, one) => sum + one, 0) * scale;
    if (UNFRAMED.includes(block)) return [];
    if (TABLES.includes(block))
      return Array.from({ length: 10 }, (_, line) => across(SHARES, y + line * 15 * scale, 15)).flat();
    if ([16, 19].includes(block)) return across(SHARES, y, height, true);
    if (AGENTS.includes(block)) return across(CELLS, y, height);
    return across([100], y, height, BARS.includes(block));
  });
}

const MM = 72 / 25.4;
it.each([
  ['A4', 595.28, 841.89, { left: 0, top: 1.56, scale: 0.89 }],
  ['Folio', 612, 936, { left: 3.24, top: -0.5, scale: 0.97 }],
])('is the form of January 2018 on %s, each frame within half a millimetre', async (sheet, width, height, lies) => {
  const HALF_MM = 0.5 * MM;
  const { scale } = lies;
  const pdf = (await print(['S1'], { sheet })).rawPayload;
  const frames = readPdfFrames(pdf);
  const [left, top] = [lies.left * MM + 17 * scale, lies.top * MM + 14 * scale];
  const isThere = ({ box, shaded }: Frame) =>
    frames.some(
      (frame) => frame.shaded === shaded && frame.box.every((value, at) => Math.abs(value - box[at]!) < HALF_MM),
    );
  const wanted = framesOfForm(left, top, scale);
  expect(wanted.length).toBeGreaterThan(170);
  expect(wanted.filter((frame) => !isThere(frame))).toEqual([]);
  // Days, TINs and ZIP codes: a digit in each of its boxes.
  const digits = readPdfPieces(pdf).filter(({ text, x }) => /^\d$/.test(text) && x > left + 20);
  expect(digits.map(({ text }) => text).join('')).toBe('0101202303312023900000101000001200900000100000001226');
  const inBox = ({ x, y }: { x: number; y: number }) =>
    frames.some(({ box: [l, t, w, h] }) => w < 14 && x > l && x < l + w && y > t && y < t + h + HALF_MM);
  expect(digits.filter((digit) => !inBox(digit))).toEqual([]);
  // Below the frame: which copy it is and the address.
  const foot = readPdfPieces(pdf).find(({ text }) => text.includes('/verify/'));
  expect(foot!.text).toMatch(/^(REPRINT \d · )?Verify this paper at \S+\/verify\/[0-9A-Z]{16}$/);
  expect(foot!.y).toBeGreaterThan(top + 905 * scale);
  // Its code is as large as on every paper, clear of the frame and, with its dark modules, of the margins of printers: 3.5 mm.
  const [code] = readPdfCodes(pdf);
  const [x, y, edge] = code!.box;
  expect(edge).toBeCloseTo(18 * MM, 1);
  expect(Math.max(x - left - 578 * scale, y - top - 894 * scale)).toBeGreaterThan(-0.1);
  const dark = edge * (1 - 4 / code!.modules);
  const margins = [width - x - dark, height - y - dark];
  expect(Math.min(...margins)).toBeGreaterThan(3.5 * MM);
});

it('marks what was reversed since, and offers a new one; where all was taken back, the old one is withdrawn', async () => {
  await setToday(app.ownerUrl, '2023-03-31');
  const entry = async (day: string, payee: string) =>
    (
      await app.database
        .selectFrom('journal_entry')
        .select('id')
        .where('entry_date', '=', day)
        .where('payee_id', '=', payees[payee]!)
        .executeTakeFirstOrThrow()
    ).id;
  const given = (await print(['S1'])).rawPayload;
  expect(await verify(given)).toMatchObject({
    state: 'stands',
    paper: { title: 'BIR Form 2307', amount: '3025.00' },
    details: null,
  });
  await ledger.reverse(await entry('2023-02-28', 'S1'), '2023-03-31');
  expect(await verify(given)).toMatchObject({ state: 'changed', details: null });
  // Field by field for whoever sees certificates.
  expect((await verify(given, clerk)).details).toMatchObject({
    payee: 'BANTAY KUNWARI SECURITY AGENCY, INC.',
    way: 'pdf',
    document: null,
    differences: expect.arrayContaining([
      { field: 'Form', printed: '151,250.00', now: '101,250.00' },
      { field: 'Form', printed: '3,025.00', now: '2,025.00' },
    ]),
  });
  expect(await stateOf('BANTAY KUNWARI SECURITY AGENCY, INC.')).toEqual(['changed since']);
  expect((await check(['S1'])).data).toMatchObject([{ act: 'copy', is_changed: true }]);
  expect((await check(['S5'], { quarter: 2 })).data).toMatchObject([{ act: 'copy', is_changed: false }]);
  expect(readPdfText((await print(['S1'], { replace: 1 })).rawPayload)[0]).toMatch(
    /WC120\s+50,000\.00\s+50,000\.00\s+1,250\.00\s+101,250\.00\s+2,025\.00/,
  );
  expect(await stateOf('BANTAY KUNWARI SECURITY AGENCY, INC.')).toEqual(['issued']);
  expect(await verify(given)).toMatchObject({ state: 'replaced' });

  await ledger.reverse(await entry('2023-01-20', 'S2'), '2023-03-31');
  expect((await check(['S2'], { replace: 1 })).data).toMatchObject([{ act: 'withdraw', replaces: 1 }]);
  const withdrawn = await print(['S2'], { replace: 1 });
  expect(readPdfText(withdrawn.rawPayload)[0]).toContain('WITHDRAWN');
  expect((await print(['S2'])).json()).toMatchObject({ status: 409 });
  expect(await stateOf('JUANA HALIMBAWA')).toEqual([]);
});

it('goes by mail, one to each payee who has an address that did not change in the last day, once; attempts are kept, and his page lists what he was given', async () => {
  const mail = async (codes: string[], more: object = {}) =>
    (await send('/rpt/bir2307/mail', { ...QUARTER, payee_ids: codes.map((code) => payees[code]), ...more })).json();
  const second = { quarter: 2 };
  expect((await mail(['S5'], second)).data).toMatchObject([
    { outcome: 'address_is_new', to_address: 's5@payee.example' },
  ]);
  await letDayPass();
  const run = await mail(['S5', 'S3', 'S1', 'S4'], second);
  expect(run.data.map(({ payee_desc, outcome }: Record<string, string>) => [payee_desc, outcome])).toEqual([
    ['BANTAY KUNWARI SECURITY AGENCY, INC.', 'nothing'],
    ['HULMA REALTY LEASING CORP.', 'no_address'],
    ['LIHIM TRADING', 'nothing'],
    ['MARAMI SUPPLY', 'queued'],
  ]);
  expect([run.queued, run.has_server]).toEqual([1, true]);
  expect(await mail(['S5'], second)).toMatchObject({ queued: 1 });
  const mails = await deliver();
  expect(mails.map(({ to }) => to)).toEqual(['s5@payee.example']);
  expect(mails[0]!.raw).toContain('filename=2307-2023-Q2.pdf');
  const attempts = await app.database.selectFrom('mail_attempt').select('outcome').execute();
  expect(attempts).toEqual([{ outcome: 'accepted' }]);
  // Nobody mails to an address that he gave the payee himself, however long ago; somebody else does.
  const actor = { user_id: clerk.user.id, request_id: 'address' };
  await inTransaction(app.database, actor, (db) =>
    sql`update payee set email_add = 'own@clerk.example' where id = ${payees['S5']}`.execute(db),
  );
  await letDayPass();
  const own = await mail(['S5'], second);
  expect([own.queued, own.data]).toMatchObject([0, [{ outcome: 'address_is_own', to_address: 'own@clerk.example' }]]);
  const other = await createSignedInClient(app.server, app.database, { levels: { 'BIR Form 2307': 2 } });
  const body = { ...QUARTER, ...second, payee_ids: [payees['S5']] };
  expect((await send('/rpt/bir2307/mail', body, { as: other })).json()).toMatchObject({ queued: 1 });
  expect((await deliver()).map(({ to }) => to)).toContain('own@clerk.example');

  const given = async (code: string, levels: Record<string, 1>) => {
    const { headers } = await createSignedInClient(app.server, app.database, { levels });
    const { data } = (await app.server.inject({ url: `/api/customer/${payees[code]}`, headers })).json();
    return data.given_certificates.map((one: Record<string, string>) => [
      one['quarter'],
      one['total_tax'],
      one['state'],
      one['mail_state'],
    ]);
  };
  const lister = { 'Payee Details': 1, 'BIR Form 2307': 1 } as const;
  expect(await given('S5', lister)).toEqual([[2, '14.00', 'stands', 'sent']]);
  expect(await given('S1', lister)).toEqual([
    [1, '2025.00', 'stands', null],
    [1, '3025.00', 'replaced', null],
    [1, '1000.00', 'replaced', null],
  ]);
  expect(await given('S2', lister)).toEqual([[1, '1500.00', 'withdrawn', null]]);
  expect(await given('S5', { 'Payee Details': 1 })).toEqual([]);
  // The register has every copy with what became of its certificate, for whoever sees the list of them.
  const copies = async (path: string, levels: Record<string, 1>) => {
    const { headers } = await createSignedInClient(app.server, app.database, { levels });
    const { data } = (await app.server.inject({ url: `/api${path}`, headers })).json();
    const told = data.map(
      (one: Record<string, string>) => `${one['payee_desc']} ${one['number']} ${one['way']} ${one['state']}`,
    );
    return [...new Set<string>(told)];
  };
  const all = await copies('/access-log/papers?kind=tax_certificate&pages=100', {
    'Audit Trail': 1,
    'BIR Form 2307': 1,
  });
  expect(all).toEqual(
    expect.arrayContaining([
      'MARAMI SUPPLY Q2 2023 mail stands',
      'BANTAY KUNWARI SECURITY AGENCY, INC. Q1 2023 pdf replaced',
      'BANTAY KUNWARI SECURITY AGENCY, INC. Q1 2023 pdf stands',
      'JUANA HALIMBAWA Q1 2023 pdf withdrawn',
    ]),
  );
  expect(await copies('/access-log/papers?kind=tax_certificate', { 'Audit Trail': 1 })).toEqual([]);
  expect(await copies(`/customer/${payees['S5']}/prints`, lister)).toEqual([
    'MARAMI SUPPLY Q2 2023 mail stands',
    'MARAMI SUPPLY Q2 2023 pdf stands',
  ]);
});

it('sends the certificates of a payee in one mail, each a file of its own', async () => {
  const third = { quarter: 3 };
  const [{ batch_number }] = (await app.database
    .selectFrom('batch')
    .select('batch_number')
    .where('document_date', '=', '2023-08-08')
    .execute()) as [{ batch_number: string }];
  expect((await send(`/trx/print-2307/${batch_number}`, {})).statusCode).toBe(200);
  expect((await print(['S7'], third)).statusCode).toBe(200);
  const body = { ...QUARTER, ...third, payee_ids: [payees['S7']] };
  const twice = [await send('/rpt/bir2307/mail', body), await send('/rpt/bir2307/mail', body)];
  expect(twice.map((reply) => reply.json().queued)).toEqual([1, 1]);
  const mails = await deliver();
  expect(mails.map(({ to }) => to)).toEqual(['s7@payee.example']);
  expect(mails[0]!.raw.match(/filename=\S+/g)).toEqual(['filename=2307-2023-Q3.pdf', 'filename=2307-2023-Q3-2.pdf']);
  expect(mails[0]!.raw).toContain('your 2 certificates of');
});

it('makes those of a quarter as one file in the background: issued when it is asked for, counted when it is ready', async () => {
  const ofThird = (codes: string[]) =>
    send('/rpt/bir2307/run', { fiscal_year: 2023, quarter: 3, payee_ids: codes.map((code) => payees[code]) });
  expect((await ofThird(['S4'])).json()).toMatchObject({ status: 409, code: 'nothing_withheld' });
  const before = await stored();
  const asked = await ofThird(['S4', 'S6']);
  expect([asked.statusCode, asked.json().data]).toMatchObject([202, { state: 'waiting', rows_expected: 1 }]);
  const [issued] = (await stored()).slice(before.length);
  expect(issued).toMatchObject({ total_base: '400.00', total_tax: '8.00', in_force: true });
  const copies = () =>
    app.database
      .selectFrom('issued_paper')
      .select(['copy_no', 'way'])
      .where('certificate_id', '=', issued!.id)
      .execute();
  expect(await copies()).toEqual([]);
  const log = { error: vi.fn<() => void>() };
  const sources = paperRunFiles({ publicAddress: 'https://talaan.example' });
  await makeFiles({ database: app.database, sources, log, stopping: new AbortController().signal });
  expect([await copies(), log.error.mock.calls]).toEqual([[{ copy_no: 1, way: 'pdf' }], []]);
  const url = `/api/report-files/${asked.json().data.id}/file`;
  const pages = readPdfText((await app.server.inject({ url, headers: clerk.headers })).rawPayload);
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain('KAPISANAN');
  // Asked for alone afterwards it is the second copy.
  expect(readPdfText((await print(['S6'], { quarter: 3 })).rawPayload)[0]).toContain('REPRINT 2');
});

/** Numbers from 0 to 1, the same ones of the same seed. */
function* draws(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (state * 48271) % 2147483647;
    yield state / 2147483647;
  }
}

const AMOUNTS = ['month_1', 'month_2', 'month_3', 'total', 'tax'] as const;

// oxlint-disable-next-line node/no-process-env -- a test has no configuration but this number
const { CERTIFICATES } = process.env;
/** How many steps the history has: `CERTIFICATES=500` goes on as far. */
const STEPS = CERTIFICATES === undefined ? 24 : Number(CERTIFICATES);

it('certifies what the account withheld less what has no ATC, whatever was posted, reversed, certified and replaced', async () => {
  await setToday(app.ownerUrl, '2023-12-31');
  const random = draws(2307);
  const below = (count: number) => Math.floor(random.next().value! * count);
  const fourth = { quarter: 4 };
  const of = ['S1', 'S3', 'S5', 'S7'];
  const codes = ['WC100', 'WC120', 'WI100', 'WB080'];
  const pesos = (minor: number) => (minor / 100).toFixed(2);
  const made: {
    payee: string;
    atc: string;
    month: number;
    base: number;
    tax: number;
    entry: string;
    stands: boolean;
  }[] = [];
  let beside = 0;
  const statuses: number[] = [];
  for (let step = 0; step < STEPS; step++) {
    const kind = below(10);
    const standing = made.filter(({ stands }) => stands);
    if (kind < 5 || standing.length === 0) {
      const [payee, atc, month] = [of[below(4)]!, codes[below(4)]!, 1 + below(3)];
      const [base, tax] = [1 + below(9_999_999), 1 + below(500_000)];
      const date = `2023-${9 + month}-1${below(10)}`;
      const [entry] = await ledger.post([paid(date, payee, [[atc, pesos(base), pesos(tax)]])]);
      made.push({ payee, atc, month, base, tax, entry: entry!, stands: true });
    } else if (kind < 7) {
      const taken = standing[below(standing.length)]!;
      taken.stands = false;
      await ledger.reverse(taken.entry, '2023-12-31');
      made.push({ ...taken, month: 3, base: -taken.base, tax: -taken.tax });
    } else if (kind < 8) {
      const amount = 1 + below(100_000);
      beside -= amount;
      const lines = [
        { account: '203030', debit: pesos(amount) },
        { account: '502050', credit: pesos(amount) },
      ];
      await ledger.post([{ date: '2023-11-10', lines }]);
    } else {
      const reply = await print(of.filter(() => below(2) === 0).concat('S1'), { ...fourth, replace: below(2) });
      statuses.push(reply.statusCode);
    }
  }
  // At the end of the quarter everybody gets a new one of all that stands.
  await print(of, { ...fourth, replace: 1 });
  const inForce = await app.database
    .selectFrom('tax_certificate')
    .select(['payee_id', 'total_tax', 'paper'])
    .where('quarter', '=', 4)
    .where('in_force', '=', true)
    .execute();
  const sum = (rows: readonly { tax: number }[]) => rows.reduce((total, { tax }) => total + tax, 0);
  let uncertified = 0;
  const certificates: [given: string[], wanted: string[]][] = [];
  const fields: [told: string[][], wanted: string[][]][] = [];
  for (const payee of of) {
    const his = made.filter((one) => one.payee === payee);
    const given = inForce.filter(({ payee_id }) => payee_id === payees[payee]);
    const isCertified = sum(his) > 0;
    certificates.push([given.map(({ total_tax }) => total_tax), isCertified ? [pesos(sum(his))] : []]);
    if (!isCertified) uncertified += sum(his);
    if (!isCertified || given.length === 0) continue;
    // Field by field, each ATC by itself.
    const paper = given[0]!.paper as CertificateRecord;
    const rows = codes.toSorted().flatMap((atc) => {
      const own = his.filter((one) => one.atc === atc);
      const months = [1, 2, 3].map((month) =>
        own.filter((one) => one.month === month).reduce((total, { base }) => total + base, 0),
      );
      const total = months.reduce((all, one) => all + one, 0);
      if (total === 0 && sum(own) === 0) return [];
      return [[atc, ...[...months, total, sum(own)].map(pesos)]];
    });
    fields.push([
      [...paper.business, ...paper.income].map((row) => [row.atc_code, ...AMOUNTS.map((field) => row[field])]),
      rows,
    ]);
  }
  expect(certificates.map(([given]) => given)).toEqual(certificates.map(([, wanted]) => wanted));
  expect(fields.map(([told]) => told)).toEqual(fields.map(([, wanted]) => wanted));
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  const { rows } = await sql<{ movement: string }>`
    select sum(p.credit - p.debit)::numeric(18, 2)::text as movement from posting p join account a on a.id = p.account_id
    where a.acct_code = '203030' and p.entry_date between '2023-10-01' and '2023-12-31'`.execute(app.database);
  const certified = sumMinor(inForce.map(({ total_tax }) => requireSum(total_tax)));
  expect(certified + BigInt(uncertified) + BigInt(beside)).toBe(requireSum(rows[0]!.movement));
  const list = await readAll<WithheldRow>(app.database, birForm, { fiscal_year: '2023', quarter: '4' });
  expect(sumMinor(list.data.map(({ tax_withheld }) => requireSum(tax_withheld)))).toBe(certified + BigInt(uncertified));
  expect(list.data.filter(({ certificate }) => certificate === 'changed since')).toEqual([]);
  expect(list.proof[0]!.difference).toBe('0.00');
});
