import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { MOST_OFFSET } from '@talaan/core/documents/cheque/cheque-layout';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { wireNumber } from '../../http/wire-number.ts';
import { manyCheques } from './cheque.contract.ts';
import { calendarDay, flag, instant } from '../wire-values.ts';

const TAG = 'Check Transactions';
const printer = z.string('printer is required.').trim().min(1, 'printer is required.').max(250);
const recordId = wireNumber(z.number('must be a Record ID.').int().min(1).max(2_147_483_647));

/** The stock that cheques of an account are written on, and by how much the printer misses it; all in mm. */
const printedLayout = z.object({
  id: z.int(),
  name: z.string(),
  /** Which version of the layout the cheques were printed by. */
  version: z.int(),
  width_mm: z.string(),
  height_mm: z.string(),
  fields: z.array(
    z.object({
      field: z.string(),
      left_mm: z.string(),
      top_mm: z.string(),
      field_width: z.string(),
      field_height: z.string(),
      size_pt: z.int(),
      align: z.enum(['L', 'C', 'R']),
    }),
  ),
  /** Address of the picture of the stock, for screens; null without one. */
  picture: z.string().nullable(),
  /** Of whoever prints, on his printer. */
  x_mm: z.string(),
  y_mm: z.string(),
});

const printedCheque = z.object({
  /** Null where the voucher has no cheque yet. */
  id: z.int().nullable(),
  document_number: z.string(),
  cheque_number: z.string().nullable(),
  cheque_date: calendarDay,
  payee: z.string(),
  amount: z.string(),
  currency_word: z.string(),
  /** Why it is a specimen, which is no cheque; null where it may be printed, or just was. */
  specimen: z.string().nullable(),
});

const printedCheques = z.object({
  /** Of what was printed, and has to be looked at; null of a preview. */
  run_id: z.int().nullable(),
  bank_name: z.string(),
  bank_account: z.string(),
  crossed: z.boolean(),
  layout: printedLayout,
  cheques: z.array(printedCheque),
});
export type PrintedCheques = z.infer<typeof printedCheques>;
export type PrintedCheque = PrintedCheques['cheques'][number];

/** In front of which printer the caller stands: it may miss the stock. */
export const printerName = z.string().trim().max(250).default('');

const asked = {
  /** 1 prints: each leaf once, and its cheque is Printed afterwards. 0 shows what would be printed. */
  print: flag.default(0),
  printer_name: printerName,
};

/** The cheques of a voucher batch, or of one of its vouchers. */
export const printCheque = defineRoute({
  method: 'POST',
  path: '/trx/print-cheque/{id}',
  summary: 'Data of the cheque print; with print, the leaves are printed',
  tag: TAG,
  access: { kind: 'document', level: ACCESS.select },
  params: z.object({ id: z.string().min(1).max(20) }),
  body: z.object({ ...asked, document_number: z.string().max(20).optional() }),
  response: recordOf(printedCheques),
});

/** Cheques of one account, in the order of their leaves. With print all of them are printed, or none. */
export const printCheques = defineRoute({
  method: 'POST',
  path: '/trxcheck/print',
  summary: 'Print several cheques of one account',
  tag: TAG,
  access: { kind: 'module', module: 'Check Transactions', level: ACCESS.update },
  body: z.object({
    ...asked,
    ids: manyCheques,
  }),
  response: recordOf(printedCheques),
});

const offset = z.object({
  id: z.int(),
  layout_id: z.int(),
  printer_name: z.string(),
  x_mm: z.string(),
  y_mm: z.string(),
  measured_at: instant,
});
export type ChequeOffset = z.infer<typeof offset>;

const measuring = { kind: 'module', module: ['Banks', 'Check Transactions'], level: ACCESS.select } as const;

/** A stock that accounts write their cheques on, as whoever prints on it measures his printer by. */
const measuredStock = printedLayout
  .pick({ id: true, name: true, width_mm: true, height_mm: true, fields: true })
  .extend({ accounts: z.array(z.string()) });

/** The stocks by their names, with the accounts that write on each: for whoever prints, without the right to change them. */
export const listChequeStocks = defineRoute({
  method: 'GET',
  path: '/cheque-offsets/stocks',
  summary: 'The stocks that a printer is measured for',
  tag: TAG,
  access: measuring,
  response: z.object({ data: z.array(measuredStock) }),
});

/** By how much the caller's own printers miss a stock. */
export const listChequeOffsets = defineRoute({
  method: 'GET',
  path: '/cheque-offsets',
  summary: 'How far the printers of the caller miss a stock',
  tag: TAG,
  access: measuring,
  query: z.object({ layout_id: recordId }),
  response: z.object({ data: z.array(offset) }),
});

/** Where a cross of the test sheet lies that should lie at 10 mm. */
const measured = (field: string) =>
  z
    .string(`${field} is required.`)
    .trim()
    .regex(/^\d{1,2}(\.\d{1,2})?$/, `${field} is millimetres, as 11.5.`)
    .refine(
      (text) => Math.abs(10 - Number(text)) <= MOST_OFFSET,
      `${field} is more than ${MOST_OFFSET} mm off: print at 100 %, with the paper against its guide.`,
    );

/** Keeps by how much a printer misses a stock: everything is moved by 10 less what was measured. */
export const measureChequeOffset = defineRoute({
  method: 'POST',
  path: '/cheque-offsets',
  summary: 'Keep how far a printer of the caller misses a stock',
  tag: TAG,
  access: measuring,
  body: z.object({
    layout_id: recordId,
    printer_name: printer,
    measured_left: measured('measured left'),
    measured_top: measured('measured top'),
  }),
  response: recordOf(offset),
});
