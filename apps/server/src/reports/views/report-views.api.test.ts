import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CallRefused } from '@talaan/contract/http/client';
import type { ProblemBody } from '@talaan/contract/http/problem';
import {
  chooseDefaultView,
  createReportView,
  deleteReportView,
  listReportViews,
  MOST_VIEWS,
  updateReportView,
  type ReportView,
} from '@talaan/contract/reports/views/report-view.contract';
import { inTransaction, SYSTEM_ACTOR } from '../../platform/database/database.ts';
import { createSignedInClient, type SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { registerReportViewRoutes } from './report-view.routes.ts';

const REPORT = 'trial-balance';
const MAY = { type: 'ftm', year: '2025', month: '5' };

let app: TestServer;
let ana: SignedInClient;
let ben: SignedInClient;
/** He may see another report, not this one. */
let outsider: SignedInClient;
beforeAll(async () => {
  app = await createTestServer(registerReportViewRoutes);
  const reader = (first_name: string) =>
    createSignedInClient(app.server, app.database, { first_name, last_name: 'Reyes', levels: { 'Trial Balance': 1 } });
  [ana, ben] = await Promise.all([reader('Ana'), reader('Ben')]);
  outsider = await createSignedInClient(app.server, app.database, { levels: { Subsidiary: 4 } });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await inTransaction(app.database, SYSTEM_ACTOR, (db) => db.deleteFrom('report_view').execute());
});

const save = async (who: SignedInClient, name: string, more: Partial<ReportView> = {}) =>
  (await who.call(createReportView, { body: { report: REPORT, name, filter: MAY, ...more } })).data;
const change = async (who: SignedInClient, view: ReportView, body: Partial<ReportView>) =>
  (await who.call(updateReportView, { params: view, body: { row_version: view.row_version, ...body } })).data;
const begin = async (who: SignedInClient, view: ReportView, is_default = true) =>
  (await who.call(chooseDefaultView, { params: view, body: { is_default } })).data;
const remove = (who: SignedInClient, view: ReportView) => who.call(deleteReportView, { params: view });
const offered = async (who: SignedInClient, report = REPORT) =>
  (await who.call(listReportViews, { query: { report } })).data;
const namesOf = async (who: SignedInClient) => (await offered(who)).map(({ name }) => name);
const defaultOf = async (who: SignedInClient) => (await offered(who)).find(({ is_default }) => is_default)?.name;

async function refusalOf(call: Promise<unknown>): Promise<ProblemBody> {
  const answer = await call.catch((error: unknown) => error);
  if (answer instanceof CallRefused) return answer.problem;
  throw new Error(`The call was not refused: ${JSON.stringify(answer)}`);
}

describe('views of a report', () => {
  it('are kept, renamed, replaced and deleted by their owner, and nobody else sees a private one', async () => {
    const kept = await save(ana, '  Month by branch ', { filter: { ...MAY, by: 'branch' } });
    expect(kept).toMatchObject({
      name: 'Month by branch',
      filter: { ...MAY, by: 'branch' },
      is_own: true,
      is_shared: false,
      is_default: false,
      owner_name: 'Ana Reyes',
      row_version: 1,
    });
    expect(await offered(ana)).toEqual([kept]);
    expect(await offered(ben)).toEqual([]);
    for (const call of [() => change(ben, kept, { name: 'Mine' }), () => begin(ben, kept), () => remove(ben, kept)]) {
      expect(await refusalOf(call())).toMatchObject({ status: 404 });
    }
    expect(await change(ana, kept, { name: 'Branches' })).toMatchObject({ name: 'Branches', filter: kept.filter });
    const [again] = await offered(ana);
    expect(await change(ana, again!, { filter: {} })).toMatchObject({ name: 'Branches', filter: {}, row_version: 3 });
    await remove(ana, kept);
    expect(await offered(ana)).toEqual([]);
    const trail = await sql<{ action: string; user_id: number }>`
      select action, user_id from audit_event where table_name = 'report_view' and row_key = ${String(kept.id)} order by id`.execute(
      app.database,
    );
    expect(trail.rows.map(({ action }) => action)).toEqual(['insert', 'update', 'update', 'delete']);
    expect(trail.rows.every(({ user_id }) => user_id === ana.user.id)).toBe(true);
  });

  it('are offered to whoever may see the report when they are shared, own ones first, and changed by their owner alone', async () => {
    const shared = await save(ana, 'A shared one', { is_shared: true });
    await save(ben, 'Zeta');
    expect((await offered(ben)).map(({ name, is_own, owner_name }) => [name, is_own, owner_name])).toEqual([
      ['Zeta', true, 'Ben Reyes'],
      ['A shared one', false, 'Ana Reyes'],
    ]);
    for (const call of [() => change(ben, shared, { name: 'Mine' }), () => remove(ben, shared)]) {
      expect(await refusalOf(call())).toMatchObject({
        status: 403,
        code: 'not_view_owner',
        message: expect.stringContaining('Ana Reyes') as string,
      });
    }
    await change(ana, shared, { is_shared: false });
    expect(await namesOf(ben)).toEqual(['Zeta']);
  });

  it('give no right: of a report that one may not see no view is listed, kept, chosen or deleted', async () => {
    const shared = await save(ana, 'Shared', { is_shared: true });
    const calls = [
      () => offered(outsider),
      () => save(outsider, 'Mine'),
      () => change(outsider, shared, { name: 'Mine' }),
      () => begin(outsider, shared),
      () => remove(outsider, shared),
    ];
    for (const call of calls) {
      expect(await refusalOf(call())).toMatchObject({
        status: 403,
        code: 'module_access',
        message: 'You need Select on Trial Balance; you have No Access.',
      });
    }
  });

  it('are begun with by each user for himself, with his own or a shared one, and never with two', async () => {
    const own = await save(ben, 'Own', { is_default: true });
    expect(own.is_default).toBe(true);
    const shared = await save(ana, 'Shared', { is_shared: true });
    expect(await begin(ben, shared)).toMatchObject({ is_default: true, is_own: false });
    expect([await defaultOf(ben), await defaultOf(ana)]).toEqual(['Shared', undefined]);

    const [now] = await offered(ana);
    const hidden = await change(ana, now!, { is_shared: false });
    expect(await defaultOf(ben)).toBeUndefined();
    await change(ana, hidden, { is_shared: true });
    expect(await defaultOf(ben)).toBe('Shared');

    expect(await begin(ben, own, false)).toMatchObject({ is_default: false });
    expect(await defaultOf(ben)).toBe('Shared');
    await begin(ben, shared, false);
    expect(await defaultOf(ben)).toBeUndefined();

    await begin(ben, shared);
    await remove(ana, shared);
    expect(await offered(ben)).toEqual([{ ...own, is_default: false }]);
  });

  it('of somebody who may not sign in are not offered to others, come back with him, and go with his record', async () => {
    const carl = await createSignedInClient(app.server, app.database, { levels: { 'Trial Balance': 1 } });
    await save(carl, 'Of Carl', { is_shared: true });
    const until = (day: string | null) =>
      inTransaction(app.database, SYSTEM_ACTOR, (db) =>
        db.updateTable('app_user').set({ end_date: day }).where('id', '=', carl.user.id).execute(),
      );
    await until('2020-12-31');
    expect(await namesOf(ben)).toEqual([]);
    await until(null);
    expect(await namesOf(ben)).toEqual(['Of Carl']);
    await begin(ben, (await offered(ben))[0]!);
    await inTransaction(app.database, SYSTEM_ACTOR, (db) =>
      db.deleteFrom('app_user').where('id', '=', carl.user.id).execute(),
    );
    expect(await offered(ben)).toEqual([]);
  });

  it('keep how the groups are folded: nothing where it is not said, as it was where it is not changed', async () => {
    const folded = { levels: [0], groups: [['100000'], ['SMP-001', '102101']] };
    const kept = await save(ana, 'Folded', { folded });
    expect(kept.folded).toEqual(folded);
    expect((await save(ana, 'Plain')).folded).toEqual({ levels: [], groups: [] });
    const renamed = await change(ana, kept, { name: 'Folded groups' });
    expect(renamed.folded).toEqual(folded);
    const other = { levels: [], groups: [['200000']] };
    expect(await change(ana, renamed, { folded: other })).toMatchObject({ folded: other, filter: MAY });
  });

  it('are refused when somebody changed them meanwhile, with who did and what stands', async () => {
    const read = await save(ana, 'Month');
    await change(ana, read, { name: 'Year' });
    expect(await refusalOf(change(ana, read, { name: 'Quarter' }))).toMatchObject({
      status: 409,
      code: 'row_version',
      message: expect.stringMatching(/^Changed by Ana Reyes at .* Reload to see it\.$/) as string,
      current: { name: 'Year', row_version: 2 },
    });
  });

  it.each<[string, Record<string, unknown>, Record<string, string[]>]>([
    ['no report of the name', { report: 'toString' }, { report: ['There is no report toString.'] }],
    ['no name', { name: ' ' }, { name: ['name is required.'] }],
    ['a long name', { name: 'x'.repeat(61) }, { name: ['name may have up to 60 characters.'] }],
    ['control characters in a name', { name: 'a\u0007b' }, { name: ['name can only contain plain text.'] }],
    ['no filter', { filter: undefined }, { filter: ['filter is required.'] }],
    ['what is no text', { filter: { year: 2025 } }, { 'filter.year': ['filter must hold texts.'] }],
    [
      'a strange name in a filter',
      { filter: { '__proto__ x': '1' } },
      { filter: ['filter must hold names of small letters, digits and underscores.'] },
    ],
    [
      'a long filter',
      { filter: { search: 'x'.repeat(4000) } },
      { filter: ['filter may hold up to 40 fields and 4000 characters.'] },
    ],
    [
      'folded groups without codes',
      { folded: { levels: [], groups: [[]] } },
      { 'folded.groups.0': ['folded.groups must hold codes.'] },
    ],
    [
      'what says nothing of levels',
      { folded: { groups: [] } },
      { 'folded.levels': ['folded.levels must hold whole numbers.'] },
    ],
    [
      'more folded groups than a view keeps',
      { folded: { levels: [], groups: Array.from({ length: 501 }, (_, at) => [String(at)]) } },
      { 'folded.groups': ['folded may hold up to 500 groups. Fold a whole level of them.'] },
    ],
    ['a switch that is none', { is_shared: 'yes' }, { is_shared: ['is shared must be true or false.'] }],
  ])('refuse %s', async (_, given, errors) => {
    expect(await refusalOf(save(ana, 'Month', given))).toMatchObject({ status: 422, errors });
  });

  it('have one name each among those of a user, however it is written, and end at fifty', async () => {
    await save(ana, 'Month');
    await save(ben, 'Month');
    const taken = { status: 422, errors: { name: [expect.stringContaining('of this name already')] } };
    expect(await refusalOf(save(ana, 'MONTH'))).toMatchObject(taken);
    const other = await save(ana, 'Year');
    expect(await refusalOf(change(ana, other, { name: 'month' }))).toMatchObject(taken);
    for (let n = 2; n < MOST_VIEWS; n += 1) await save(ana, `View ${n}`);
    expect(await refusalOf(save(ana, 'One more'))).toMatchObject({
      status: 422,
      errors: { name: ['You keep 50 views of this report. Delete one first.'] },
    });
  });
});

describe('the tables of views', () => {
  /** Runs it in the name of Ben and takes it back. */
  const refusedBy = async (statement: string): Promise<string | undefined> =>
    inTransaction(app.database, { user_id: ben.user.id, request_id: null }, (db) =>
      sql.raw(statement).execute(db),
    ).then(
      () => undefined,
      (error: unknown) => (error as { constraint?: string }).constraint,
    );
  const insert = (owner: number, filter: string, name = 'x') =>
    `insert into report_view (owner_id, report, name, filter) values (${owner}, '${REPORT}', '${name}', '${filter}')`;

  it('hold by themselves who writes, what a filter is, and that a default is of its report', async () => {
    expect(await refusedBy(insert(ben.user.id, '{"year": "2025"}', 'control'))).toBeUndefined();
    expect(await refusedBy(insert(ana.user.id, '{}'))).toBe('report_view_own');
    expect(await refusedBy(insert(ben.user.id, '{"year": 2025}'))).toBe('report_view_filter');
    expect(await refusedBy(insert(ben.user.id, '[]'))).toBe('report_view_filter');
    expect(await refusedBy(insert(ben.user.id, `{"a": "${'x'.repeat(6000)}"}`))).toBe('report_view_filter');
    expect(await refusedBy(insert(ben.user.id, '{}', 'x'.repeat(61)))).toBe('report_view_name');
    expect(await refusedBy(insert(ben.user.id, '{}', 'CONTROL'))).toBe('report_view_name_once');
    const fold = (folded: string) =>
      refusedBy(`update report_view set folded = '${folded}' where owner_id = ${ben.user.id}`);
    await save(ben, 'Of Ben');
    expect(await fold('{"levels": [0], "groups": [["1", "2"]]}')).toBeUndefined();
    const wrong = ['[]', '{"levels": []}', '{"levels": ["0"], "groups": []}', '{"levels": [], "groups": ["1"]}'];
    for (const one of [
      ...wrong,
      '{"levels": [], "groups": [[1]]}',
      `{"levels": [], "groups": [["${'x'.repeat(20_000)}"]]}`,
    ]) {
      expect(await fold(one)).toBe('report_view_folded');
    }
    const { id } = await save(ana, 'Of Ana', { is_shared: true });
    expect(await refusedBy(`update report_view set name = 'Of Ben' where id = ${id}`)).toBe('report_view_own');
    const choose = (report: string) => `insert into report_view_default values (${ben.user.id}, '${report}', ${id})`;
    expect(await refusedBy(choose('subsidiary'))).toBe('report_view_default_view');
    expect(await refusedBy(choose(REPORT))).toBeUndefined();
  });
});
