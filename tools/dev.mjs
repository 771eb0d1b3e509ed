// npm run dev: the server, restarted at every change, behind Vite's development server with hot reload.
import { spawn } from 'node:child_process';
import { installPackages, requireNode } from './install.mjs';
import { inProject, ROOT } from './run.mjs';

const ADDRESS = 'http://127.0.0.1:5173';

let ending = false;

requireNode();
await installPackages({ development: true });
const children = [
  startPackage('tsx/dist/cli.mjs', ['watch', '--clear-screen=false', 'apps/server/src/main.ts'], {
    HOST: '127.0.0.1',
    PORT: '3000',
    PUBLIC_URL: ADDRESS,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
  }),
  startPackage('vite/bin/vite.js', ['apps/web', '--strictPort', '--port=5173', '--logLevel=warn'], {}),
];
console.log(`Talaan in development: ${ADDRESS}`);

/** @param {string} file @param {string[]} parameters @param {Record<string, string>} env */
function startPackage(file, parameters, env) {
  const child = spawn(process.execPath, [inProject('node_modules', file), ...parameters], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  // One of the two is of no use alone.
  child.on('exit', (code) => {
    if (ending) return;
    process.exitCode = code ?? 1;
    endAll();
  });
  return child;
}

function endAll() {
  ending = true;
  for (const child of children) child.kill('SIGTERM');
}

process.on('SIGTERM', endAll);
// Ctrl+C reaches the children by the terminal; a second signal would cut short the server's orderly end.
process.on('SIGINT', () => {
  ending = true;
});
