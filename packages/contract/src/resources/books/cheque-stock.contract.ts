import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { wireNumber } from '../../http/wire-number.ts';
import { calendarDay } from '../../documents/wire-values.ts';

/** What a picture of a stock may be: PNG or JPEG, its bytes and its pixels a side, for 8 × 3 in at 600 dots an inch. */
export const STOCK_PICTURE_LIMITS = { bytes: 5 * 1024 * 1024, pixels: 6000 } as const;

const path = '/cheque-layout/{id}/picture';
const params = z.object({ id: wireNumber(z.number('id must be a Record ID.').int().min(1).max(2_147_483_647)) });
const answer = recordOf(z.object({ id: z.int(), picture: z.string().nullable() }));
const tag = 'Cheque layouts';
const change = { kind: 'module', module: 'Banks', level: ACCESS.update } as const;

/** Whoever places its fields or looks at cheques sees it on his screen; no paper carries it. */
export const readStockPicture = defineRoute({
  method: 'GET',
  path,
  summary: 'The picture of a stock, as screens show it below the texts of a cheque',
  tag,
  access: { kind: 'module', module: ['Banks', 'Check Transactions', 'Disbursements'], level: ACCESS.select },
  params,
  query: z.object({ file: z.uuid().optional() }),
  file: 'image/png',
});

/** One picture takes the place of the one before it. */
export const putStockPicture = defineRoute({
  method: 'POST',
  path,
  summary: 'Give a cheque layout the picture of its stock: one PNG or JPEG file',
  tag,
  access: change,
  params,
  multipart: true,
  response: answer,
});

export const removeStockPicture = defineRoute({
  method: 'DELETE',
  path,
  summary: 'Take the picture off a cheque layout',
  tag,
  access: change,
  params,
  response: answer,
});

const sample = z.object({
  batch_number: z.string(),
  document_number: z.string(),
  cheque_date: calendarDay,
  payee: z.string(),
  amount: z.string(),
  currency_word: z.string(),
});
/** What a cheque says, to try a layout by. */
export type ChequeSample = z.infer<typeof sample>;

export const readChequeSample = defineRoute({
  method: 'GET',
  path: '/cheque-layout/{id}/sample',
  summary: 'The newest cheque that could be printed on a layout, of those that the caller may see; null for none',
  tag,
  access: { kind: 'module', module: 'Banks', level: ACCESS.select },
  params,
  response: recordOf(sample.nullable()),
});
