import * as z from 'zod';
import { recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { documentType, instant } from './wire-values.ts';

const TAG = 'Drafts';
const session = { kind: 'session' } as const;
const draftParams = z.object({ id: z.uuid() });

/** Unsaved work of one person; it survives the browser, a new sign-in and another workstation (decisions §5). */
const draftView = z.object({
  id: z.string(),
  document_type: z.string(),
  /** The reserved working number, or the batch that is being edited. */
  batch_number: z.string().nullable(),
  /** What the entry page keeps; its shape is the page's own. */
  body: z.record(z.string(), z.unknown()),
  row_version: z.int(),
  updated_at: instant,
});
export type DraftView = z.infer<typeof draftView>;

export const listDrafts = defineRoute({
  method: 'GET',
  path: '/trx/drafts',
  summary: 'My unsaved entries, newest first',
  tag: TAG,
  access: session,
  query: z.object({ document_type: documentType.optional() }),
  response: z.object({ data: z.array(draftView) }),
});

export const readDraft = defineRoute({
  method: 'GET',
  path: '/trx/drafts/{id}',
  summary: 'Read one of my drafts',
  tag: TAG,
  access: session,
  params: draftParams,
  response: recordOf(draftView),
});

/** Creates the draft (row_version absent) or replaces it; the id is made by the page, so that a retry is harmless. */
export const putDraft = defineRoute({
  method: 'PUT',
  path: '/trx/drafts/{id}',
  summary: 'Keep unsaved work',
  tag: TAG,
  access: session,
  params: draftParams,
  body: z.object({
    document_type: documentType,
    batch_number: z.string().max(20).nullish(),
    body: z.record(z.string(), z.unknown()),
    row_version: z.int().optional(),
  }),
  response: recordOf(draftView.omit({ body: true })),
});

/** Discards the work and gives its reserved numbers back. */
export const deleteDraft = defineRoute({
  method: 'DELETE',
  path: '/trx/drafts/{id}',
  summary: 'Discard a draft',
  tag: TAG,
  access: session,
  params: draftParams,
  response: recordOf(z.object({ deleted: z.boolean() })),
});

export const draftRoutes = [listDrafts, readDraft, putDraft, deleteDraft] as const;
