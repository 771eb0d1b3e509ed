// npm start: installs and builds what changed, then runs the server and keeps it alive. No dependency of its own.
import { inProject } from './run.mjs';
import { installPackages, requireNode } from './install.mjs';
import { supervise } from './start/supervise.mjs';

requireNode();
await installPackages();
const { buildOrEnd } = await import('./build.mjs');
await buildOrEnd('server');
// While this goes on, the server makes its database and what is in it.
const built = buildOrEnd('browser application');
process.exit(await supervise(inProject('apps/server/dist/main.js'), { built }));
