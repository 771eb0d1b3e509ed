import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBatch, readBatch } from '@talaan/contract/documents/batch.contract';
import { entryChoices } from '@talaan/contract/documents/entry-page/entry-page.contract';
import { journalEntryDocument } from '../../documents/journal-entry/journal-entry.document.ts';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { openJournalBooks, type JournalBooks } from '../../testing/books/journal-books.ts';
import { createCaller } from '../../testing/raw-caller.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerBatchRoutes } from '../register-batches.ts';

let app: TestServer;
let books: JournalBooks;
const { send } = createCaller(() => app);

beforeAll(async () => {
  app = await createTestServer((server, services) => registerBatchRoutes(server, services, [journalEntryDocument]));
  books = await openJournalBooks(app.server, app.database);
  await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
    db.insertInto('alpha_tax_code').values({ atc_code: 'WC100', atc_desc: 'Rental', atc_rate: '5.00' }).execute(),
  );
});
afterAll(() => app.stop());

it('an entry needs its date, and a void the number of its batch', async () => {
  const { headers, ...entry } = books.entry('100.00');
  const undated = { ...entry, headers: headers.map(({ document_date: _date, ...header }) => header) };
  const refused = await send(books.people.preparer, 'POST', '/trx/header', undated);
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: { 'headers.0.document_date': ['document date is required.'] } },
  });
  const unnamed = await send(books.people.checker, 'POST', '/trx/void', { reason: 'Entered twice' });
  expect(unnamed).toMatchObject({ status: 422, body: { errors: { batch_number: ['batch number is required.'] } } });
});

it('a line keeps everything that was entered, with the names of its records', async () => {
  const entry = books.entry('2240.00');
  const [rent, cash] = entry.details;
  const detailed = {
    ...rent!,
    payee_id: books.payee_id,
    section_id: books.section_id,
    atc_code: 'WC100',
    remarks: 'Stall 12, March',
  };
  const { preparer } = books.people;
  const { data: saved } = await preparer.call(createBatch, { body: { ...entry, details: [detailed, cash!] } });
  const { data } = await preparer.call(readBatch, { params: { id: saved.batch_number }, query: {} });
  expect(data.details[0]).toMatchObject({
    payee_id: books.payee_id,
    payee_desc: 'HULMA REALTY LEASING CORP.',
    department_id: books.department_id,
    branch_id: books.branch_id,
    section_id: books.section_id,
    section_code: 'ACCT-GL',
    account_code: '502010',
    acct_desc: 'Rental Fee - Branches',
    debit_amount: '2240.00',
    credit_amount: '0.00',
    remarks: 'Stall 12, March',
    document_number: saved.document_number,
    atc_code: 'WC100',
  });
});

it('a retired section or tax code is not offered to a new entry, and stays on an old one', async () => {
  const { preparer } = books.people;
  const entry = books.entry('100.00');
  const [rent, cash] = entry.details;
  const body = { ...entry, details: [{ ...rent!, section_id: books.section_id, atc_code: 'WC100' }, cash!] };
  const { data: saved } = await preparer.call(createBatch, { body });
  const setStatus = (status: 0 | 1) =>
    inTransaction(app.database, SYSTEM_ACTOR, async (db) => {
      await db.updateTable('section').set({ status }).where('id', '=', books.section_id).execute();
      await db.updateTable('alpha_tax_code').set({ status }).where('atc_code', '=', 'WC100').execute();
    });
  const offered = async () => {
    const { data } = await preparer.call(entryChoices, {});
    return [...data.sections, ...data.tax_codes].map(({ code }) => code);
  };
  expect(await offered()).toEqual(['ACCT-GL', 'WC100']);
  await setStatus(0);
  expect(await offered()).toEqual([]);
  expect((await send(preparer, 'POST', '/trx/header', body)).body.errors).toEqual({
    'details.0.section_id': ['line 1: section ACCT-GL is inactive.'],
    'details.0.atc_code': ['line 1: ATC code WC100 is inactive.'],
  });
  const { data: old } = await preparer.call(readBatch, { params: { id: saved.batch_number }, query: {} });
  expect(old.details[0]).toMatchObject({ section_code: 'ACCT-GL', atc_code: 'WC100' });
  await setStatus(1);
});
