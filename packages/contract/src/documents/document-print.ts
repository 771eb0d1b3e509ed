import * as z from 'zod';
import { PAPER_TEXT_KINDS, type PaperText } from '@talaan/core/documents/papers/paper-texts';
import { flag, instant } from './wire-values.ts';

/** How a copy of a paper goes out. */
export const PAPER_WAYS = ['print', 'pdf', 'mail'] as const;
export type PaperWay = (typeof PAPER_WAYS)[number];

/** 1 for a look at the paper, which counts as no copy. */
export const previewed = { preview: flag.default(0) };

/** What the print of a document answers: who heads it, what is stored of it, and which copy this is. */
export function printOf<Detail extends z.ZodType>(batch: Detail) {
  return z.object({
    company: z.object({
      name: z.string(),
      tin: z.string(),
      vat_registered: z.boolean(),
      address: z.string(),
      logo: z.string().nullable(),
      business_name: z.string().optional(),
    }),
    /** The words of the company's papers as they are on its date; '' where nothing stands. */
    texts: z.object(
      Object.fromEntries(PAPER_TEXT_KINDS.map((kind) => [kind, z.string()])) as Record<PaperText, z.ZodString>,
    ),
    batch,
    /** What its amounts in words end in: PESOS. */
    currency_word: z.string(),
    /** 1 for the first copy under its number; from 2 on the paper says REPRINT. 0 of a preview, which is none. */
    copy_no: z.int(),
    /** By which anybody may verify the copy, and the address at which; null of a preview and of a blank form. */
    code: z.string().nullable(),
    verify: z.string().nullable(),
    printed_by: z.string(),
    printed_at: instant,
    /** The name and the version of what made it. */
    software: z.string(),
  });
}

/** What the paper of a document is drawn from. */
export type Printed<Detail> = Omit<z.infer<ReturnType<typeof printOf>>, 'batch'> & { batch: Detail };
