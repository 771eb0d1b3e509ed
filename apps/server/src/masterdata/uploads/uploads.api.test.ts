import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { BulkChange, UploadRow, UploadView } from '@talaan/contract/uploads/upload.contract';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { removeOldUploads } from '../../platform/uploads/upload.store.ts';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createCaller, recordOf, rowsOf } from '../../testing/raw-caller.ts';
import type { Reply } from '../../testing/raw-caller.ts';
import { createSignedInClient } from '../../testing/sign-in/sign-in.ts';
import type { SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { readWorkbookRows } from '../../testing/workbook.ts';
import { registerMasterdataRoutes } from '../masterdata.routes.ts';

let world: TestServer;
let admin: SignedInClient;
const { send, sendFile, download } = createCaller(() => world);

beforeAll(async () => {
  world = await createTestServer(registerMasterdataRoutes);
  admin = await createSignedInClient(world.server, world.database, { super_user: true });
});
afterAll(async () => world.stop());

const newId = () => randomBytes(16).toString('hex');
const viewOf = (reply: Reply) => reply.body.data as unknown as UploadView;

/** Reads lines as a file of the resource and answers the upload. */
async function read(path: string, lines: readonly string[], name = 'file.csv') {
  const file = { name, bytes: Buffer.from(lines.join('\r\n')) };
  return sendFile(admin, `${path}/uploads`, file, { upload_id: newId() });
}

/** Checks a read upload by its guessed columns, or by the given ones. */
async function check(path: string, upload: UploadView, columns = upload.columns.map(({ field }) => field)) {
  return send(admin, 'POST', `${path}/uploads/${upload.id}/check`, { columns });
}

async function readAndCheck(path: string, lines: readonly string[]) {
  return viewOf(await check(path, viewOf(await read(path, lines))));
}

async function rowsOfUpload(path: string, id: string, query = ''): Promise<UploadRow[]> {
  return rowsOf(await send(admin, 'GET', `${path}/uploads/${id}/rows${query}`)) as unknown as UploadRow[];
}

const store = async (path: string, id: string, rows: 'all' | 'good', client = admin) =>
  send(client, 'POST', `${path}/uploads/${id}/store`, { rows });

describe('the columns of a file', () => {
  it('are guessed by name and likeness; the choice is remembered for the user and the resource', async () => {
    const lines = ['Record ID,Kode,ATC descripton,Percent,Errors', '1,WZ1,Rent,5,'];
    const upload = viewOf(await read('/alphataxcode', lines));
    expect(upload).toMatchObject({ state: 'read', rows: 1, counts: null, file_name: 'file.csv' });
    expect(upload.columns).toEqual([
      { heading: 'Record ID', field: null, certain: true },
      { heading: 'Kode', field: null, certain: false },
      { heading: 'ATC descripton', field: 'atc_desc', certain: false },
      { heading: 'Percent', field: null, certain: false },
      { heading: 'Errors', field: null, certain: true },
    ]);
    const missing = await check('/alphataxcode', upload);
    expect(missing.body).toMatchObject({
      status: 422,
      code: 'missing_column',
      message: "Column 'ATC code' is missing.",
    });
    const twice = await check('/alphataxcode', upload, [null, 'atc_code', 'atc_desc', 'atc_desc', null]);
    expect(twice.body.message).toBe("Column 'Description' occurs twice.");
    const unknown = await check('/alphataxcode', upload, [null, 'atc_code', 'id', null, null]);
    expect(unknown.status).toBe(422);
    const few = await check('/alphataxcode', upload, ['atc_code']);
    expect(few.body.message).toBe('The file has 5 columns; name a field or null for each.');
    const checked = await check('/alphataxcode', upload, [null, 'atc_code', 'atc_desc', 'atc_rate', null]);
    expect(viewOf(checked)).toMatchObject({ state: 'checked', counts: { new: 1, refused: 0 } });

    const next = viewOf(await read('/alphataxcode', lines));
    expect(next.columns.map(({ field }) => field)).toEqual([null, 'atc_code', 'atc_desc', 'atc_rate', null]);
    const other = await createSignedInClient(world.server, world.database, { super_user: true });
    const elsewhere = await sendFile(
      other,
      '/alphataxcode/uploads',
      { name: 'a.csv', bytes: Buffer.from(lines.join('\n')) },
      { upload_id: newId() },
    );
    expect(viewOf(elsewhere).columns[1]).toEqual({ heading: 'Kode', field: null, certain: false });
  });

  it('are guessed by what people call a field, for them to confirm', async () => {
    const fieldsOf = async (path: string, headings: string) =>
      viewOf(await read(path, [headings, ''])).columns.map(({ field }) => field);
    expect(await fieldsOf('/payefile', 'Code,Name,Type,Zip,Mobile,E-mail')).toEqual([
      'payee_code',
      'payee_desc',
      'payee_type',
      'zip_code',
      'contact_num',
      'email_add',
    ]);
    expect(await fieldsOf('/payeebank', 'Payee,Bank,Account no.,Name,Type')).toEqual([
      'payee_code',
      'bank_code',
      'acct_no',
      'acct_name',
      'acct_type',
    ]);
  });
});

describe('a checked file', () => {
  const LINES = [
    'Payee code,Description,Payee type,Status,Zip code',
    'CH1,Alpha,Customer,Active,1000',
    'CH2,Beta,Customer,Active,',
    'CH3,Gamma #1,Nobody,Active,',
    'CH4,Delta,5,Active,',
  ];

  it('shows each row with what it would do, old and new, and each fault at its cell; nothing is stored', async () => {
    await send(admin, 'POST', '/payefile', { payee_type: 4, payee_code: 'CH1', payee_desc: 'Alpha', zip_code: '1009' });
    await send(admin, 'POST', '/payefile', { payee_type: 4, payee_code: 'CH2', payee_desc: 'Beta' });
    const upload = await readAndCheck('/payefile', LINES);
    expect(upload.counts).toEqual({ new: 1, changed: 1, unchanged: 1, removed: 0, refused: 1 });
    const rows = await rowsOfUpload('/payefile', upload.id);
    expect(rows).toMatchObject([
      { row: 2, verdict: 'changed', before: { 4: '1009' }, faults: [] },
      { row: 3, verdict: 'unchanged', before: {}, faults: [] },
      {
        row: 4,
        verdict: 'refused',
        cells: ['CH3', 'Gamma #1', 'Nobody', 'Active'],
        faults: [
          { column: 2, message: expect.stringMatching(/^Payee type must be one of: /) },
          { column: 1, message: 'Description can only contain numbers and letters.' },
        ],
      },
      { row: 5, verdict: 'new', record_id: null },
    ]);
    expect((await rowsOfUpload('/payefile', upload.id, '?verdict=refused')).map(({ row }) => row)).toEqual([4]);
    expect((await rowsOfUpload('/payefile', upload.id, '?from=1&count=2')).map(({ row }) => row)).toEqual([3, 4]);
    expect(rowsOf(await send(admin, 'GET', '/payefile?search=delta'))).toEqual([]);
  });

  it('is stored as a whole or not at all; the good rows alone leave the refused ones to be corrected', async () => {
    const upload = await readAndCheck('/payefile', LINES);
    const whole = await store('/payefile', upload.id, 'all');
    expect(whole.body).toMatchObject({
      status: 422,
      code: 'import_refused',
      fault_count: 2,
      faults: [
        { row: 4, column: 'Payee type', value: 'Nobody' },
        { row: 4, column: 'Description' },
      ],
    });
    expect(rowsOf(await send(admin, 'GET', '/payefile?search=delta'))).toEqual([]);

    const good = await store('/payefile', upload.id, 'good');
    expect(good.body.data).toEqual({ new: 1, changed: 1, unchanged: 1, removed: 0, refused: 1 });
    expect(rowsOf(await send(admin, 'GET', '/payefile?search=CH1'))[0]).toMatchObject({
      zip_code: '1000',
      row_version: 2,
    });
    expect(rowsOf(await send(admin, 'GET', '/payefile?search=delta'))).toHaveLength(1);
    expect((await store('/payefile', upload.id, 'good')).body).toMatchObject({ status: 409, code: 'upload_state' });

    const file = await download(admin, `/payefile/uploads/${upload.id}/refused`);
    expect(file.disposition).toMatch(/filename="payee-details_refused_\d+\.csv"/);
    const text = file.bytes.toString('utf8');
    expect(text).toMatch(
      /^\uFEFFPayee code,Description,Payee type,Status,Zip code,Errors\r\nCH3,Gamma #1,Nobody,Active,,"?Payee type must/,
    );
    const corrected = text.replace('Gamma #1,Nobody', 'Gamma,Customer').split('\r\n');
    const second = await readAndCheck('/payefile', corrected);
    expect(second.counts).toMatchObject({ new: 1, refused: 0 });
    expect((await store('/payefile', second.id, 'all')).status).toBe(200);
    const again = await readAndCheck('/payefile', corrected);
    expect(again.counts).toMatchObject({ unchanged: 1, new: 0, changed: 0 });
  });

  it('is judged anew when it is stored, against the records of that moment', async () => {
    const upload = await readAndCheck('/payefile', ['Payee code,Description,Payee type', 'LATE1,Late,Customer']);
    expect(upload.counts).toMatchObject({ new: 1 });
    await send(admin, 'POST', '/payefile', { payee_type: 4, payee_code: 'LATE1', payee_desc: 'Earlier' });
    const stored = await store('/payefile', upload.id, 'all');
    expect(stored.body.data).toMatchObject({ new: 0, changed: 1 });
    expect(rowsOf(await send(admin, 'GET', '/payefile?search=LATE1'))[0]).toMatchObject({
      payee_desc: 'Late',
      row_version: 2,
    });
  });

  it('is said to be checked until somebody stores it', async () => {
    const upload = viewOf(await read('/alphataxcode', ['ATC code,Description,Rate %', 'SAID1,One,1']));
    const saidAfter = (before: UploadView['state'], step: () => Promise<unknown>) =>
      runAsOwner(world.ownerUrl, async (holder) => {
        await holder.query('begin; lock table alpha_tax_code in access exclusive mode');
        const done = step();
        const address = `/alphataxcode/uploads/${upload.id}`;
        const said = await vi.waitUntil(async () => {
          const { state } = viewOf(await send(admin, 'GET', address));
          return state !== before && state;
        });
        await holder.query('commit');
        await done;
        return said;
      });
    expect(await saidAfter('read', () => check('/alphataxcode', upload))).toBe('checking');
    expect(await saidAfter('checked', () => store('/alphataxcode', upload.id, 'all'))).toBe('storing');
  });

  it('leaves one trail row for each record, and a note of the file', async () => {
    const upload = await readAndCheck('/alphataxcode', ['ATC code,Description,Rate %', 'TR1,One,1', 'TR2,Two,2']);
    await store('/alphataxcode', upload.id, 'all');
    const events = await world.database
      .selectFrom('audit_event')
      .select(['action', 'user_id', 'after'])
      .where('table_name', '=', 'alpha_tax_code')
      .orderBy('id', 'desc')
      .limit(3)
      .execute();
    expect(events.map(({ action }) => action)).toEqual(['import', 'insert', 'insert']);
    expect(events.every(({ user_id }) => user_id === admin.user.id)).toBe(true);
    expect(events[0]!.after).toMatchObject({ file_name: 'file.csv', new: 2 });
  });

  it('names the row that only the database refuses, in the check and when the good ones are stored', async () => {
    await readAndStore('/coa', [
      'Account code,Description,Type,Class,Group,Parent account',
      '110000,CASH,General,B,Asset,0',
      '111000,Tills,Detail,B,Asset,110000',
    ]);
    const upload = await readAndCheck('/coa', [
      'Account code,Description,Type,Class,Group,Parent account',
      '112000,Bank,General,B,Asset,113000',
      '110000,CASH,General,B,Asset,111000',
      '113000,Banks,General,B,Asset,110000',
    ]);
    expect(upload.counts).toMatchObject({ new: 2, refused: 1 });
    const [refused] = await rowsOfUpload('/coa', upload.id, '?verdict=refused');
    expect(refused).toMatchObject({
      row: 3,
      faults: [{ column: 5, message: 'Parent account would make a loop: 110000 → 111000 → 110000.' }],
    });
    expect((await store('/coa', upload.id, 'good')).body.data).toMatchObject({ new: 2, refused: 1 });
    expect(rowsOf(await send(admin, 'GET', '/coa?search=112000'))[0]).toMatchObject({ acct_parent: '113000' });
  });

  it('refuses figures and dates that can be read in two ways, with the wanted form', async () => {
    const upload = await readAndCheck('/alphataxcode', ['ATC code,Description,Rate %', 'AMB1,One,"1,5"']);
    const [row] = await rowsOfUpload('/alphataxcode', upload.id);
    expect(row!.faults).toEqual([{ column: 2, message: 'Rate % 1,5 can be read in two ways. Write it as 12.50.' }]);
  });

  it('of many rows names the wrong one and stores none', async () => {
    const lines = Array.from({ length: 5000 }, (_, n) => `BIG-${n},Payee ${n},${n === 4998 ? 'Nobody' : 'Customer'}`);
    const upload = await readAndCheck('/payefile', ['Payee code,Description,Payee type', ...lines]);
    expect(upload).toMatchObject({ rows: 5000, counts: { new: 4999, refused: 1 } });
    expect((await rowsOfUpload('/payefile', upload.id, '?verdict=refused'))[0]).toMatchObject({ row: 5000 });
    const refusal = await store('/payefile', upload.id, 'all');
    expect(refusal.body.message).toMatch(/^Row 5,000: Payee type must be one of: /);
    expect((await send(admin, 'GET', '/payefile?search=BIG-')).body['total']).toBe(0);
  });
});

async function readAndStore(path: string, lines: readonly string[]): Promise<void> {
  const { id } = await readAndCheck(path, lines);
  expect((await store(path, id, 'all')).status).toBe(200);
}

describe('an upload', () => {
  const LINES = ['ATC code,Description,Rate %', 'UP1,One,1'];

  it('is seen by nobody else and under no other resource, and is gone when it is cancelled or a day old', async () => {
    const upload = viewOf(await read('/alphataxcode', LINES));
    const address = `/alphataxcode/uploads/${upload.id}`;
    const other = await createSignedInClient(world.server, world.database, { super_user: true });
    expect((await send(other, 'GET', address)).status).toBe(404);
    expect((await send(admin, 'GET', `/payefile/uploads/${upload.id}`)).status).toBe(404);
    expect((await send(admin, 'GET', address)).status).toBe(200);
    const taken = await sendFile(
      other,
      '/alphataxcode/uploads',
      { name: 'b.csv', bytes: Buffer.from(LINES.join('\n')) },
      { upload_id: upload.id },
    );
    expect(taken.body).toMatchObject({ status: 409, code: 'upload_exists' });
    expect((await send(admin, 'DELETE', address)).status).toBe(200);
    expect((await send(admin, 'GET', address)).status).toBe(404);
    expect((await store('/alphataxcode', upload.id, 'all')).status).toBe(404);

    const old = viewOf(await read('/alphataxcode', LINES));
    await world.database.updateTable('upload').set({ created_at: '2020-01-01' }).where('id', '=', old.id).execute();
    await removeOldUploads(world.database);
    expect((await send(admin, 'GET', `/alphataxcode/uploads/${old.id}`)).status).toBe(404);
  });

  it('stops when it is cancelled while it is checked', async () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => `CAN-${n},Payee ${n},Customer`);
    const upload = viewOf(await read('/payefile', ['Payee code,Description,Payee type', ...lines]));
    const checking = check('/payefile', upload);
    await expect
      .poll(async () => viewOf(await send(admin, 'GET', `/payefile/uploads/${upload.id}`)).done)
      .toBeGreaterThan(0);
    await send(admin, 'DELETE', `/payefile/uploads/${upload.id}`);
    expect((await checking).body).toMatchObject({ status: 409, code: 'upload_cancelled' });
  });

  it('needs a check before it is stored', async () => {
    const upload = viewOf(await read('/alphataxcode', LINES));
    expect((await store('/alphataxcode', upload.id, 'all')).body).toMatchObject({ message: 'Check the rows first.' });
  });

  it('of a file that is refused does not wait', async () => {
    const id = newId();
    const file = { name: 'x.csv', bytes: Buffer.from('ATC code\nA,1,2') };
    expect((await sendFile(admin, '/alphataxcode/uploads', file, { upload_id: id })).status).toBe(422);
    expect((await send(admin, 'GET', `/alphataxcode/uploads/${id}`)).status).toBe(404);
  });
});

describe('the template', () => {
  it.each(['csv', 'xlsx'])(
    'as %s explains its columns, and changes nothing when it is imported as it is',
    async (format) => {
      const file = await download(admin, `/alphataxcode/import-template?format=${format}`);
      expect(file.disposition).toBe(`attachment; filename="atc-codes_template.${format}"`);
      const upload = await sendFile(
        admin,
        '/alphataxcode/uploads',
        { name: `t.${format}`, bytes: file.bytes },
        { upload_id: newId() },
      );
      expect(viewOf(upload)).toMatchObject({ rows: 0 });
      expect(viewOf(upload).columns.map(({ field }) => field)).toEqual(['atc_code', 'atc_desc', 'atc_rate', 'status']);
    },
  );

  it('says in a workbook what each column may hold', async () => {
    const file = await download(admin, '/alphataxcode/import-template');
    expect(await readWorkbookRows(file.bytes)).toEqual([
      ['ATC code', 'Description', 'Rate %', 'Status'],
      ['# Names the record', 'Required', 'Required', 'May be empty'],
      [
        '# Letters and numbers, at most 20',
        'Text, at most 250 characters',
        'Percentage as 12.50',
        'One of: Active, Inactive',
      ],
    ]);
  });
});

describe('many records at once', () => {
  let ids: number[];
  const change = async (query: string, body: Record<string, unknown>) =>
    send(admin, 'POST', `/payefile/bulk-change${query}`, { upload_id: newId(), ...body });

  beforeAll(async () => {
    ids = [];
    for (const code of ['BK1', 'BK2', 'BK3']) {
      const made = await send(admin, 'POST', '/payefile', {
        payee_type: 5,
        payee_code: code,
        payee_desc: `Bulk ${code}`,
      });
      ids.push(recordOf(made).id);
    }
  });

  it('are changed after a preview of old and new, each with a trail row of its own', async () => {
    const preview = viewOf(await change('', { ids: ids.slice(0, 2), change: { status: 0, region: 'NCR' } }));
    expect(preview).toMatchObject({
      action: 'save',
      file_name: null,
      state: 'checked',
      counts: { changed: 2, refused: 0 },
    });
    expect(preview.columns).toEqual([
      { heading: 'Payee code', field: null, certain: true },
      { heading: 'Description', field: null, certain: true },
      { heading: 'Status', field: 'status', certain: true },
      { heading: 'Region', field: 'region', certain: true },
    ]);
    const [first] = await rowsOfUpload('/payefile', preview.id);
    expect(first).toMatchObject({
      row: 1,
      record_id: ids[0],
      cells: ['BK1', 'Bulk BK1', 'Inactive', 'NCR'],
      before: { 2: 'Active', 3: '' },
    });
    expect((await store('/payefile', preview.id, 'all')).body.data).toMatchObject({ changed: 2 });
    const events = await world.database
      .selectFrom('audit_event')
      .select(['row_key', 'after'])
      .where('table_name', '=', 'payee')
      .where('action', '=', 'update')
      .where('row_key', 'in', ids.map(String))
      .execute();
    expect(events).toMatchObject([
      { row_key: String(ids[0]), after: { status: 0, region: 'NCR' } },
      { row_key: String(ids[1]), after: { status: 0, region: 'NCR' } },
    ]);
  });

  it('are judged and stored set by set: a hundred more of them ask nothing more of the database', async () => {
    const asked = async (count: number) => {
      await inTransaction(world.database, SYSTEM_ACTOR, (db) =>
        sql`insert into payee (payee_code, payee_desc, payee_type)
          select 'SET' || ${count}::int || '-' || n, 'Set of payees', 6 from generate_series(1, ${count}::int) n`.execute(
          db,
        ),
      );
      const statements = vi.spyOn(pg.Query.prototype, 'submit');
      const preview = viewOf(await change(`?search=SET${count}-`, { change: { status: 0 } }));
      expect((await store('/payefile', preview.id, 'all')).body.data).toMatchObject({ changed: count });
      const made = statements.mock.calls.length;
      statements.mockRestore();
      return made;
    };
    await asked(10);
    const few = await asked(20);
    expect(few).toBeGreaterThan(10);
    expect(await asked(120)).toBeLessThan(few + 10);
  });

  it('are all those that the filters find; what stays as it is counts as unchanged', async () => {
    const preview = viewOf(await change('?search=bulk&payee_type=5', { change: { region: 'NCR' } }));
    expect(preview.counts).toMatchObject({ changed: 1, unchanged: 2 });
    expect((await change('?colour=red', { change: { region: 'NCR' } })).status).toBe(422);
  });

  it('are refused a field that names a record or does not exist, a wrong value, and no record', async () => {
    const code = await change('', { ids, change: { payee_code: 'X' } });
    expect(code.body.errors).toEqual({ change: ['payee_code cannot be changed for many records at once.'] });
    expect((await change('', { ids, change: {} })).status).toBe(422);
    expect((await change('', { ids: [987_654], change: { region: 'NCR' } })).body.message).toBe('No record is chosen.');
    const wrong = viewOf(await change('', { ids, change: { payee_type: 77 } }));
    expect(wrong.counts).toMatchObject({ refused: 3 });
    const [row] = await rowsOfUpload('/payefile', wrong.id);
    expect(row!.faults).toEqual([{ column: 2, message: expect.stringMatching(/^Payee type must be one of: /) }]);
  });

  it('are deleted but for those that something uses, which say what', async () => {
    const used = await send(admin, 'POST', '/alphataxcode', { atc_code: 'DEL1', atc_desc: 'Used', atc_rate: '1' });
    const free = await send(admin, 'POST', '/alphataxcode', { atc_code: 'DEL2', atc_desc: 'Free', atc_rate: '1' });
    await send(admin, 'PUT', `/payefile/${ids[0]}`, { atc_code: 'DEL1' });
    const body = { upload_id: newId(), ids: [recordOf(used).id, recordOf(free).id] };
    const preview = viewOf(await send(admin, 'POST', '/alphataxcode/bulk-delete', body));
    expect(preview).toMatchObject({ action: 'delete', counts: { removed: 1, refused: 1 } });
    const [refused] = await rowsOfUpload('/alphataxcode', preview.id, '?verdict=refused');
    expect(refused!.faults[0]!.message).toMatch(/cannot be deleted.*1 payee/);
    expect((await store('/alphataxcode', preview.id, 'good')).status).toBe(409);
    const remove = (rows: string) =>
      send(admin, 'POST', `/alphataxcode/uploads/${preview.id}/delete-records`, { rows });
    expect((await remove('all')).status).toBe(422);
    expect((await send(admin, 'GET', '/alphataxcode?search=DEL2')).body['total']).toBe(1);
    expect((await remove('good')).body.data).toMatchObject({ removed: 1, refused: 1 });
    expect((await send(admin, 'GET', '/alphataxcode?search=DEL')).body['total']).toBe(1);
  });

  it('need the level: 3 to change, 4 to delete', async () => {
    const clerk = await createSignedInClient(world.server, world.database, { levels: { 'Payee Details': 3 } });
    const reader = await createSignedInClient(world.server, world.database, { levels: { 'Payee Details': 2 } });
    const body = { upload_id: newId(), ids, change: { region: 'NCR' } };
    expect((await send(reader, 'POST', '/payefile/bulk-change', body)).status).toBe(403);
    expect((await send(clerk, 'POST', '/payefile/bulk-change', body)).status).toBe(200);
    expect((await send(clerk, 'POST', '/payefile/bulk-delete', { upload_id: newId(), ids })).status).toBe(403);
    expect((await send(clerk, 'POST', `/payefile/uploads/${newId()}/delete-records`, {})).status).toBe(403);
  });
});

describe('an undo', () => {
  const changesOf = async (path: string, client = admin) =>
    rowsOf(await send(client, 'GET', `${path}/bulk-changes`)) as unknown as BulkChange[];
  const undo = async (path: string, change_id: string, client = admin) =>
    send(client, 'POST', `${path}/bulk-undo`, { upload_id: newId(), change_id });
  /** What the rows of a preview would do, by the first cell. */
  const verdictsOf = async (path: string, { id }: UploadView) =>
    Object.fromEntries((await rowsOfUpload(path, id)).map(({ cells, verdict }) => [cells[0], verdict]));
  const payees = async (search: string) => rowsOf(await send(admin, 'GET', `/payefile?search=${search}`));
  const importPayees = (lines: readonly string[]) =>
    readAndStore('/payefile', ['Payee code,Description,Payee type,Region', ...lines]);

  const addBank = async () => {
    await send(admin, 'POST', '/bankheader', { bank_code: 'UND', bank_name: 'Bank of the Undone' });
    return 'UND';
  };

  async function storedUndo(path: string, change_id: string) {
    const { id } = viewOf(await undo(path, change_id));
    return store(path, id, 'all');
  }

  it('restores what a bulk change changed, but for what was changed since, and says by whom', async () => {
    await importPayees(['UN1,One,Customer,R1', 'UN2,Two,Customer,', 'UN3,Three,Customer,R3']);
    const [un1, un2] = (await payees('UN')) as unknown as { id: number }[];
    const body = { upload_id: newId(), change: { region: 'NCR', status: 0 } };
    const bulk = viewOf(await send(admin, 'POST', '/payefile/bulk-change?search=UN', body));
    await store('/payefile', bulk.id, 'all');
    const other = await createSignedInClient(world.server, world.database, { super_user: true });
    await send(other, 'PUT', `/payefile/${un1!.id}`, { region: 'R9' });
    await send(other, 'PUT', `/payefile/${un2!.id}`, { contact_num: '09171234567' });

    const [change] = await changesOf('/payefile');
    expect(change).toMatchObject({ action: 'save', file_name: null, new: 0, changed: 3, removed: 0, undone: null });
    const preview = viewOf(await undo('/payefile', change!.id));
    expect(preview).toMatchObject({ action: 'undo', state: 'checked', counts: { changed: 2, refused: 1 } });
    expect(preview.columns.map(({ heading }) => heading)).toEqual(['Payee code', 'Description', 'Status', 'Region']);
    const rows = await rowsOfUpload('/payefile', preview.id);
    expect(rows.find(({ cells }) => cells[0] === 'UN3')).toMatchObject({
      verdict: 'changed',
      cells: ['UN3', 'Three', 'Active', 'R3'],
      before: { 2: 'Inactive', 3: 'NCR' },
    });
    const left = rows.find(({ verdict }) => verdict === 'refused');
    expect(left).toMatchObject({ cells: ['UN1', 'One', 'Active', 'R1'], record_id: un1!.id });
    const who = new RegExp(
      `^Changed since by ${other.user.name}, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d: it stays as it is\\.$`,
    );
    expect(left!.faults).toEqual([{ column: null, message: expect.stringMatching(who) }]);
    expect(await payees('UN3')).toMatchObject([{ region: 'NCR' }]);

    expect((await store('/payefile', preview.id, 'good')).body.data).toMatchObject({ changed: 2, refused: 1 });
    expect(await payees('UN')).toMatchObject([
      { status: 0, region: 'R9' },
      { status: 1, region: null, contact_num: '09171234567' },
      { status: 1, region: 'R3' },
    ]);
    const [done, undone] = await changesOf('/payefile');
    expect(done).toMatchObject({ action: 'undo', changed: 2, undone: null });
    expect(undone).toMatchObject({ id: change!.id, undone: { user_name: admin.user.name } });

    const again = viewOf(await undo('/payefile', change!.id));
    expect(again.counts).toMatchObject({ changed: 0, unchanged: 2, refused: 1 });
    await store('/payefile', again.id, 'good');
    const [latest, , imported] = await changesOf('/payefile');
    expect(latest).toEqual(done);
    // Undone, the bulk change does not stand in the way of the import before it.
    expect(imported).toMatchObject({ file_name: 'file.csv', new: 3 });
    const first = viewOf(await undo('/payefile', imported!.id));
    expect(await verdictsOf('/payefile', first)).toEqual({ UN1: 'refused', UN2: 'refused', UN3: 'removed' });
  });

  it('takes what an import added away, but for what is used or was worked on, and is undone itself', async () => {
    await importPayees(['IM1,Old,Customer,']);
    await readAndStore('/payefile', [
      'Payee code,Description,Payee type',
      'IM1,New,Customer',
      'IM2,Added,Customer',
      'IM3,Worked on,Customer',
      'IM4,Used,Customer',
    ]);
    const [, , im3] = await payees('IM');
    await send(admin, 'PUT', `/payefile/${im3!['id']}`, { region: 'R1' });
    const account = { payee_code: 'IM4', bank_code: await addBank(), acct_no: '1-2-3', acct_name: 'Four' };
    expect((await send(admin, 'POST', '/payeebank', account)).status).toBe(200);
    const [change] = await changesOf('/payefile');
    expect(change).toMatchObject({ file_name: 'file.csv', new: 3, changed: 1 });
    const preview = viewOf(await undo('/payefile', change!.id));
    expect(await verdictsOf('/payefile', preview)).toEqual({
      IM1: 'changed',
      IM2: 'removed',
      IM3: 'refused',
      IM4: 'refused',
    });
    const used = (await rowsOfUpload('/payefile', preview.id)).find(({ cells }) => cells[0] === 'IM4');
    expect(used!.faults[0]!.message).toMatch(/^Used IM4 cannot be deleted: 1 payee bank \(Four 1-2-3\) uses it\./);
    const whole = await store('/payefile', preview.id, 'all');
    expect(whole.body).toMatchObject({ status: 422, fault_count: 2 });
    await store('/payefile', preview.id, 'good');
    expect(await payees('IM')).toMatchObject([{ payee_desc: 'Old' }, { payee_code: 'IM3' }, { payee_code: 'IM4' }]);

    const [back] = await changesOf('/payefile');
    expect(back).toMatchObject({ action: 'undo', changed: 1, removed: 1 });
    expect((await storedUndo('/payefile', back!.id)).body.data).toMatchObject({ new: 1, changed: 1, refused: 0 });
    expect(await payees('IM')).toMatchObject([{ payee_desc: 'New' }, { payee_code: 'IM2' }, {}, {}]);
  });

  it('brings back what was deleted together, each record with its own inner rows', async () => {
    await addBank();
    const [bank] = rowsOf(await send(admin, 'GET', '/bankheader'));
    const banks = (account_number: string) => [{ bank_id: bank!['id'], account_number, acct_name: 'A' }];
    const made: number[] = [];
    for (const code of ['GO1', 'GO2']) {
      const payee = { payee_type: 4, payee_code: code, payee_desc: code, payee_banks: banks(code.slice(2)) };
      made.push(recordOf(await send(admin, 'POST', '/payefile', payee)).id);
    }
    const preview = viewOf(await send(admin, 'POST', '/payefile/bulk-delete', { upload_id: newId(), ids: made }));
    await send(admin, 'POST', `/payefile/uploads/${preview.id}/delete-records`, { rows: 'all' });
    expect(await payees('GO')).toEqual([]);
    expect((await send(admin, 'POST', `/payefile/${made[0]}/restore`)).status).toBe(200);
    expect(await payees('GO')).toMatchObject([{ payee_banks: [{ account_number: '1' }] }]);
    const [change] = await changesOf('/payefile');
    expect((await storedUndo('/payefile', change!.id)).body.data).toMatchObject({ new: 1, unchanged: 1 });
    expect(await payees('GO')).toMatchObject([
      { id: made[0] },
      { id: made[1], payee_banks: [{ account_number: '2' }] },
    ]);
  });

  it('asks nothing more of the database for a hundred more records', async () => {
    const asked = async (count: number) => {
      const lines = Array.from({ length: count }, (_, n) => `ASK${count}-${n},Asked,Customer,`);
      await importPayees(lines);
      const [change] = await changesOf('/payefile');
      const statements = vi.spyOn(pg.Query.prototype, 'submit');
      expect((await storedUndo('/payefile', change!.id)).body.data).toMatchObject({ removed: count });
      const made = statements.mock.calls.length;
      statements.mockRestore();
      return made;
    };
    await asked(10);
    const few = await asked(20);
    expect(few).toBeGreaterThan(10);
    expect(await asked(120)).toBeLessThan(few + 10);
  });

  it('needs Delete where it deletes, and is refused as the change itself would be', async () => {
    const clerk = await createSignedInClient(world.server, world.database, { levels: { 'Payee Details': 3 } });
    await importPayees(['LV1,Level,Customer,']);
    const [change] = await changesOf('/payefile', clerk);
    const message = 'Undoing this deletes the records that it added. That needs Delete on Payee Details.';
    expect(change!.undo).toEqual({ allowed: false, message });
    expect((await undo('/payefile', change!.id, clerk)).body).toMatchObject({ status: 403, message });
    expect((await undo('/alphataxcode', change!.id)).status).toBe(404);
    // Nor does a preview serve whoever lost the level after it.
    const levelOnPayees = (level: 'U' | 'D') =>
      inTransaction(world.database, SYSTEM_ACTOR, (db) =>
        sql`update user_access_privilege set access_level = ${level} where user_id = ${clerk.user.id}`.execute(db),
      );
    await levelOnPayees('D');
    const { id } = viewOf(await undo('/payefile', change!.id, clerk));
    await levelOnPayees('U');
    expect((await store('/payefile', id, 'all', clerk)).body).toMatchObject({ status: 403, message });

    await send(admin, 'POST', '/alphataxcode', { atc_code: 'UND1', atc_desc: 'Gone', atc_rate: '1' });
    await importPayees(['LV2,Level,Customer,']);
    await readAndStore('/payefile', ['Payee code,ATC code', 'LV2,UND1']);
    await readAndStore('/payefile', ['Payee code,ATC code', 'LV2,']);
    const [code] = rowsOf(await send(admin, 'GET', '/alphataxcode?search=UND1'));
    await send(admin, 'DELETE', `/alphataxcode/${code!['id']}`);
    const [cleared] = await changesOf('/payefile');
    const preview = viewOf(await undo('/payefile', cleared!.id));
    const [row] = await rowsOfUpload('/payefile', preview.id);
    expect(row).toMatchObject({ verdict: 'refused', faults: [{ message: expect.stringContaining('UND1') }] });
    // An undo that could take nothing back leaves the change as it was.
    await store('/payefile', preview.id, 'good');
    expect((await changesOf('/payefile'))[0]).toEqual(cleared);
  });
});
