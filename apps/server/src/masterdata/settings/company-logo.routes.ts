import type { FastifyInstance } from 'fastify';
import {
  LOGO_LIMITS,
  putLogo,
  readLogo,
  removeLogo,
} from '@talaan/contract/resources/organisation/company-logo.contract';
import { readFileBytes, storeFile } from '../../platform/files/file.store.ts';
import { sniffFileType } from '../../platform/files/file-type.ts';
import { invalid, notFound, Problem } from '../../platform/http/problem.ts';
import type { UploadedFile } from '../../platform/http/principal.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { findLogo, setLogo } from './company-logo.store.ts';
import { imageSize } from './image-size.ts';

/** Serves the logo of a company: kept like every file in the database, shown on papers. */
export function registerCompanyLogoRoutes(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, readLogo, async ({ db, params, reply }) => {
    const logo = await findLogo(db, params.id);
    if (!logo) throw notFound('This company has no logo.');
    reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, max-age=86400');
    await reply.type(logo.media_type).send(await readFileBytes(db, logo.file_id));
    return undefined;
  });

  registerRoute(server, services, putLogo, async ({ db, user, params, files }) => {
    const file = files[0];
    if (!file || files.length > 1) throw invalid({ 'upload_file[]': ['Choose one file.'] });
    const fileId = await storeFile(db, user.user_id, { media_type: requireLogo(file), bytes: file.bytes });
    return { data: await setLogo(db, params.id, fileId) };
  });

  registerRoute(server, services, removeLogo, async ({ db, params }) => ({ data: await setLogo(db, params.id, null) }));
}

/** The media type of a file that can be a logo; throws 415 or 413 that says what is wrong. */
function requireLogo({ name, bytes }: UploadedFile): string {
  const { media_type, label } = sniffFileType(bytes);
  if (media_type !== 'image/png' && media_type !== 'image/jpeg')
    throw new Problem(415, 'file_type', `${name}: file content is ${label}, expected PNG or JPEG.`);
  if (bytes.length > LOGO_LIMITS.bytes)
    throw new Problem(413, 'too_large', `${name}: a logo may have up to ${LOGO_LIMITS.bytes / 1024} KB.`);
  const size = imageSize(bytes);
  if (!size) throw new Problem(415, 'file_type', `${name}: the picture is damaged.`);
  if (Math.max(size.width, size.height) > LOGO_LIMITS.pixels)
    throw new Problem(413, 'too_large', `${name}: a logo may have up to ${LOGO_LIMITS.pixels} pixels a side.`);
  return media_type;
}
