// npm run chaos: kills the server, kills its database and asks the server to stop, again and again while people post, looks
// at the books after each end, and prints how long each was felt. `npm run chaos -- 60` sets how many ends; 30 otherwise.
import { buildOrEnd } from './build.mjs';
import { runPackage } from './run.mjs';

const [ends = '30'] = process.argv.slice(2);
await buildOrEnd();
const { code } = await runPackage('vitest/vitest.mjs', ['run', '--project=chaos'], { env: { CHAOS_ENDS: ends } });
process.exitCode = code;
