import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { listQuery, pageOf, recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { readFieldValue } from '../../resource/field-value.ts';
import { account } from './account.resource.ts';

/** An account type as callers write it: G, D, P, S, or the older M for P. */
const accountType = z.string('Type is required.').transform((given, context): 'G' | 'D' | 'P' | 'S' => {
  const reading = readFieldValue(account.fields.acct_type, given);
  if (reading.ok) return reading.value as 'G' | 'D' | 'P' | 'S';
  context.addIssue({ code: 'custom', message: reading.message });
  return z.NEVER;
});

/**
 * A parent to choose: its code (0 for NONE) and description, under the wire names of dropdown and of account, and the
 * class and group that every account below it has.
 */
const parentChoice = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  acct_code: z.string(),
  acct_desc: z.string(),
  acct_type: z.string().nullable(),
  acct_class: z.string().nullable(),
  acct_group: z.string().nullable(),
});

const access = { kind: 'module', module: 'Chart of Accounts', level: ACCESS.select } as const;

/** The calls of the chart of accounts beside the generic ones (spec 1 §5, §7). */
export const accountRoutes = {
  getParents: defineRoute({
    method: 'POST',
    path: '/coa/getparents',
    summary: 'Accounts that can be the parent of an account of a type; a main account has the one option NONE, code 0',
    tag: 'Chart of Accounts',
    access,
    reads: true,
    in_preview: true,
    body: z.object({ acct_type: accountType, acct_group: z.string().max(1).nullish() }),
    response: z.object({ data: z.array(parentChoice) }),
  }),
  generateCode: defineRoute({
    method: 'POST',
    path: '/coa/genacct',
    summary: 'The next free account code below a parent',
    tag: 'Chart of Accounts',
    access,
    reads: true,
    in_preview: true,
    body: z.object({ acct_type: accountType, acct_parent: z.coerce.string().max(60).default('0') }),
    response: recordOf(z.object({ acct_code: z.string() })),
  }),
  byType: defineRoute({
    method: 'GET',
    path: '/coa/byaccttype',
    summary: 'Active accounts of a type, 100 a page; S are the accounts that entries post to',
    tag: 'Chart of Accounts',
    access: { kind: 'choices', of: 'account' },
    query: z.object({ ...listQuery.shape, pages: z.unknown().optional(), acct_type: accountType.default('S') }),
    response: pageOf(
      z.object({
        id: z.int(),
        code: z.string(),
        name: z.string(),
        acct_code: z.string(),
        acct_desc: z.string(),
        acct_type: z.string(),
        acct_class: z.string(),
        acct_group: z.string(),
        currency_id: z.int(),
      }),
    ),
  }),
} as const;
