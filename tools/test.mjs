// npm test: every check of the project, in order of speed, stopping at the first failure.
//   npm test                 all steps
//   npm test -- unit server  only these
import { mkdtempSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CHROMIUM_PACKAGES, findChromium } from './chromium.mjs';
import { installPackages, requireNode } from './install.mjs';
import { run, runPackage } from './run.mjs';

/** @typedef {{ code: number, output: string, passed: number, failed: number, skipped: number }} Result */

// The longest first, so that the two that run at a time end together. The server's looks at the packages too, and the root's
// at the journeys: what several programs share is then checked once.
const TYPED_FOLDERS = ['apps/web', 'apps/server', '.'];

/** Compressed scripts before the first screen. */
const MOST_KB_AT_FIRST = 238;

/**
 * A step `beside` another one begins with it and is reported after it.
 * @type {Record<string, { title: string, needsChromium?: boolean, beside?: string, check: () => Promise<Result> }>}
 */
const STEPS = {
  // One thread a program: more of them check again what they share, and the other core has a program of its own.
  types: {
    title: 'Types',
    check: () => checkAll(TYPED_FOLDERS.map((folder) => ['typescript/bin/tsc', '-p', folder, '--singleThreaded'])),
  },
  lint: {
    title: 'Lint',
    check: () => checkAll([['oxlint/bin/oxlint'], ['tsx/dist/cli.mjs', 'tools/architecture.ts']]),
  },
  // Dead code is found through the configurations, and the one of the journeys asks for the browser.
  tidy: { title: 'Dead code', needsChromium: true, beside: 'lint', check: () => checkAll([['knip/bin/knip.js']]) },
  format: { title: 'Formatting', beside: 'lint', check: () => checkAll([['oxfmt/bin/oxfmt', '--check']]) },
  unit: { title: 'Unit and property tests', check: () => runVitest('unit') },
  // One run: the files of both share a cluster, and the short ones fill the time beside the long ones.
  server: { title: 'Database and API tests', check: () => runVitest('database', 'api') },
  screen: { title: 'Browser components', needsChromium: true, check: () => runVitest('screen') },
  // A core is free while the tests of the database wait for their cluster.
  build: {
    title: 'Build',
    beside: 'server',
    check: async () => {
      const built = await checkProgram(run(process.execPath, ['tools/build.mjs'], { quiet: true }));
      return built.failed > 0 ? built : checkFirstLoad('apps/web/dist');
    },
  },
  chaos: { title: 'Crashes', check: () => runVitest('chaos') },
  e2e: { title: 'End to end', needsChromium: true, check: runPlaywright },
};

requireNode();
await installPackages({ development: true });
const names = chooseSteps(process.argv.slice(2));
if (names.some((name) => STEPS[name]?.needsChromium)) await provideChromium();
process.exitCode = await runSteps(names);

/** @param {string[]} asked */
function chooseSteps(asked) {
  const unknown = asked.filter((name) => !(name in STEPS));
  if (unknown.length > 0) {
    console.error(`Unknown step ${unknown.join(', ')}. The steps are: ${Object.keys(STEPS).join(', ')}.`);
    process.exit(1);
  }
  return Object.keys(STEPS).filter((name) => asked.length === 0 || asked.includes(name));
}

/** @param {string[]} chosen @returns {Promise<number>} the exit code */
async function runSteps(chosen) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string | undefined} */
  let stoppedAt;
  /** @type {Map<string, ReturnType<typeof timed>>} */
  const begun = new Map();
  for (const name of chosen) {
    for (const [next, { beside, check }] of Object.entries(STEPS)) {
      const isDue = next === name || (beside === name && chosen.includes(next));
      if (isDue && !begun.has(next)) begun.set(next, timed(check));
    }
    const [step, running] = [STEPS[name], begun.get(name)];
    if (!step || !running) continue;
    process.stdout.write(step.title.padEnd(26));
    const { result, seconds } = await running;
    // A run may break outside any single test; that is a failure too.
    if (result.code !== 0 && result.failed === 0) result.failed = 1;
    total.passed += result.passed;
    total.failed += result.failed;
    total.skipped += result.skipped;
    const time = `${seconds.toFixed(1)} s`.padStart(8);
    console.log(`${result.failed > 0 ? 'FAILED' : `${result.passed} passed`.padEnd(12)} ${time}`);
    if (result.failed > 0) {
      console.log(`\n${result.output.trimEnd()}\n`);
      stoppedAt = step.title;
      break;
    }
  }
  await Promise.all(begun.values());
  if (stoppedAt && stoppedAt !== STEPS[chosen.at(-1) ?? '']?.title) console.log(`Stopped at: ${stoppedAt}.`);
  if (total.skipped > 0) console.log(`${total.skipped} skipped on this machine`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
}

/** A check with how long it took by itself. @param {() => Promise<Result>} check */
async function timed(check) {
  const started = performance.now();
  const result = await check();
  return { result, seconds: (performance.now() - started) / 1000 };
}

/** Each program is one check; two run at a time. @param {string[][]} programs @returns {Promise<Result>} */
async function checkAll(programs) {
  /** @type {Result[]} */
  const results = [];
  const waiting = programs.values();
  const checkNext = async () => {
    for (const [file = '', ...parameters] of waiting) {
      results.push(await checkProgram(runPackage(file, parameters, { quiet: true })));
    }
  };
  await Promise.all([checkNext(), checkNext()]);
  const failures = results.filter((result) => result.code !== 0);
  return {
    code: failures.length > 0 ? 1 : 0,
    output: failures.map((result) => result.output).join('\n'),
    passed: results.length - failures.length,
    failed: failures.length,
    skipped: 0,
  };
}

/** @param {ReturnType<typeof run>} program @returns {Promise<Result>} */
async function checkProgram(program) {
  const { code, output } = await program;
  return { code, output, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/**
 * What a browser fetches before it shows the first screen: the scripts that the page names, compressed (gzip), of which decision
 * 0008 allows so much.
 * @param {string} dist @returns {Result}
 */
function checkFirstLoad(dist) {
  const scripts = Array.from(
    readFileSync(path.join(dist, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/(assets\/[\w.-]+\.js)"/g),
    ([, file = '']) => ({ file, kB: statSync(path.join(dist, `${file}.gz`)).size / 1000 }),
  );
  const sum = scripts.reduce((all, { kB }) => all + kB, 0);
  const isWithin = scripts.length > 0 && sum <= MOST_KB_AT_FIRST;
  const output = [
    `The first load takes ${sum.toFixed(1)} kB, above ${MOST_KB_AT_FIRST}. Import what only a screen or a dialog needs when it opens:`,
    ...scripts.map(({ file, kB }) => `${kB.toFixed(1).padStart(8)} ${file}`),
  ].join('\n');
  return { code: isWithin ? 0 : 1, output, passed: Number(isWithin), failed: Number(!isWithin), skipped: 0 };
}

/** @param {string[]} projects */
function runVitest(...projects) {
  return withReport(async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const chosen = projects.map((project) => `--project=${project}`);
    return runPackage('vitest/vitest.mjs', ['run', ...chosen, ...reporters], testEnvironment({}));
  });
}

async function runPlaywright() {
  const result = await withReport(async (report) =>
    runPackage(
      '@playwright/test/cli.js',
      ['test', '--config=tests/playwright.config.ts', '--reporter=line,json'],
      testEnvironment({ PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    ),
  );
  // Where only the output is kept, it shows the page on which a journey ended.
  const kept = 'tests/test-results';
  const files = existsSync(kept) ? readdirSync(kept, { recursive: true, encoding: 'utf8' }) : [];
  const pages = files
    .filter((file) => file.endsWith('error-context.md'))
    .map((file) => readFileSync(path.join(kept, file), 'utf8').slice(0, 8000));
  return { ...result, output: [result.output, ...pages].join('\n') };
}

/** @param {Record<string, string>} more */
function testEnvironment(more) {
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
  return { quiet: true, env: { CHROMIUM_PATH: findChromium(), ...colour, ...more } };
}

/** Adds the counts of a Vitest or Playwright JSON report. @param {(report: string) => ReturnType<typeof run>} start */
async function withReport(start) {
  const folder = mkdtempSync(path.join(tmpdir(), 'talaan-report-'));
  const report = path.join(folder, 'report.json');
  const { code, output } = await start(report);
  const counts = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  rmSync(folder, { recursive: true });
  return {
    code,
    output,
    passed: counts.numPassedTests ?? counts.stats?.expected ?? 0,
    failed: counts.numFailedTests ?? counts.stats?.unexpected ?? 0,
    skipped: counts.numPendingTests ?? counts.stats?.skipped ?? 0,
  };
}

/** As root on Debian the browser is installed; elsewhere the one command to type is shown. */
async function provideChromium() {
  if (findChromium()) return;
  const install = ['install', '-y', '--no-install-recommends', ...CHROMIUM_PACKAGES];
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium for the browser tests …');
    const quiet = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
    const update = await run('apt-get', ['update'], quiet);
    const installed = await run('apt-get', install, quiet);
    if (findChromium()) return;
    console.error(`${update.output}\n${installed.output}`);
  }
  console.error(`The browser tests need Chromium. Install it with: sudo apt-get ${install.join(' ')}`);
  console.error('or set CHROMIUM_PATH to a Chromium or Chrome of this machine.');
  process.exit(1);
}
