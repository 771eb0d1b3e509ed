import * as z from 'zod';
import { ACCESS } from '@talaan/core/access/access-level';
import { recordOf } from '../../http/envelope.ts';
import { defineRoute } from '../../http/route.ts';
import { wireNumber } from '../../http/wire-number.ts';

/** What a logo may be: PNG or JPEG, its bytes and its pixels a side. */
export const LOGO_LIMITS = { bytes: 512 * 1024, pixels: 4000 } as const;

const params = z.object({ id: wireNumber(z.number('id must be a Record ID.').int().min(1).max(2_147_483_647)) });
const answer = recordOf(z.object({ id: z.int(), logo: z.string().nullable() }));
const tag = 'Companies';
const change = { kind: 'module', module: 'Companies', level: ACCESS.update } as const;

export const readLogo = defineRoute({
  method: 'GET',
  path: '/company/{id}/logo',
  summary: 'The logo of a company, as papers carry it',
  tag,
  access: { kind: 'session' },
  params,
  query: z.object({ file: z.uuid().optional() }),
  file: 'image/png',
});

export const putLogo = defineRoute({
  method: 'POST',
  path: '/company/{id}/logo',
  summary: 'Give a company its logo: one PNG or JPEG file',
  tag,
  access: change,
  params,
  multipart: true,
  response: answer,
});

export const removeLogo = defineRoute({
  method: 'DELETE',
  path: '/company/{id}/logo',
  summary: 'Take the logo off a company',
  tag,
  access: change,
  params,
  response: answer,
});
