// npm run chaos: kills the server, kills its database, ends its connections and asks the server to stop, again and again
// while people post, looks at the books after each end, and prints how long each was felt; then restarts an outside database.
// `npm run chaos -- 60` sets how many kills, half of them of the database; 20 otherwise.
// `npm run chaos -- first-start` cuts off the first start of the demo company at ten moments instead.
import { buildOrEnd } from './build.mjs';
import { runPackage } from './run.mjs';

const [asked = '20'] = process.argv.slice(2);
const project = asked === 'first-start' ? asked : 'chaos';
await buildOrEnd();
const { code } = await runPackage('vitest/vitest.mjs', ['run', `--project=${project}`], {
  env: { CHAOS_KILLS: asked },
});
process.exitCode = code;
