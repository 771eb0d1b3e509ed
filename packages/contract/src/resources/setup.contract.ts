import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import type { ModuleName } from '../access/modules.ts';
import { recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';

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
  periods: { module: 'Accounting Period', title: 'Accounting period', hint: 'The present month, open' },
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
    hint: 'For each level, an active officer in pesos',
  },
} as const satisfies Record<string, { module: ModuleName; title: string; hint: string }>;

export type SetupStep = keyof typeof SETUP_STEPS;
const STEPS = Object.keys(SETUP_STEPS) as [SetupStep, ...SetupStep[]];

export const readSetup = defineRoute({
  method: 'GET',
  path: '/setup',
  summary: 'How far the company is set up: what it has of all that the first journal needs',
  tag: 'Companies',
  access: { kind: 'module', module: 'Companies', level: ACCESS.update },
  response: recordOf(
    z.object({ steps: z.array(z.object({ step: z.enum(STEPS), done: z.boolean() })), complete: z.boolean() }),
  ),
});
