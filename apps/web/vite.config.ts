import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const version = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|zod|@mantine|@floating-ui|@tanstack\/(react-router|router-core|history|react-store|store|react-query|query-core))\//;

/** Without what comes when it is opened: the page about the product, charts, and all of the palette but its box. */
const INTERFACE = /apps\/web\/src\/(ui|shell|api)\/(?!about-page|charts\/|palette\/(?!command-palette))/;

export default defineConfig({
  plugins: [react(), headOfPage()],
  define: {
    __TALAAN_VERSION__: JSON.stringify(version),
    __TALAAN_BUILD_DATE__: JSON.stringify(new Date().toISOString().slice(0, 10)),
  },
  build: {
    target: 'es2023',
    sourcemap: true,
    // Fonts and icons stay files: the content security policy allows no data: address.
    assetsInlineLimit: 0,
    // The framework is one chunk; what the first load may take is held by `npm test -- build`.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // Two chunks for what every page needs, one for what most screens need beside it, one per screen; without the groups each
        // shared module would be a request.
        codeSplitting: {
          groups: [
            { name: 'framework', test: FRAMEWORK, tags: ['$initial'], priority: 3 },
            { name: 'interface', test: INTERFACE, tags: ['$initial'], priority: 2 },
            { name: 'parts', test: (id) => FRAMEWORK.test(id) || INTERFACE.test(id), priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(['/api', '/oidc', '/demo/inbox'].map((path) => [path, 'http://127.0.0.1:3000'])),
  },
});

/**
 * Adds to the head of the page what must come before the application: the script that sets the colour scheme, and a
 * preload of the latin Inter file. Both have hashed names, known only after the build.
 */
function headOfPage(): Plugin {
  const script = new URL('src/color-scheme.js', import.meta.url);
  let building = false;
  return {
    name: 'head-of-page',
    configResolved(config) {
      building = config.command === 'build';
    },
    buildStart() {
      if (building) this.emitFile({ type: 'asset', name: 'color-scheme.js', source: readFileSync(script, 'utf8') });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const find = (name: RegExp): string | undefined => Object.keys(bundle ?? {}).find((file) => name.test(file));
        const font = find(/inter-latin-wght-normal.*\.woff2$/);
        const preload = { rel: 'preload', href: `/${font ?? ''}`, as: 'font', type: 'font/woff2', crossorigin: '' };
        const source = find(/color-scheme.*\.js$/) ?? 'src/color-scheme.js';
        return [
          { tag: 'script', attrs: { src: `/${source}` }, injectTo: 'head-prepend' as const },
          ...(font === undefined ? [] : [{ tag: 'link', attrs: preload, injectTo: 'head-prepend' as const }]),
        ];
      },
    },
  };
}
