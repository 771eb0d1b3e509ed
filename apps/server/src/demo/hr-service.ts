import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import * as z from 'zod';
import { HR_ADDRESS_LEVELS, type HrAddressLevel, type HrEmployee } from '@talaan/contract/sign-in/hr.contract';

/** One place of the address look-ups, with the places that it lies in. */
export interface HrPlaceRow {
  region: string;
  province: string;
  municipality: string;
  zip_code: string | null;
}

export interface HrBarangayRow {
  municipality: string;
  barangay: string;
}

export interface HrServiceOptions {
  /** Whose identity tokens the service trusts, and for which clients. */
  issuer: string;
  audience: readonly string[];
  keys: JSONWebKeySet;
  listEmployees(): Promise<HrEmployee[]>;
  places: readonly HrPlaceRow[];
  barangays: readonly HrBarangayRow[];
}

export interface HrService {
  url: string;
  stop(): Promise<void>;
}

const TOKEN_MS = 3_600_000;
const loginBody = z.object({ login_type: z.literal(2), is_erp: z.literal(1), google_id_token: z.string() });
const infoQuery = z.object({ email: z.string() });
const placeQuery = z.object({ level: z.enum(HR_ADDRESS_LEVELS), within: z.string().optional() });

/**
 * The HR system of the demo company, on a loopback port of its own: sign-in by identity token, employees by e-mail, and
 * addresses, the latter two for whoever holds an access token.
 */
export async function startHrService(options: HrServiceOptions): Promise<HrService> {
  const server = Fastify();
  const tokens = new Map<string, number>();
  const keys = createLocalJWKSet(options.keys);

  server.addHook('onRequest', async (request, reply) => {
    if (request.url === '/login') return;
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const expires = token === undefined ? undefined : tokens.get(token);
    if (expires === undefined || expires <= Date.now()) return reply.code(401).send({ message: 'Sign in first.' });
  });

  server.post('/login', async (request, reply) => {
    const body = loginBody.safeParse(request.body);
    const email = body.success ? await emailOf(body.data.google_id_token) : null;
    const employee = email === null ? undefined : await findEmployee(email);
    if (!employee) return reply.code(401).send({ message: 'Unknown employee.' });
    for (const [token, expires] of tokens) if (expires <= Date.now()) tokens.delete(token);
    const access_token = randomBytes(32).toString('base64url');
    tokens.set(access_token, Date.now() + TOKEN_MS);
    return { access_token };
  });

  server.get('/employees/basic-info', async (request, reply) => {
    const query = infoQuery.safeParse(request.query);
    const employee = query.success ? await findEmployee(query.data.email) : undefined;
    return employee ? { data: employee } : reply.code(404).send({ message: 'There is no such employee.' });
  });

  server.get('/addresses', async (request, reply) => {
    const query = placeQuery.safeParse(request.query);
    if (!query.success) return reply.code(400).send({ message: 'Name a level.' });
    return { data: placesAt(options, query.data.level, query.data.within ?? null) };
  });

  /** Verified e-mail address of an identity token that is meant for one of the clients; null otherwise. */
  async function emailOf(idToken: string): Promise<string | null> {
    try {
      const { payload } = await jwtVerify(idToken, keys, {
        issuer: options.issuer,
        audience: [...options.audience],
        algorithms: ['RS256'],
      });
      return payload['email_verified'] === true && typeof payload['email'] === 'string' ? payload['email'] : null;
    } catch {
      return null;
    }
  }

  async function findEmployee(email: string): Promise<HrEmployee | undefined> {
    const employees = await options.listEmployees();
    return employees.find((employee) => employee.email.toLowerCase() === email.toLowerCase());
  }

  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return { url, stop: () => server.close() };
}

/** Distinct places of a level inside their parent, in order. */
function placesAt({ places, barangays }: HrServiceOptions, level: HrAddressLevel, within: string | null) {
  const parents = { region: null, province: 'region', municipality: 'province' } as const;
  if (level === 'barangay') {
    // Two provinces may have a municipality of one name.
    const inside = new Set(barangays.filter((row) => row.municipality === within).map(({ barangay }) => barangay));
    return [...inside].map((name) => ({ name, zip_code: null }));
  }
  const parent = parents[level];
  const rows = places.filter((place) => parent === null || place[parent] === within);
  const names = new Map(rows.map((place) => [place[level], level === 'municipality' ? place.zip_code : null]));
  return [...names].map(([name, zip_code]) => ({ name, zip_code })).toSorted((a, b) => a.name.localeCompare(b.name));
}
