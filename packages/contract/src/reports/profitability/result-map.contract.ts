import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { wireNumber } from '../../http/wire-number.ts';

const TAG = 'Reports';
/** Who may say how results are read sees all of it, and nobody else. */
const access = { kind: 'module', module: 'Profitability', level: ACCESS.update } as const;

const version = wireNumber(z.number().int('version must be a whole number.').min(1).max(2_147_483_647)).optional();
const format = z.enum(['xlsx', 'csv'], 'format must be xlsx or csv.').default('xlsx');
const month = {
  year: wireNumber(
    z.number('year is required.').int().min(1901, 'year must be 1901 to 2100.').max(2100, 'year must be 1901 to 2100.'),
  ),
  month: wireNumber(
    z.number('month is required.').int().min(1, 'month must be 1 to 12.').max(12, 'month must be 1 to 12.'),
  ),
};

const mapVersion = z.object({
  version: z.int(),
  /** yyyy-mm; 1901-01 holds for all there is. */
  effective_from: z.string(),
  accounts: z.int(),
  excluded: z.int(),
  /** Who asked for it, where a second person confirmed it; null for the system. */
  asked_by: z.string().nullable(),
  made_by: z.string().nullable(),
  made_at: z.string(),
});
export type MapVersion = z.infer<typeof mapVersion>;

/** An account of results with the line that it belongs to; null where the version leaves it out. */
const mapLine = z.object({ acct_code: z.string(), acct_desc: z.string(), measure: z.string().nullable() });
export type MapLine = z.infer<typeof mapLine>;

/** The versions of the map, the newest first, and the lines of one of them, the newest where none is asked for. */
export const readResultMap = defineRoute({
  method: 'GET',
  path: '/rpt/pnl/map',
  summary: 'Map of accounts of the profitability report, in its versions',
  tag: TAG,
  access,
  query: z.object({ version }),
  response: recordOf(
    z.object({
      /** yyyy-mm of the first open period, with which a version begins at the earliest; null where none is open. */
      earliest: z.string().nullable(),
      versions: z.array(mapVersion),
      version: z.int().nullable(),
      lines: z.array(mapLine),
    }),
  ),
});

/** A whole map as a file with the columns Account Code and Line; it waits for a second person where two could decide. */
export const proposeResultMap = defineRoute({
  method: 'POST',
  path: '/rpt/pnl/map',
  summary: 'Propose a version of the map of the profitability report',
  tag: TAG,
  access,
  multipart: true,
  may_wait: true,
  body: z.object({
    effective_from: z
      .string('effective from is required.')
      .regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, 'effective from must be a month (yyyy-mm).'),
  }),
  response: recordOf(z.object({ accounts: z.int() })),
});

/** The lines of such a file, for whoever looks at them before he proposes a map of them. */
export const readResultMapFile = defineRoute({
  method: 'POST',
  path: '/rpt/pnl/map/file',
  summary: 'Read a file of the map of the profitability report; nothing is kept',
  tag: TAG,
  access,
  multipart: true,
  reads: true,
  body: z.object({}),
  response: recordOf(z.array(z.object({ acct_code: z.string(), measure: z.string() }))),
});

export const exportResultMap = defineRoute({
  method: 'GET',
  path: '/rpt/pnl/map/export',
  summary: 'A version of the map of the profitability report as a file that can be taken in again',
  tag: TAG,
  access,
  query: z.object({ version, format }),
  file: 'application/octet-stream',
});

const branchCount = z.object({
  brnc_code: z.string(),
  brnc_name: z.string(),
  transactions: z.int().nullable(),
  entered_by: z.string().nullable(),
  entered_at: z.string().nullable(),
});
export type BranchCount = z.infer<typeof branchCount>;

/** The transactions of every branch in a month, with who entered them. */
export const readBranchCounts = defineRoute({
  method: 'GET',
  path: '/rpt/pnl/counts',
  summary: 'Transactions of branches in a month',
  tag: TAG,
  access,
  query: z.object(month),
  response: recordOf(z.array(branchCount)),
});

/** A file with the columns Branch, Year, Month and Transactions; what stands is changed, a row without transactions empties it. */
export const storeBranchCounts = defineRoute({
  method: 'POST',
  path: '/rpt/pnl/counts',
  summary: 'Take in transactions of branches',
  tag: TAG,
  access,
  multipart: true,
  body: z.object({}),
  response: recordOf(z.object({ rows: z.int(), changed: z.int(), emptied: z.int() })),
});

export const exportBranchCounts = defineRoute({
  method: 'GET',
  path: '/rpt/pnl/counts/export',
  summary: 'Transactions of branches in a month as a file that can be taken in again',
  tag: TAG,
  access,
  query: z.object({ ...month, format }),
  file: 'application/octet-stream',
});
