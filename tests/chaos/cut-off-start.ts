import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { projectPath } from '../../apps/server/src/platform/project-paths.ts';

/** How a start is cut off: by Ctrl+C, or by a kill that leaves its database running. */
export type CutOff = 'SIGINT' | 'SIGKILL';

/**
 * Starts the built server and cuts it off, so many milliseconds after it said a sentence that begins so, or after it was
 * started. Resolves when it has ended; answers whether it had become ready before.
 */
export async function cutOffStart(
  environment: NodeJS.ProcessEnv,
  cut: { by: CutOff; after?: string; milliseconds: number },
): Promise<boolean> {
  const server = spawn(process.execPath, [projectPath('apps', 'server', 'dist', 'main.js')], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  let said = '';
  server.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  while (cut.after !== undefined && !said.includes(cut.after) && server.exitCode === null) await delay(20);
  await Promise.race([delay(cut.milliseconds), ended]);
  server.kill(cut.by);
  await ended;
  return said.includes('Talaan is ready');
}
