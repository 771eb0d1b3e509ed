// Pictures of screens in three sizes and both colour schemes, for people to look at:
//   npx tsx tools/screenshots.ts --user preparer --out /tmp/pictures / /trx-gen-journal
// needs a running server (--url, http://localhost:3000 unless told) and built pages.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './chromium.mjs';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
const COLOUR_SCHEMES = ['light', 'dark'] as const;

const { values: options, positionals: addresses } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    user: { type: 'string' },
    password: { type: 'string', default: 'talaan-demo-2026' },
    out: { type: 'string', default: 'test-results/pictures' },
  },
});

const executablePath = findChromium();
if (!executablePath) throw new Error('The pictures need Chromium. Install it, or set CHROMIUM_PATH.');
mkdirSync(options.out, { recursive: true });
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
try {
  for (const colourScheme of COLOUR_SCHEMES) {
    const context = await browser.newContext({
      baseURL: options.url,
      colorScheme: colourScheme,
      locale: 'en-PH',
      timezoneId: 'Asia/Manila',
      reducedMotion: 'reduce',
    });
    if (options.user) await signIn(context, options.user, options.password);
    for (const address of addresses) await takePictures(context, address, colourScheme);
    await context.close();
  }
} finally {
  await browser.close();
}

async function takePictures(context: BrowserContext, address: string, colourScheme: string): Promise<void> {
  const page = await context.newPage();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.goto(address, { waitUntil: 'networkidle' });
    const name = address.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'home';
    const file = path.join(options.out, `${name}-${size.width}-${colourScheme}.png`);
    await page.screenshot({ path: file });
    console.log(file);
  }
  await page.close();
}

/** Signs in by user id and password, as the sign-in window does, and leaves the browser as a signed-in user has it. */
async function signIn(context: BrowserContext, userId: string, password: string): Promise<void> {
  const page = await context.newPage();
  await page.goto('/');
  const refusal = await page.evaluate(
    async (credentials) => {
      const reply = await fetch('/api/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify(credentials),
      });
      const body = (await reply.json()) as { message?: string; data?: Record<string, unknown> };
      if (!body.data) return body.message ?? `status ${reply.status}`;
      const { user, token_expires_at, roleaccess } = body.data;
      localStorage.setItem('auth-data', JSON.stringify({ user, token_expires_at, roleaccess }));
      return undefined;
    },
    { user_id: userId, password },
  );
  if (refusal) throw new Error(`${userId} could not sign in: ${refusal}`);
  await page.close();
}
