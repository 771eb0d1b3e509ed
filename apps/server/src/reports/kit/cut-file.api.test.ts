import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REPORT_FORMATS } from '@talaan/contract/reports/kit/define-report';
import type { PostingRow } from '@talaan/contract/reports/kit/posting-row';
import { runAsOwner } from '../../testing/owner-connection.ts';
import { createSignedInClient, type SignedInClient } from '../../testing/sign-in/sign-in.ts';
import { createTestServer, type TestServer } from '../../testing/test-server.ts';
import { subsidiary } from '../subsidiary/subsidiary.query.ts';
import { registerReports } from './register-reports.ts';
import { defineStatement } from './report-statement.ts';

/** More postings than any buffer on the way to its reader holds. */
const { report, order } = subsidiary;
const endless = defineStatement({
  report,
  order: order!,
  rows: () => sql<PostingRow>`
    select '2025-05-02' as document_date, 'JE' as transaction_type, 'JE' || g as document_number, '1' as batch_number,
      null as reference_number, 'SMP-001' as branch, null as payee_code, null as payee, 'remarks of ' || g as particulars,
      '' as description, '1.00' as debit, '0.00' as credit, '1' as rate, '1.00' as php_da, '0.00' as php_ca, '' as edit_by,
      now() as edit_date, '102101' as acct_code, 'CIB' as acct_desc, 'PHP' as currency, g::text as entry_id, 1 as line_no,
      false as is_reversal, false as is_masked
    from generate_series(1, 5000000) g`,
  sums: async () => ({ totals: { beginning: '0.00', php_da: '0.00', php_ca: '0.00', ending: '0.00' }, proof: [] }),
});

let app: TestServer;
let reader: SignedInClient;
let address: string;
beforeAll(async () => {
  app = await createTestServer((server, services) => registerReports(server, services, [endless]));
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.server.address() as AddressInfo;
  address = `http://127.0.0.1:${port}/api/rpt/subledgerReport/export?type=ftm&year=2025&month=5`;
  reader = await createSignedInClient(app.server, app.database, { levels: { Subsidiary: 1 } });
});
afterAll(() => app.stop());

it.each(REPORT_FORMATS)(
  'a report as %s breaks off visibly when its database goes in the middle of it',
  async (format) => {
    const response = await fetch(`${address}&format=${format}`, { headers: reader.headers });
    expect(response.status).toBe(200);
    const body = response.body!.getReader();
    expect((await body.read()).value!.length).toBeGreaterThan(0);
    const ended = await runAsOwner(app.ownerUrl, (owner) =>
      owner.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and backend_type = 'client backend'`),
    );
    expect(ended.rowCount).toBe(1);
    await expect(async () => {
      for (;;) if ((await body.read()).done) return;
    }).rejects.toThrow('terminated');
  },
);
