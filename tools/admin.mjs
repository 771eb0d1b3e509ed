// npm run admin -- <command>: administration of an installation at its console. Installs and builds what changed first.
import { inProject } from './run.mjs';
import { installPackages, requireNode } from './install.mjs';

requireNode();
await installPackages();
const { buildOrEnd } = await import('./build.mjs');
await buildOrEnd();
process.setSourceMapsEnabled(true);
await import(inProject('apps/server/dist/admin.js'));
