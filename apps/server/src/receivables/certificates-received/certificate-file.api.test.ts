import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resourceRoutes } from '@talaan/contract/resource/resource-routes';
import { withholdingCertificate } from '@talaan/contract/resources/parties/withholding-certificate.resource';
import { openPaymentBooks, type PaymentBooks } from '../../testing/books/payment-books.ts';
import { createCaller, recordOf } from '../../testing/raw-caller.ts';
import { createSignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerMasterdataRoutes } from '../../masterdata/masterdata.routes.ts';
import { registerCertificateFiles } from './certificate-file.routes.ts';

const PDF = Buffer.from('%PDF-1.7 form 2307');
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

let app: TestServer;
let books: PaymentBooks;
let path: string;
const { send, sendFile } = createCaller(() => app);
beforeAll(async () => {
  app = await createTestServer((server, services) => {
    registerMasterdataRoutes(server, services);
    registerCertificateFiles(server, services);
  });
  books = await openPaymentBooks(app.server, app.database, app.ownerUrl);
  const { data } = await books.people.admin.call(resourceRoutes(withholdingCertificate).create, {
    body: {
      payee_code: 'C0001',
      fiscal_year: 2026,
      quarter: 1,
      atc_code: 'WC120',
      income_amount: '75000.00',
      tax_withheld: '1500.00',
      received_date: '2026-04-12',
    },
  });
  path = `/withholding-certificate/${(data as { id: number }).id}`;
});
afterAll(() => app.stop());

const admin = () => books.people.admin;
const put = (name: string, bytes: Buffer) => sendFile(admin(), `${path}/file`, { name, bytes });
const nameNow = async () => recordOf(await send(admin(), 'GET', path))['file_name'];

it('is kept as it was sent, and who reads the register takes it out, which is noted; another takes its place', async () => {
  expect((await put('2307 ñ.pdf', PDF)).status).toBe(200);
  expect(await nameNow()).toBe('2307 ñ.pdf');
  const reader = await createSignedInClient(app.server, app.database, { levels: { 'Payee Details': 1 } });
  const read = () => app.server.inject({ url: `/api${path}/file`, headers: reader.headers });
  const first = await read();
  expect([first.statusCode, first.headers['content-type'], first.rawPayload.equals(PDF)]).toEqual([
    200,
    'application/pdf',
    true,
  ]);
  expect(first.headers).toMatchObject({
    'content-disposition': "attachment; filename*=UTF-8''2307%20%C3%B1.pdf",
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
  });
  const noted = await sql<{ of: string }>`
    select after ->> 'of' as of from audit_event
    where action = 'download' and table_name = 'withholding_certificate' and user_id = ${reader.user.id}`.execute(
    app.database,
  );
  expect(noted.rows).toEqual([{ of: '2307 ñ.pdf' }]);

  await put('scan.PNG', PNG);
  const second = await read();
  expect([await nameNow(), second.headers['content-type'], second.rawPayload.equals(PNG)]).toEqual([
    'scan.PNG',
    'image/png',
    true,
  ]);
  expect((await send(reader, 'DELETE', `${path}/file`)).status).toBe(403);
  expect((await send(admin(), 'DELETE', `${path}/file`)).status).toBe(200);
  expect([await nameNow(), (await read()).statusCode]).toEqual([null, 404]);
});

it('is a PDF or a picture by its content, and one file', async () => {
  const refused = async (name: string, bytes: Buffer) => (await put(name, bytes)).body;
  expect(await refused('2307.csv', Buffer.from('a,b'))).toMatchObject({
    status: 415,
    message: '2307.csv: attach PDF, PNG or JPEG files.',
  });
  expect(await refused('2307.pdf', PNG)).toMatchObject({
    status: 415,
    message: '2307.pdf: file content is PNG, expected PDF.',
  });
  expect(await refused('2307.pdf', Buffer.alloc(0))).toMatchObject({ status: 415, message: '2307.pdf is empty.' });
  expect((await send(admin(), 'POST', `${path}/file`, {})).body.errors).toEqual({
    'upload_file[]': ['Choose one file.'],
  });
  expect(await nameNow()).toBeNull();
});

it('takes no further piece, whatever asks the database', async () => {
  await put('2307.pdf', PDF);
  const more = sql`insert into file_chunk (file_id, no, bytes)
    select file_id, 1, 'more'::bytea from withholding_certificate where file_name = '2307.pdf'`.execute(app.database);
  await expect(more).rejects.toMatchObject({ constraint: 'file_append_only' });
});
