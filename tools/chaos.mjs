// npm run chaos: kills the server, kills its database, ends its connections and asks the server to stop, again and again
// while people post, looks at the books after each end, and prints how long each was felt; then restarts an outside database.
// `npm run chaos -- 60` sets how many kills, half of them of the database; 20 otherwise.
import { buildOrEnd } from './build.mjs';
import { runPackage } from './run.mjs';

const [kills = '20'] = process.argv.slice(2);
await buildOrEnd();
const { code } = await runPackage('vitest/vitest.mjs', ['run', '--project=chaos'], { env: { CHAOS_KILLS: kills } });
process.exitCode = code;
