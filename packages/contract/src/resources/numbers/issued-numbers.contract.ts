import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { ALL_DOCUMENT_TYPES, DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { NUMBER_FATES, SERIES_LABELS, type NumberFate, type SeriesKind } from '@talaan/core/numbering/series';
import { DOCUMENT_MODULES } from '../../access/document-modules.ts';
import type { ModuleName } from '../../access/modules.ts';
import { listQuery, pageOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { wireNumber } from '../../http/wire-number.ts';

const KINDS = Object.keys(SERIES_LABELS) as [SeriesKind, ...SeriesKind[]];

/** The kinds that have a screen of their own, and the batches, which are of every type. */
const MODULES_OF_SERIES: Readonly<Partial<Record<SeriesKind, ModuleName>>> = {
  voucher: 'Voucher Series',
  or: 'Official Receipt',
  ar: 'Acknowledgement Receipt',
  bi: 'Billing Invoice',
  batch: 'Audit Trail',
};

/** The module of the documents that are numbered by a kind. */
function moduleOfDocuments(kind: SeriesKind): ModuleName {
  const type = ALL_DOCUMENT_TYPES.find((one) =>
    [DOCUMENT_TYPES[one].document_series, DOCUMENT_TYPES[one].batch_series].some((series) => series === kind),
  );
  if (type === undefined) throw new Error(`No document is numbered by ${kind}.`);
  return DOCUMENT_MODULES[type];
}

/** Who may see the numbers of a kind: whoever has Select on the screen of its series, or of its documents. */
export const REGISTER_MODULES = Object.fromEntries(
  KINDS.map((kind) => [kind, MODULES_OF_SERIES[kind] ?? moduleOfDocuments(kind)]),
) as Readonly<Record<SeriesKind, ModuleName>>;

const FATES = Object.keys(NUMBER_FATES) as [NumberFate, ...NumberFate[]];

/** One number that was handed out, and what became of it (decisions §5). */
const issuedNumber = z.object({
  series_id: z.int(),
  kind: z.enum(KINDS),
  number: z.int(),
  /** As papers print it. */
  number_text: z.string(),
  fate: z.enum(FATES),
  document_type: z.string().nullable(),
  document_number: z.string().nullable(),
  batch_number: z.string().nullable(),
  /** The batch is confidential to the reader: its number shows, and nothing else of it. */
  is_confidential: z.boolean(),
  /** Who took the number; for an open one who holds it. */
  issued_by: z.string().nullable(),
  /** Instant, ISO 8601 in UTC. */
  issued_at: z.string(),
});
export type IssuedNumber = z.infer<typeof issuedNumber>;

/** One series held against the register: `unexplained` numbers were handed out and are nowhere; it must be 0. */
const seriesCheck = z.object({
  series_id: z.int(),
  kind: z.enum(KINDS),
  series_from: z.int(),
  series_to: z.int(),
  handed_out: z.int(),
  registered: z.int(),
  open: z.int(),
  unexplained: z.int(),
  remaining: z.int(),
});
export type SeriesCheck = z.infer<typeof seriesCheck>;

const oneOrMany = <Names extends readonly [string, ...string[]]>(names: Names) =>
  z
    .union([z.array(z.enum(names)), z.enum(names).transform((one) => [one])], `Choose from: ${names.join(', ')}.`)
    .optional();

const filters = {
  kind: oneOrMany(KINDS),
  fate: oneOrMany(FATES),
  series_id: wireNumber(z.number('Series must be a Record ID.').int().min(1).max(2_147_483_647)).optional(),
};
const { search, query, page, pages } = listQuery.shape;
const sort = z.enum(['number', '-number'], 'The register is sorted by number or -number.').optional();

const TAG = 'Issued numbers';
const access = { kind: 'module', module: [...new Set(Object.values(REGISTER_MODULES))], level: ACCESS.select } as const;

export const listIssuedNumbers = defineRoute({
  method: 'GET',
  path: '/trx/issued-numbers',
  summary:
    'Register of the numbers that were handed out, with their fate; of the kinds whose module the caller may see',
  tag: TAG,
  access,
  query: z.object({ page, pages, search, query, sort, ...filters }),
  response: pageOf(issuedNumber),
});

export const exportIssuedNumbers = defineRoute({
  method: 'GET',
  path: '/trx/issued-numbers/export',
  summary: 'The register as a file: what is filtered',
  tag: TAG,
  access,
  query: z.object({
    search,
    query,
    sort,
    ...filters,
    format: z.enum(['xlsx', 'csv'], 'format must be xlsx or csv.').default('xlsx'),
  }),
  file: 'application/octet-stream',
});

export const checkIssuedNumbers = defineRoute({
  method: 'GET',
  path: '/trx/issued-numbers/check',
  summary: 'Every series held against the register; unexplained must be 0',
  tag: TAG,
  access,
  query: z.object({ kind: filters.kind, series_id: filters.series_id }),
  response: z.object({ data: z.array(seriesCheck) }),
});

export type IssuedNumberQuery = z.output<typeof listIssuedNumbers.query>;
