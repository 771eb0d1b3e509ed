/** What runs Talaan in containers fits what it runs: no container is built here, so its files are held against the program's own. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import packageFacts from '../package.json' with { type: 'json' };
import { environment } from '../apps/server/src/platform/configuration.ts';
import { inProject } from './run.mjs';
import { SERVER_FLAGS } from './start/server-flags.mjs';

const read = (name: string) => readFileSync(inProject(name), 'utf8');
const all = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, found]) => found!);

const container = read('Containerfile');
const compose = read('compose.yaml');
const example = read('.env.example');

/** Variables that compose.yaml itself reads, beside those of the server. */
const OF_COMPOSE = ['POSTGRES_PASSWORD', 'TALAAN_PORT'];

it('the image has the Node that the project is made for, every workspace, and runs what the build makes as npm start does', () => {
  const version = read('.nvmrc').trim();
  expect(all(container, /^FROM docker\.io\/library\/node:([\d.]+)-\S+/gm)).toEqual([version, version]);
  for (const workspace of packageFacts.workspaces)
    expect(container).toContain(`COPY ${workspace}/package.json ${workspace}/\n`);
  const command = JSON.parse(all(container, /^CMD (.+)$/gm)[0]!) as string[];
  const program = command.at(-1)!;
  expect(command).toEqual(['node', ...SERVER_FLAGS, program]);
  expect(existsSync(inProject(program.replace('/dist/', '/src/').replace('.js', '.ts')))).toBe(true);
  // Its account comes after everything that only root may do, and before what runs.
  expect(container.slice(container.indexOf('USER node'))).not.toMatch(/^(RUN|COPY)/m);
});

it('the health check asks the address that tells it, at the port that is listened to, of this version', () => {
  expect(container).toMatch(/^HEALTHCHECK .*\n.*process\.env\.PORT \|\| 3000\}\/api\/health`/m);
  expect(read('apps/server/src/platform/health.ts')).toContain("server.get('/api/health'");
  expect(compose).toContain(`image: talaan:${packageFacts.version}\n`);
  expect(compose).toContain(`PORT: '3000'`);
  expect(compose).toMatch(/127\.0\.0\.1:\$\{TALAAN_PORT:-3000\}:3000/);
  expect(compose).toMatch(/depends_on:\n {6}database:\n {8}condition: service_healthy/);
  expect(all(compose, /^ {4}(restart): unless-stopped$/gm)).toHaveLength(2);
});

it('every setting of the example and of compose.yaml is one that the server knows', () => {
  const [, server = ''] = compose.split('\n  talaan:\n');
  const given = [...all(example, /^([A-Z_]+)=/gm), ...all(server, /^ {6}([A-Z_]+): /gm)];
  expect(given.length).toBeGreaterThan(15);
  expect(given.filter((name) => !(name in environment.shape) && !OF_COMPOSE.includes(name))).toEqual([]);
  expect(all(compose, /\$\{([A-Z_]+)/g).filter((name) => !OF_COMPOSE.includes(name))).toEqual([]);
  const filled = Object.fromEntries(
    example.split('\n').flatMap((line) => (/^[A-Z_]+=./.test(line) ? [line.split('=')] : [])),
  );
  expect(environment.safeParse(filled).success).toBe(true);
});

it('no password is a default: the database does not start without one, and the example has none', () => {
  expect(compose).toMatch(/POSTGRES_PASSWORD: \$\{POSTGRES_PASSWORD:\?Set POSTGRES_PASSWORD in \.env/);
  expect(example).toMatch(/^POSTGRES_PASSWORD=$/m);
  expect(read('.dockerignore').split('\n')).toContain('.env');
});
