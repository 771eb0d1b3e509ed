import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { mailedCopy } from '../../notices/mail.contract.ts';
import { mailAddress } from '../wire-values.ts';
import { orderDetail } from './purchase-order.contract.ts';
import { paperRoutes } from '../print/paper-routes.ts';

const TAG = 'Purchase orders';
const access = { kind: 'module', module: 'Purchase Order', level: ACCESS.select } as const;
const params = z.object({ id: z.string().min(1).max(20) });

/** The paper of an order. */
export const { print: printOrder, pdf: printOrderPdf } = paperRoutes({
  paths: { print: '/trx/po-header/{id}/print', pdf: '/trx/po-header/{id}/pdf' },
  data: 'Data of the purchase order print',
  file: 'Purchase order as PDF',
  tag: TAG,
  access,
  detail: orderDetail,
  which: {},
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
      copy_no: z.int(),
      ...mailedCopy,
    }),
  ),
});
