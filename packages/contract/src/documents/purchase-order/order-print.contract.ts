import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { mailedCopy } from '../../notices/mail.contract.ts';
import { previewed, printOf } from '../document-print.ts';
import { mailAddress } from '../wire-values.ts';
import { orderDetail } from './purchase-order.contract.ts';

const TAG = 'Purchase orders';
const access = { kind: 'module', module: 'Purchase Order', level: ACCESS.select } as const;
const params = z.object({ id: z.string().min(1).max(20) });

/** What the paper of an order needs; a call that is no preview counts as a print and tells which copy it is. */
export const printOrder = defineRoute({
  method: 'POST',
  path: '/trx/po-header/{id}/print',
  summary: 'Data of the purchase order print',
  tag: TAG,
  access,
  params,
  body: z.object(previewed),
  response: recordOf(printOf(orderDetail)),
});

/** The same paper as a file; it counts as a print of its own. */
export const printOrderPdf = defineRoute({
  method: 'GET',
  path: '/trx/po-header/{id}/pdf',
  summary: 'Purchase order as PDF',
  tag: TAG,
  access,
  params,
  file: 'application/pdf',
  keeps: true,
});

/** Queues an approved order for its supplier, with the paper as PDF: a print of its own. */
export const emailOrder = defineRoute({
  method: 'POST',
  path: '/trx/po-header/{id}/email',
  summary: 'Send a purchase order by e-mail',
  tag: TAG,
  access: { ...access, level: ACCESS.update },
  params,
  body: z.object({
    /** The e-mail address of the order where none is given. */
    to: mailAddress('to'),
  }),
  response: recordOf(
    z.object({
      po_number: z.string(),
      to_address: z.string(),
      copy_no: z.int(),
      ...mailedCopy,
      /** Whether a mail server is set; without one the mail is kept as not sent. */
      has_server: z.boolean(),
    }),
  ),
});
