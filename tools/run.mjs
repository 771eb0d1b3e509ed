// Running other programs from the tools. No dependency: it works before the packages are installed.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Absolute path inside the project. @param {string[]} parts */
export const inProject = (...parts) => path.join(ROOT, ...parts);

/**
 * Runs a program in the project's root and resolves to `{ code, output }` when it ends; a program that cannot be
 * started or is ended by a signal gives code 1. Output is passed on unless `quiet`, and collected in both cases.
 * @param {string} command
 * @param {string[]} parameters
 * @param {{ quiet?: boolean, env?: Record<string, string | undefined> }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, parameters, { quiet = false, env = {} } = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, parameters, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && command === 'npm',
    });
    const pass = (/** @type {NodeJS.WritableStream} */ target) => (/** @type {string} */ text) => {
      output += text;
      if (!quiet) target.write(text);
    };
    child.stdout.setEncoding('utf8').on('data', pass(process.stdout));
    child.stderr.setEncoding('utf8').on('data', pass(process.stderr));
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs a package's own program (`node_modules/<file>`) with this Node.
 * @param {string} file
 * @param {string[]} parameters
 * @param {{ quiet?: boolean, env?: Record<string, string | undefined> }} [options]
 */
export const runPackage = (file, parameters, options) =>
  run(process.execPath, [inProject('node_modules', file), ...parameters], options);
