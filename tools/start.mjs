// npm start: installs and builds what changed, then runs the server in this process. No dependency of its own.
import { inProject } from './run.mjs';
import { installPackages, requireNode } from './install.mjs';

requireNode();
await installPackages();
const { buildOrEnd } = await import('./build.mjs');
await buildOrEnd();
process.setSourceMapsEnabled(true);
await import(inProject('apps/server/dist/main.js'));
