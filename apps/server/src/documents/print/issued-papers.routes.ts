import type { FastifyInstance } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { SERVED_TYPES } from '@talaan/contract/documents/document-kinds';
import {
  listIssuedPapers,
  listPapersOfDocument,
  type IssuedPaper,
} from '@talaan/contract/documents/print/issued-papers.contract';
import { makePage } from '@talaan/contract/http/envelope';
import { STATUS } from '@talaan/core/documents/status';
import { ALL_DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { paddedBatchNumber, readVisible, requireReadable } from '../../batches/record/batch-call.ts';
import { visibleBatches } from '../../batches/record/batch-visibility.ts';
import { typesNamed } from '../../batches/record/served-types.ts';
import type { Database } from '../../platform/database/database.ts';
import { patternOf } from '../../platform/database/search-pattern.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';

/** Serves which papers went out: of one document, and all of them to whoever reads the audit trail. */
export function registerIssuedPapers(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, listPapersOfDocument, async ({ db, user, params, query }) => {
    const types = typesNamed([...SERVED_TYPES], query.document_type);
    const input = await readVisible(db, { batch_number: paddedBatchNumber(params.id), types, user });
    requireReadable(input, user);
    return { data: await findPapers(db, sql`d.batch_id = ${input.batch.id}::bigint`, sql``) };
  });
  registerRoute(server, services, listIssuedPapers, async ({ db, user, query }) => {
    const { page, pages, search = '', kind, way, date_from, date_to } = query;
    const day = (date: string, from: number) =>
      sql`(${date}::date + ${from}::int)::timestamp at time zone 'Asia/Manila'`;
    const wanted = [
      // A statement is of no batch, a leaf that was spoiled of no document.
      sql`(l.document_id is null or ${visibleBatches(user, ALL_DOCUMENT_TYPES)})`,
      ...(kind === undefined ? [] : [sql`l.kind = ${kind}`]),
      ...(way === undefined ? [] : [sql`l.way = ${way}`]),
      ...(date_from === undefined ? [] : [sql`l.at >= ${day(date_from, 0)}`]),
      ...(date_to === undefined ? [] : [sql`l.at < ${day(date_to, 1)}`]),
      ...(search.trim() === ''
        ? []
        : [
            sql`concat_ws(' ', u.user_first_name, u.user_last_name, l.number, l.code, b.batch_number) ilike ${patternOf(search.trim())}`,
          ]),
    ];
    const where = sql.join(wanted, sql` and `);
    const [rows, counted] = await Promise.all([
      findPapers(db, where, sql`limit ${pages} offset ${(page - 1) * pages}`),
      sql<{ total: number }>`select count(*)::int as total from ${PAPERS} where ${where}`.execute(db),
    ]);
    return makePage(rows, counted.rows[0]!.total, query, { path: `/api${listIssuedPapers.path}`, query });
  });
}

/** Copies that were counted and leaves that were printed or spoiled, as `l`, with document `d`, batch `b` and person `u`. */
const PAPERS = sql`(
    select 'p' || p.id as id, p.at, p.kind, p.number_text::text as number, p.copy_no, p.way, p.user_id, p.code, p.document_id,
      p.payee_id
    from issued_paper p
    union all
    select 'c' || m.id, m.at, 'cheque', coalesce(c.cheque_number, ''), null,
      case m.state_to when 'printed' then 'print' else 'spoil' end, m.user_id, null, c.document_id, null
    from cheque_move m join cheque c on c.id = m.cheque_id where m.state_to in ('printed', 'spoiled')
  ) as l
  left join document d on d.id = l.document_id
  left join batch b on b.id = d.batch_id
  left join app_user u on u.id = l.user_id
  left join payee y on y.id = coalesce(l.payee_id, d.payee_id)`;

type StoredPaper = Omit<IssuedPaper, 'document'> & { document_type: string | null; batch_number: string | null };

async function findPapers(
  database: Database,
  where: RawBuilder<unknown>,
  page: RawBuilder<unknown>,
): Promise<IssuedPaper[]> {
  const found = await sql<StoredPaper>`
    select l.id, l.at, l.kind, l.number, l.copy_no, l.way, l.code, coalesce(y.payee_desc, '') as payee_desc,
      concat_ws(' ', u.user_first_name, u.user_last_name) as user_name, b.document_type, b.batch_number,
      case
        when l.way = 'spoil' or d.voided_at is not null or b.deleted_at is not null or b.status = ${sql.lit(STATUS.ARCHIVED)} then 'void'
        when l.kind <> 'cheque' and l.document_id is not null and l.number <> ''
          and l.number not in (coalesce(d.document_number, ''), coalesce(d.or_number, ''), coalesce(d.ar_number, '')) then 'replaced'
        else 'stands' end as state
    from ${PAPERS} where ${where} order by l.at desc, l.id desc ${page}`.execute(database);
  return found.rows.map(({ document_type, batch_number, ...row }) => ({
    ...row,
    document: document_type === null ? null : { document_type, batch_number: batch_number! },
  }));
}
