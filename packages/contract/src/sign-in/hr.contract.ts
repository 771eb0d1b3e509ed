import * as z from 'zod';
import { recordOf } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';

/** Basic facts of an employee, as the HR system knows them. */
export const hrEmployee = z.object({
  employee_no: z.string(),
  first_name: z.string(),
  middle_name: z.string().nullable(),
  last_name: z.string(),
  email: z.string(),
  job_title: z.string().nullable(),
  dept_code: z.string().nullable(),
  brnc_code: z.string().nullable(),
  /** 0 active, 1 inactive, 2 resigned (spec 1 §3, employee status). */
  status: z.int(),
});
export type HrEmployee = z.infer<typeof hrEmployee>;

/** Levels of an address, from the largest; each is looked up inside the one before it. */
export const HR_ADDRESS_LEVELS = ['region', 'province', 'municipality', 'barangay'] as const;
export type HrAddressLevel = (typeof HR_ADDRESS_LEVELS)[number];

export const hrPlace = z.object({ name: z.string(), zip_code: z.string().nullable() });
export type HrPlace = z.infer<typeof hrPlace>;

/** `data` is the work e-mail; a `token` is accepted and ignored, since the HR system's token stays on the server (decisions §8). */
export const hrLookup = defineRoute({
  method: 'POST',
  path: '/user/hr-lookup',
  summary: 'Basic facts of an employee of the HR system, by work e-mail',
  tag: 'Sign-in',
  access: { kind: 'module', module: 'Users', level: 2 },
  body: z.object({ data: z.email('data must be a valid email address.').max(254), token: z.string().optional() }),
  response: recordOf(hrEmployee),
  reads: true,
  in_preview: true,
});

export const hrAddress = defineRoute({
  method: 'GET',
  path: '/hr/address',
  summary: 'Regions, provinces, municipalities and barangays of the HR system',
  tag: 'Sign-in',
  access: { kind: 'session' },
  query: z.object({ level: z.enum(HR_ADDRESS_LEVELS), within: z.string().max(100).optional() }),
  response: z.object({ data: z.array(hrPlace) }),
});

export const hrRoutes = [hrLookup, hrAddress] as const;
