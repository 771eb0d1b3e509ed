import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfiguration, type Configuration } from '../../platform/configuration.ts';
import { hashPassword } from '../../platform/sign-in/password-hash.ts';
import { addSignIn, type SignInSetup } from '../../sign-in.ts';
import type { Browser, Page } from './browser.ts';
import { createTestServer, type TestServer } from '../test-server.ts';

export interface SignInServerOptions {
  configuration?: Partial<Configuration>;
  is_demo?: boolean;
  onSignOut?: SignInSetup['onSignOut'];
  /** Registers routes beside the sign-in. */
  register?: Parameters<typeof createTestServer>[0];
}

/** A server with sign-in, and what the test registers: real local provider and HR system unless the configuration names others. */
export async function createSignInServer(options: SignInServerOptions = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'talaan-sign-in-'));
  const publicUrl = options.configuration?.public_url;
  let signIn: { stop(): Promise<void> } | undefined;
  const app = await createTestServer(async (server, services) => {
    signIn = await addSignIn(server, {
      services: { ...services, ...services.access, allowedOrigins: publicUrl ? [publicUrl] : [] },
      configuration: {
        ...readConfiguration({ DATA_DIR: dataDir }),
        ...options.configuration,
      },
      is_demo: options.is_demo ?? true,
      onSignOut: options.onSignOut ?? (async () => {}),
    });
    await options.register?.(server, services);
  });
  return {
    ...app,
    async stop() {
      await signIn?.stop();
      await app.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const TEST_PASSWORD = 'correct horse battery';

/** Hash of `TEST_PASSWORD`, made once per test file. */
export function testPasswordHash(): Promise<string> {
  hash ??= hashPassword(TEST_PASSWORD);
  return hash;
}
let hash: Promise<string> | undefined;

/** Opens the provider's address and signs in there; answers the page on which the visit ends. */
export async function visitProvider(
  browser: Browser,
  call: string,
  user_id: string,
  password = TEST_PASSWORD,
): Promise<Page> {
  const { data } = (await browser.get(`/api/${call}`)).json() as { data: { url: string } };
  return browser.submit(await browser.get(data.url), { user_id, password });
}

/** The message that a return page hands to the opener of the sign-in window. */
export function messageOf(page: Page): { kind: string; ticket?: string; message?: string } {
  const text = /postMessage\((\{.*?\})\)/.exec(page.body)?.[1];
  if (text === undefined) throw new Error(`The page hands over nothing: ${page.statusCode} ${page.body.slice(0, 300)}`);
  return JSON.parse(text) as { kind: string; ticket?: string; message?: string };
}
