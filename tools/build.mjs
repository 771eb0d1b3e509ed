// npm run build: the browser application into apps/web/dist, the server into apps/server/dist.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { inProject, runPackage } from './run.mjs';

/** @typedef {'browser application' | 'server'} PartName */

/** @type {{ name: PartName, dist: string, sources: string[], build: () => Promise<void> }[]} */
const PARTS = [
  { name: 'browser application', dist: 'apps/web/dist', sources: ['apps/web', 'packages'], build: buildWeb },
  { name: 'server', dist: 'apps/server/dist', sources: ['apps/server/src', 'packages'], build: buildServer },
];

/** Builds each of the parts whose sources changed since its last build. Throws when a build fails. @param {PartName[]} names */
async function buildWhatChanged(names) {
  for (const part of PARTS.filter(({ name }) => names.includes(name))) {
    const stamp = inProject(part.dist, '.built-from');
    const sources = hashOf(part.sources);
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) continue;
    console.log(`Building the ${part.name} …`);
    await part.build();
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeFileSync(stamp, sources);
  }
}

/** As `buildWhatChanged`, of both when none is named; a failure is shown and ends the program. @param {PartName[]} names */
export async function buildOrEnd(...names) {
  try {
    await buildWhatChanged(names.length > 0 ? names : ['server', 'browser application']);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

async function buildWeb() {
  const { code, output } = await runPackage('vite/bin/vite.js', ['build', 'apps/web', '--logLevel=warn'], {
    quiet: true,
  });
  if (code !== 0) throw new Error(`The browser application could not be built:\n${output}`);
  compressAssets('apps/web/dist/assets');
}

/** A compressed copy beside each text file, so that the server sends it without work of its own. */
function compressAssets(/** @type {string} */ folder) {
  for (const file of readdirSync(inProject(folder)).filter((name) => /\.(js|css|svg|ttf)$/.test(name))) {
    const place = inProject(folder, file);
    const bytes = readFileSync(place);
    writeFileSync(`${place}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(
      `${place}.br`,
      brotliCompressSync(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
    );
  }
}

/**
 * The server, the console and each worker thread (`*.worker.ts`) at its own path below `dist`. Our own packages go inside; installed
 * packages stay outside and are found in node_modules.
 */
async function buildServer() {
  const { build, formatMessages } = await import('esbuild');
  const source = 'apps/server/src';
  const threads = filesBelow(source).filter((file) => file.endsWith('.worker.ts'));
  const dist = inProject('apps/server/dist');
  rmSync(dist, { recursive: true, force: true });
  const building = build({
    entryPoints: [`${source}/main.ts`, `${source}/admin.ts`, ...threads].map((file) => inProject(file)),
    outbase: inProject(source),
    outdir: dist,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    sourcemap: true,
    logLevel: 'silent',
    plugins: [
      {
        name: 'keep-installed-packages-outside',
        setup(builder) {
          builder.onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
            kind === 'entry-point' || name.startsWith('@talaan/') ? undefined : { path: name, external: true },
          );
        },
      },
    ],
  });
  const { warnings, errors } = await building.catch((failure) => ({
    warnings: [],
    errors: failure.errors ?? [failure],
  }));
  if (errors.length > 0) {
    throw new Error(`The server could not be built:\n${(await formatMessages(errors, { kind: 'error' })).join('\n')}`);
  }
  for (const text of await formatMessages(warnings, { kind: 'warning' })) console.warn(text);
}

/** The content of every source file, and what decides about the tools that build it. */
function hashOf(/** @type {string[]} */ folders) {
  const hash = createHash('sha256');
  const files = [...folders.flatMap((folder) => filesBelow(folder)), 'package-lock.json', 'tools/build.mjs'];
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(inProject(file)))
      .update('\0');
  return hash.digest('hex');
}

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  return readdirSync(inProject(folder), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (['node_modules', 'dist'].includes(entry.name) || /\.test\.tsx?$/.test(entry.name)) return [];
      const file = path.posix.join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(file) : [file];
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildOrEnd();
