import * as z from 'zod';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { PAPER_WAYS } from '../document-print.ts';
import { calendarDay, instant } from '../wire-values.ts';

/** What became of what a paper says since it was printed; one of a document that nobody approved, released or issued yet is pending. */
export const PAPER_STATES = ['stands', 'pending', 'void', 'replaced', 'changed'] as const;
export type PaperState = (typeof PAPER_STATES)[number];

/** A field of a paper that says something else by now; null where it is missing. */
const difference = z.object({ field: z.string(), printed: z.string().nullable(), now: z.string().nullable() });
export type PaperDifference = z.infer<typeof difference>;

const verification = z.object({
  /** The company on the paper. */
  company: z.string(),
  state: z.enum(PAPER_STATES),
  /** yyyy-mm-dd, of what is void. */
  void_since: z.string().nullable(),
  /** What stands on it; null of what is confidential. */
  paper: z
    .object({
      title: z.string(),
      /** '' of a paper that had none. */
      number: z.string(),
      /** yyyy-mm-dd. */
      date: calendarDay,
      copy_no: z.int(),
      /** How that copy went out, and when. */
      way: z.enum(PAPER_WAYS),
      made_at: instant,
      currency: z.string(),
      amount: z.string(),
    })
    .nullable(),
  /** For whoever is signed in and may see what it is of; null for everybody else. */
  details: z
    .object({
      payee: z.string(),
      /** Its tables, as they were printed. */
      tables: z.array(
        z.object({ caption: z.string(), columns: z.array(z.string()), rows: z.array(z.array(z.string())) }),
      ),
      way: z.enum(PAPER_WAYS),
      printed_by: z.string(),
      printed_at: instant,
      differences: z.array(difference),
      /** The document; null of a paper that is of none. */
      document: z.object({ document_type: z.string(), batch_number: z.string() }).nullable(),
    })
    .nullable(),
});
export type PaperVerification = z.infer<typeof verification>;

/** Whether the paper stands whose code somebody holds; 404 for any other code, 20 tries a minute of one address. */
export const verifyPaper = defineRoute({
  method: 'GET',
  path: '/verify/{code}',
  summary: 'Verify a paper by its code',
  tag: 'Papers',
  access: { kind: 'public' },
  params: z.object({ code: z.string().min(1).max(60) }),
  response: recordOf(verification),
});
