import * as z from 'zod';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute, type Access } from '../../http/route.ts';
import { previewed, printOf } from '../document-print.ts';

/** The number of a document, or of its batch. */
const params = z.object({ id: z.string().min(1).max(20) });

/**
 * The two calls of the paper of a document: what it needs, where one that is no preview counts as a copy and tells which; and the
 * same paper as a file, a copy of its own. `data` and `file` are their summaries, `which` is what else names what is printed.
 */
export function paperRoutes<
  const Print extends string,
  const Pdf extends string,
  Detail extends z.ZodType,
  Which extends z.ZodRawShape,
>({
  paths,
  data,
  file,
  tag,
  access,
  detail,
  which,
}: {
  readonly paths: { readonly print: Print; readonly pdf: Pdf };
  readonly data: string;
  readonly file: string;
  readonly tag: string;
  readonly access: Access;
  readonly detail: Detail;
  readonly which: Which;
}) {
  return {
    print: defineRoute({
      method: 'POST',
      path: paths.print,
      summary: data,
      tag,
      access,
      params,
      body: z.object({ ...which, ...previewed }),
      response: recordOf(printOf(detail)),
    }),
    pdf: defineRoute({
      method: 'GET',
      path: paths.pdf,
      summary: file,
      tag,
      access,
      params,
      query: z.object(which),
      file: 'application/pdf',
      keeps: true,
    }),
  };
}
