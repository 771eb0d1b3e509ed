// npm run chaos: kills the server and its database again and again while people post, and looks at the books after each
// kill. `npm run chaos -- 50` sets how often; 20 otherwise.
import { buildOrEnd } from './build.mjs';
import { runPackage } from './run.mjs';

const [kills = '20'] = process.argv.slice(2);
await buildOrEnd();
const { code } = await runPackage('vitest/vitest.mjs', ['run', '--project=chaos'], { env: { CHAOS_KILLS: kills } });
process.exitCode = code;
