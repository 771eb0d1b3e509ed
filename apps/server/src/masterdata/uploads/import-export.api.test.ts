import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignedInClient } from '../../testing/sign-in/sign-in.ts';
import type { SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { createCaller, recordOf, rowsOf } from '../../testing/raw-caller.ts';
import { readWorkbookRows, readWorkbookSheets } from '../../testing/workbook.ts';
import { zipFile } from '../../testing/zip-file.ts';
import { filedMaintenanceReport } from '../../reports/maintenance-report/maintenance-report.ts';
import { registerMaintenanceReport } from '../../reports/maintenance-report/maintenance-report.routes.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { registerMasterdataRoutes } from '../masterdata.routes.ts';

let world: TestServer;
let admin: SignedInClient;
const { send, sendFile, download, make } = createCaller(() => world);

beforeAll(async () => {
  world = await createTestServer((server, services) => {
    registerMasterdataRoutes(server, services);
    registerMaintenanceReport(server, services);
  });
  admin = await createSignedInClient(world.server, world.database, { super_user: true, last_name: 'Administrator' });
});
afterAll(async () => world.stop());

const csv = (...lines: string[]) => ({ name: 'file.csv', bytes: Buffer.from(lines.join('\r\n'), 'utf8') });

describe('import', () => {
  it('names a code that no record has, and the list that it is looked for in', async () => {
    const file = csv('Fiscal year,Period,Currency,Account class,Rate', '2026,1,QQQ,B,56', '2026,1,D,B,56');
    const preview = await sendFile(admin, '/dollar/import', file, { dry_run: '1' });
    expect(recordOf(preview)['faults']).toEqual([
      { row: 2, column: 'Currency', value: 'QQQ', message: 'Currency QQQ does not exist under Currencies.' },
    ]);
  });

  it('lists every fault of a preview with row, column and value, and stores nothing', async () => {
    const file = csv(
      'ATC code,Description,Rate %',
      'WI001,Rent,5',
      'WI002,Rent #2,5',
      '',
      'WI001,Rent again,101',
      ',No code,1',
      'WI001,Rent once more,2',
    );
    const preview = await sendFile(admin, '/alphataxcode/import', file, { dry_run: '1' });
    expect(recordOf(preview)).toEqual({
      dry_run: true,
      rows: 5,
      added: 1,
      changed: 0,
      unchanged: 0,
      fault_count: 5,
      faults: [
        {
          row: 3,
          column: 'Description',
          value: 'Rent #2',
          message: 'Description can only contain numbers and letters.',
        },
        { row: 5, column: 'ATC code', value: 'WI001', message: 'ATC code WI001 occurs twice.' },
        {
          row: 5,
          column: 'Rate %',
          value: '101',
          message: 'Rate % must be a number from 0 to 100 with at most 2 decimals.',
        },
        { row: 6, column: 'ATC code', value: '', message: 'ATC code is required.' },
        { row: 7, column: 'ATC code', value: 'WI001', message: 'ATC code WI001 occurs twice.' },
      ],
    });
    const real = await sendFile(admin, '/alphataxcode/import', file);
    expect(real.body).toMatchObject({
      status: 422,
      code: 'import_refused',
      message: 'Row 3: Description can only contain numbers and letters. And 4 more.',
      fault_count: 5,
    });
    expect(rowsOf(await send(admin, 'GET', '/alphataxcode'))).toEqual([]);
  });

  it('adds and changes in one go, keeps what the file has no column for, and does nothing the second time', async () => {
    await send(admin, 'POST', '/payefile', { payee_type: 6, payee_code: 'A', payee_desc: 'Alpha', city: 'Pasig' });
    const file = csv('payee_code;payee_desc;payee_type;VAT', 'A;Alpha Trading;Supplier;Vatable', 'B;Beta;5;0');
    expect(recordOf(await sendFile(admin, '/payefile/import', file))).toMatchObject({ added: 1, changed: 1 });
    const rows = rowsOf(await send(admin, 'GET', '/payefile'));
    expect(rows).toMatchObject([
      { payee_code: 'A', payee_desc: 'Alpha Trading', payee_type: 6, vat: 1, city: 'Pasig', row_version: 2 },
      { payee_code: 'B', payee_desc: 'Beta', payee_type: 5, vat: 0, row_version: 1 },
    ]);
    expect(recordOf(await sendFile(admin, '/payefile/import', file))).toMatchObject({ changed: 0, unchanged: 2 });
    expect(rowsOf(await send(admin, 'GET', '/payefile'))).toEqual(rows);
  });

  it('finds the record of a row in whatever way the key is written', async () => {
    await send(admin, 'POST', '/acctperiodmain', { fiscal_year: 2022, period_no: 1 });
    for (const period of ['January', '1', '01']) {
      const file = csv('Fiscal year,Period,Disbursement', `2022,${period},Closed`);
      expect(recordOf(await sendFile(admin, '/acctperiodmain/import', file))).toMatchObject({ unchanged: 1, added: 0 });
    }
    const roles = { first: 'Ñaño', other: 'ÑAÑO' };
    const { id } = recordOf(await send(admin, 'POST', '/role', { roles: roles.first }));
    const file = csv('Role', roles.other);
    expect(recordOf(await sendFile(admin, '/role/import', file))).toMatchObject({ unchanged: 1, added: 0 });
    expect(recordOf(await send(admin, 'GET', `/role/${id}`))).toMatchObject({ roles: roles.first });
    const twice = await sendFile(admin, '/role/import', csv('Role', 'Twin', 'TWIN'));
    expect(twice.body).toMatchObject({ status: 422, message: 'Row 3: Role TWIN occurs twice.' });
  });

  it('brings in a whole chart of accounts, children beside their parents', async () => {
    const file = csv(
      'Type,Parent account,Account code,Description,Class,Group',
      'Subsidiary,101000,101010,Cash on Hand,B,Asset',
      'General,100000,101000,CASH,B,Asset',
      'Parent,0,100000,ASSETS,Balance Sheet Account,A',
    );
    expect(recordOf(await sendFile(admin, '/coa/import', file))).toMatchObject({ added: 3 });
    expect(rowsOf(await send(admin, 'GET', '/coa'))).toMatchObject([
      { acct_code: '100000', acct_type: 'P', acct_parent: '0' },
      { acct_code: '101000', acct_type: 'G', acct_parent: '100000' },
      { acct_code: '101010', acct_type: 'S', acct_parent: '101000', normal_balance: 'D' },
    ]);
  });

  it('takes a preview back as a whole, and refuses in it what the database refuses', async () => {
    const loop = csv('Account code,Parent account', '101000,101000');
    const message = 'Parent account would make a loop: 101000 → 101000.';
    const fault = { row: 2, column: 'Parent account', value: '101000', message };
    expect(recordOf(await sendFile(admin, '/coa/import', loop, { dry_run: '1' }))).toMatchObject({ faults: [fault] });
    expect((await sendFile(admin, '/coa/import', loop)).body).toMatchObject({ status: 422, faults: [fault] });
    expect(rowsOf(await send(admin, 'GET', '/coa?search=101000'))[0]).toMatchObject({ acct_parent: '100000' });
  });

  it('takes 3,000 payees at once', async () => {
    const lines = Array.from({ length: 3000 }, (_, n) => `MASS-${n},Payee number ${n},Customer`);
    const file = csv('Payee code,Description,Payee type', ...lines);
    expect(recordOf(await sendFile(admin, '/payefile/import', file))).toMatchObject({ added: 3000 });
    expect(recordOf(await sendFile(admin, '/payefile/import', file))).toMatchObject({ unchanged: 3000 });
    const offered = await send(admin, 'GET', '/payefile/dropdown-list?search=mass');
    expect(offered.body).toMatchObject({ total: 3000, per_page: 100, to: 100 });
    const next = await send(admin, 'GET', offered.body['next_page_url'] as string);
    expect(next.body).toMatchObject({ from: 101, to: 200 });
  });

  it('refuses a file that is not what it says, naming what it found', async () => {
    const answers: Record<string, [bytes: Buffer, status: number, message: RegExp]> = {
      pdf: [Buffer.from('%PDF-1.7'), 415, /^File content is PDF, expected CSV or XLSX\.$/],
      html: [Buffer.from('<!DOCTYPE html><table></table>'), 415, /^File content is HTML or XML, expected/],
      binary: [Buffer.from([0x41, 0, 0x42]), 415, /^File content is binary, expected/],
      latin: [Buffer.from('ATC code\r\nSe\xf1or', 'latin1'), 422, /^Save the file as UTF-8\.$/],
      quotes: [Buffer.from('ATC code,Description\r\n"WI'), 422, /^Line \d of the file is not valid CSV\.$/],
      archive: [Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(60)]), 422, /not a readable XLSX workbook/],
      bomb: [
        zipFile({
          'xl/workbook.xml': Buffer.concat([
            Buffer.from('<workbook>'),
            Buffer.alloc(200 * 1024 * 1024, `<a b="${'x'.repeat(1000)}"/>`),
          ]),
        }),
        413,
        /^Unpacked size is above 100 MB\.$/,
      ],
      rows: [Buffer.from(`ATC code\r\n${'A\r\n'.repeat(100_001)}`), 413, /^The file has more than 100,000 rows\.$/],
      unknown: [Buffer.from('ATC code,Colour\r\n'), 422, /^Column 'Colour' is not known\. The columns are: ATC code,/],
      twice: [Buffer.from('ATC code,atc_code\r\n'), 422, /^Column 'ATC code' occurs twice\.$/],
      missing: [Buffer.from('Description\r\n'), 422, /^Column 'ATC code' is missing\.$/],
      empty: [Buffer.from(''), 422, /^Column 'ATC code' is missing\.$/],
    };
    for (const [name, [bytes, status, message]] of Object.entries(answers)) {
      const reply = await sendFile(admin, '/alphataxcode/import', { name: `${name}.csv`, bytes });
      expect({ name, status: reply.status, message: reply.body.message }).toEqual({
        name,
        status,
        message: expect.stringMatching(message),
      });
    }
    const none = await send(admin, 'POST', '/alphataxcode/import', {});
    expect(none.body.errors).toEqual({ upload_file: ['Send one CSV or XLSX file.'] });
  });
});

describe('export', () => {
  it('holds what is filtered, in the order of the list, keeps formulas inert, and can be imported again', async () => {
    await send(admin, 'POST', '/payefile', { payee_type: 4, payee_code: '-1 ', payee_desc: '-2-3 Trading' });
    const address = (format: string) =>
      `/payefile/export?format=${format}&payee_type=4&search=trading&sort=-payee_code`;
    const file = await download(admin, address('csv'));
    const [heading, ...lines] = file.bytes.toString('utf8').trimEnd().split('\r\n');
    expect(heading).toMatch(/^\uFEFFRecord ID,Payee type,Payee code,Description,/);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^\d+,Customer,'-1,'-2-3 Trading,/);
    // A second reader sees texts, and no cell that a spreadsheet would run.
    const [read] = parse(file.bytes, { bom: true, columns: true }) as Record<string, string>[];
    expect(Object.values(read!).filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
    const workbook = await download(admin, address('xlsx'));
    const row = (await readWorkbookRows(workbook.bytes)).at(-1)!;
    expect(row.slice(1, 4)).toEqual(['Customer', '-1', '-2-3 Trading']);
    for (const again of [file, { ...workbook, name: 'list.xlsx' }]) {
      const result = recordOf(await sendFile(admin, '/payefile/import', again));
      expect(result).toMatchObject({ unchanged: 1, changed: 0, added: 0 });
    }
    expect(await send(admin, 'GET', '/payefile/export?format=pdf')).toMatchObject({ status: 422 });
  });

  it('holds the chosen records alone, and leaves a note of who took how many out', async () => {
    const [first, , third] = rowsOf(await send(admin, 'GET', '/coa'));
    const file = await download(admin, `/coa/export?format=csv&id=${third!.id}&id=${first!.id}`);
    const records = parse(file.bytes, { bom: true, columns: true }) as Record<string, string>[];
    expect(records.map((record) => record['Account code'])).toEqual(['100000', '101010']);
    const note = await world.database
      .selectFrom('audit_event')
      .select(['user_id', 'after'])
      .where('action', '=', 'export')
      .where('table_name', '=', 'account')
      .executeTakeFirstOrThrow();
    expect(note).toMatchObject({ user_id: admin.user.id, after: { rows: 2, ids: 2, format: 'csv' } });
    expect((await send(admin, 'GET', '/coa/export?id=one')).status).toBe(422);
  });
});

describe('maintenance report', () => {
  it('has every list that the caller may select, counted, with what its own export shows, and inner rows beside it', async () => {
    await inTransaction(world.database, SYSTEM_ACTOR, (db) =>
      sql`insert into company (company_code, company_name, reporting, profile)
        values ('SMP', 'SAMPOL PADALA SERVICES, INC.', true, '{"tin": "900-000-100-00000", "address": "Makati City"}')`.execute(
        db,
      ),
    );
    const made = await make(admin, '/maintenance-report', {});
    expect(made.status).toBe(200);
    expect(made.disposition).toMatch(/filename="maintenance-report_\d{10}\.xlsx"/);
    const sheets = await readWorkbookSheets(made.bytes);
    const [contents, ...lists] = sheets;
    expect(contents!.sheet).toBe('Contents');
    const rowsOfList = new Map(lists.map(({ sheet, data }) => [sheet, data.length - 1]));
    const head = contents!.data.findIndex(([name]) => name === 'List');
    const listed = contents!.data.slice(head + 1).filter(([name, rows]) => name !== null && rows !== null);
    expect(listed.length).toBeGreaterThan(30);
    for (const [name, rows] of listed) expect(rowsOfList.get(String(name).slice(0, 31).trim())).toBe(rows);
    expect(contents!.data.slice(0, head).map(([line]) => line)).toEqual([
      'SAMPOL PADALA SERVICES, INC.',
      'Maintenance Report',
      expect.stringMatching(/^AS OF [A-Z]{3} \d\d, \d{4} · active and inactive records$/),
      'Makati City · VAT REG TIN 900-000-100-00000',
    ]);
    expect(contents!.data.slice(-2).map(([line]) => line)).toEqual([
      expect.stringMatching(/^Talaan \d/),
      expect.stringMatching(/^Generated by .*Administrator, /),
    ]);
    const alone = await readWorkbookRows((await download(admin, '/alphataxcode/export?format=xlsx')).bytes);
    const above = alone.findIndex(([name]) => name === 'Record ID');
    expect(lists.find(({ sheet }) => sheet === 'ATC Codes')!.data).toEqual(alone.slice(above));
    // Alone it says whose it is and what made it, as every report does.
    expect(alone.slice(0, above).map(([line]) => line)).toEqual([
      'SAMPOL PADALA SERVICES, INC.',
      'ATC Codes',
      'Makati City · VAT REG TIN 900-000-100-00000',
      expect.stringMatching(/^Talaan \d.* · Generated by .*Administrator, /),
    ]);
    const rates = lists.find(({ sheet }) => sheet.endsWith(' of ATC Codes'))!;
    expect(rates.data[0]!.slice(0, 2)).toEqual(['ATC code', 'From']);
  });

  it('has for anybody else what he may select, and nothing for whoever may select none', async () => {
    const clerk = await createSignedInClient(world.server, world.database, { levels: { Currencies: 1 } });
    const sheets = await readWorkbookSheets((await make(clerk, '/maintenance-report', {})).bytes);
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Contents', 'Currencies']);
    const other = await send(clerk, 'POST', '/maintenance-report', { resources: ['currency', 'account'] });
    expect(other).toMatchObject({ status: 403, body: { message: expect.stringContaining('Chart of Accounts') } });
    const unknown = await send(clerk, 'POST', '/maintenance-report', { resources: ['posting'] });
    expect(unknown).toMatchObject({ status: 422 });
    // In the tray each list is named, so that the right to it is asked again when the file is taken out.
    const asked = filedMaintenanceReport.accessOf({ resources: 'currency,account' });
    expect(asked.map(({ module }) => module)).toEqual(['Currencies', 'Chart of Accounts']);
    expect(() => filedMaintenanceReport.accessOf({})).toThrow(/resources|Name the lists/);
    const nobody = await createSignedInClient(world.server, world.database, { levels: {} });
    expect((await send(nobody, 'POST', '/maintenance-report', {})).status).toBe(403);
  });
});
