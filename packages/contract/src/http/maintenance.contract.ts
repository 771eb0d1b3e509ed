import * as z from 'zod';
import { recordOf } from './envelope.ts';
import { defineRoute } from './route.ts';

/** `code` of the 503 that everybody but super users gets while the product is maintained. */
export const MAINTENANCE_CODE = 'maintenance';
/** Reply header that tells a super user that the product is maintained: he works, the others wait. */
export const MAINTENANCE_HEADER = 'x-maintenance';

/** The maintenance that runs: what people are told, and the instant since which it lasts. */
const maintenance = z.object({ message: z.string().nullable(), since: z.string() });

export const readMaintenance = defineRoute({
  method: 'GET',
  path: '/maintenance',
  summary: 'Whether the product is maintained: null when it is not',
  tag: 'Sign-in',
  access: { kind: 'public' },
  response: recordOf(maintenance.nullable()),
});
