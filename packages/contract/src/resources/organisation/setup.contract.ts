import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import type { ModuleName } from '../../access/modules.ts';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import type { ResourceName } from '../../resource/resource-index.ts';

/**
 * What a company needs before its first journal is posted, in the order in which each step finds what it names: the
 * module whose screen does it, what is to be done there, and the words for it.
 */
export const SETUP_STEPS = {
  company: { module: 'Companies', title: 'Company', hint: 'Name, TIN and address of the reporting company' },
  departments: { module: 'Departments', title: 'Departments', hint: 'At least one that is active' },
  branches: { module: 'Branches', title: 'Branches', hint: 'At least one that is active; every line names one' },
  accounts: {
    module: 'Chart of Accounts',
    title: 'Chart of accounts',
    hint: 'At least two active subsidiary accounts; "Generate" numbers them',
  },
  periods: { module: 'Accounting Period', title: 'Accounting period', hint: 'The present month, open for journals' },
  roles: { module: 'Roles', title: 'Roles', hint: 'Preparer, checker, approver: one for each kind of work' },
  role_access: { module: 'Role Access', title: 'Role access', hint: 'What each role may do' },
  users: { module: 'Users', title: 'Users', hint: 'At least one who enters journals and another who reviews them' },
  approving_levels: {
    module: 'Approving Levels',
    title: 'Approving levels',
    hint: 'From which amount each level approves',
  },
  approving_officers: {
    module: 'Approving Officers',
    title: 'Approving officers',
    hint: 'For each level somebody who neither enters nor reviews the journal',
  },
} as const satisfies Record<string, { module: ModuleName; title: string; hint: string }>;

export type SetupStep = keyof typeof SETUP_STEPS;
const STEPS = Object.keys(SETUP_STEPS) as [SetupStep, ...SetupStep[]];

/** Lists that a new company can start from, each while it is empty, and the modules whose records it brings. */
export const STARTER_PARTS = {
  account: { modules: ['Chart of Accounts'], title: 'Chart of accounts' },
  alpha_tax_code: { modules: ['ATC Codes'], title: 'ATC codes and rates' },
  bank_header: { modules: ['Bank Headers'], title: 'Banks of the country' },
  transaction_type: { modules: ['Transaction Type'], title: 'Transaction types' },
  role: { modules: ['Roles', 'Role Access'], title: 'Roles with what they may do' },
} as const satisfies Partial<Record<ResourceName, { modules: readonly ModuleName[]; title: string }>>;

export type StarterPart = keyof typeof STARTER_PARTS;
const PARTS = Object.keys(STARTER_PARTS) as [StarterPart, ...StarterPart[]];
const starterPart = z.object({ part: z.enum(PARTS), records: z.int() });

export const readSetup = defineRoute({
  method: 'GET',
  path: '/setup',
  summary: 'How far the company is set up: what it has of all that the first journal needs',
  tag: 'Companies',
  access: { kind: 'module', module: 'Companies', level: ACCESS.update },
  response: recordOf(
    z.object({
      /** `missing` says why the route of a first journal finds nobody, at the step that mends it. */
      steps: z.array(z.object({ step: z.enum(STEPS), done: z.boolean(), missing: z.string().nullable() })),
      complete: z.boolean(),
      /** Parts of the starter set whose list is empty, with the number of records that each would bring. */
      starter: z.array(starterPart),
    }),
  ),
});

export const loadStarterSet = defineRoute({
  method: 'POST',
  path: '/setup/starter-set',
  summary: 'Loads parts of the starter set into lists that are empty; Insert is needed on the modules of each',
  tag: 'Companies',
  access: { kind: 'module', module: PARTS.flatMap((part) => STARTER_PARTS[part].modules), level: ACCESS.insert },
  body: z.object({ parts: z.array(z.enum(PARTS), 'Choose at least one part.').min(1, 'Choose at least one part.') }),
  response: recordOf(z.object({ loaded: z.array(starterPart) })),
});
