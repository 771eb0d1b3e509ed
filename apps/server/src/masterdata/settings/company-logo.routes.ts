import type { FastifyInstance } from 'fastify';
import {
  LOGO_LIMITS,
  putLogo,
  readLogo,
  removeLogo,
} from '@talaan/contract/resources/organisation/company-logo.contract';
import { checkPicture } from '../../platform/files/check-picture.ts';
import { storeFile } from '../../platform/files/file.store.ts';
import { sendPicture } from '../../platform/files/send-file.ts';
import { invalid, notFound } from '../../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { findLogo, setLogo } from './company-logo.store.ts';

/** Serves the logo of a company: kept like every file in the database, shown on papers. */
export function registerCompanyLogoRoutes(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, readLogo, async ({ db, params, reply }) => {
    const logo = await findLogo(db, params.id);
    if (!logo) throw notFound('This company has no logo.');
    await sendPicture(reply, db, logo);
    return undefined;
  });

  registerRoute(server, services, putLogo, async ({ db, user, params, files }) => {
    const file = files[0];
    if (!file || files.length > 1) throw invalid({ 'upload_file[]': ['Choose one file.'] });
    const picture = checkPicture(file, LOGO_LIMITS, 'a logo');
    const fileId = await storeFile(db, user.user_id, picture);
    return { data: await setLogo(db, params.id, fileId) };
  });

  registerRoute(server, services, removeLogo, async ({ db, params }) => ({ data: await setLogo(db, params.id, null) }));
}
