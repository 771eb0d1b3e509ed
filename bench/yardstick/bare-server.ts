/**
 * Fastify and the driver with nothing around them: `node --import tsx bench/yardstick/bare-server.ts`. Its reads do what
 * the product's reads ask of the database, and no more. Tells its port to the parent process.
 */
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env['BENCH_DATABASE_URL'], max: 16 });
const server = Fastify({ logger: false });

server.get('/json', async () => ({ data: { signed_in: true } }));

/** What any signed-in read costs at least: the session is looked up by its key. */
server.get('/signed-in', async () => {
  const { rows } = await pool.query({ name: 'session', text: SESSION, values: [Buffer.alloc(32)] });
  return { data: { signed_in: rows.length > 0 } };
});

const SESSION = 'select user_id, expires_at from session where token_hash = $1';

/** A page of a month with the total of the month, two statements as the product sends them. */
server.get<{ Querystring: { from: string; before: string; limit: string; offset: string } }>(
  '/list',
  async ({ query: { from, before, limit, offset } }) => {
    const [rows, count] = await Promise.all([
      pool.query({ name: 'page', text: PAGE, values: [from, before, limit, offset] }),
      pool.query<{ count: string }>({ name: 'count', text: COUNT, values: [from, before] }),
    ]);
    return { data: rows.rows, total: Number(count.rows[0]!.count) };
  },
);

const PAGE = `
  select b.id, b.batch_number, b.document_type, b.document_date::text, b.status, b.total_amount::text, b.amount_php::text,
    b.prepared_by, b.date_encoded, b.row_version, d.document_number, d.remarks
  from batch b join document d on d.batch_id = b.id and d.header_key = 0
  where b.document_type = 'JE' and b.deleted_at is null and b.document_date >= $1 and b.document_date < $2
  order by b.document_date desc, b.id desc limit $3 offset $4`;

const COUNT = `
  select count(*) from batch
  where document_type = 'JE' and deleted_at is null and document_date >= $1 and document_date < $2`;

await server.listen({ port: 0, host: '127.0.0.1' });
process.send!({ port: (server.server.address() as AddressInfo).port });
