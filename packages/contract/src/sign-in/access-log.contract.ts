import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { listQuery, pageOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';

/** A list or report taken out as a file, an attachment downloaded, a call refused with 403. */
export const ACCESS_LOG_KINDS = ['export', 'download', 'refusal'] as const;
export type AccessLogKind = (typeof ACCESS_LOG_KINDS)[number];

const accessLogRow = z.object({
  id: z.string(),
  kind: z.enum(ACCESS_LOG_KINDS),
  /** Instant, ISO 8601 in UTC; of a refusal that came several times, the last one's. */
  at: z.string(),
  /** Null: nobody was signed in. */
  user_name: z.string().nullable(),
  /** The list, report or file that was taken out, or the call that was refused. */
  what: z.string(),
  /** How it was narrowed and how much it was; why it was refused. */
  details: z.string(),
  /** How often within the minute. */
  times: z.int(),
  request_id: z.string().nullable(),
});
export type AccessLogRow = z.infer<typeof accessLogRow>;

export const listAccessLog = defineRoute({
  method: 'GET',
  path: '/access-log',
  summary: 'Who took out lists, reports and attachments, and who was refused what; the newest first',
  tag: 'Access',
  access: { kind: 'module', module: 'Audit Trail', level: ACCESS.select },
  query: listQuery.pick({ page: true, pages: true, search: true }).extend({
    kind: z.enum(ACCESS_LOG_KINDS, 'kind must be export, download or refusal.').optional(),
  }),
  response: pageOf(accessLogRow),
});
