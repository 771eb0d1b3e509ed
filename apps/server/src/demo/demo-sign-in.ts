import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { HrEmployee } from '@talaan/contract/sign-in/hr.contract';
import { DEMO_PASSWORD, type PasswordCheck } from '../access/sign-in/password-check.ts';
import type { SignInProvider } from '../access/sign-in/sign-in-context.ts';
import { findUserById } from '../access/sign-in/sign-in.store.ts';
import type { Database } from '../platform/database/database.ts';
import { projectPath } from '../platform/project-paths.ts';
import { startHrService, type HrBarangayRow, type HrPlaceRow } from './hr-service.ts';
import { mountLocalProvider } from './mount-local-provider.ts';
import { keepOpenIdKeys, publicPartOf } from './openid-keys.ts';

export interface DemoSignInOptions {
  database: Database;
  checkPassword: PasswordCheck;
  data_dir: string;
  /** Address people open, without a slash at the end. */
  public_url: string;
  allowed_origins: readonly string[];
}

export interface DemoSignIn {
  okta: SignInProvider;
  google: SignInProvider;
  /** Address of the demo's HR system. */
  hr_url: string;
  stop(): Promise<void>;
}

/** Said wherever somebody may sign in to the demo company. */
export const DEMO_SIGN_IN = {
  users: [
    'preparer',
    'preparer2',
    'checker',
    'approver1',
    'approver2',
    'approver3',
    'cashier',
    'auditor',
    'admin',
    'admin2',
  ],
  password: DEMO_PASSWORD,
};

export const DEMO_HINT = `Demo company. User ids: ${DEMO_SIGN_IN.users.join(', ')}. Password: ${DEMO_PASSWORD}`;

const CLIENT_IDS = ['talaan', 'talaan-google'] as const;

/** Single sign-on and HR system of the demo company: real ones, inside this process. */
export async function startDemoSignIn(server: FastifyInstance, options: DemoSignInOptions): Promise<DemoSignIn> {
  const keys = keepOpenIdKeys(join(options.data_dir, 'openid-provider.json'));
  const providers = await mountLocalProvider(server, {
    ...options,
    keys,
    client_ids: CLIENT_IDS,
    findAccount: (subject) => findAccount(options.database, subject),
    hint: DEMO_HINT,
  });
  const employees = await readEmployees();
  const hr = await startHrService({
    issuer: `${options.public_url}/oidc`,
    audience: CLIENT_IDS,
    keys: { keys: [publicPartOf(keys.signing_key)] },
    listEmployees: async () => [...(await listUsersAsEmployees(options.database)), ...employees],
    places: await readPlaces(),
    barangays: await readBarangays(),
  });
  return { ...providers, hr_url: hr.url, stop: () => hr.stop() };
}

async function findAccount(database: Database, subject: string) {
  const user = /^\d{1,9}$/.test(subject) ? await findUserById(database, Number(subject)) : null;
  return user && { subject, email: user.email, name: user.user_id };
}

/** Everybody with a sign-in is employed; their numbers follow their record ids. */
async function listUsersAsEmployees(database: Database): Promise<HrEmployee[]> {
  const found = await sql<HrEmployee>`
    select 'E-' || lpad(id::text, 4, '0') as employee_no, user_first_name as first_name, user_middle_name as middle_name,
      user_last_name as last_name, email, jobt_code as job_title, dept_code, brnc_code,
      case when end_date < manila_today() then 2 else 0 end as status
    from app_user where email is not null order by id`.execute(database);
  return found.rows;
}

async function readEmployees(): Promise<HrEmployee[]> {
  const rows = await readTable('hr-employees.csv');
  return rows.map((row) => ({
    employee_no: row['employee_no']!,
    first_name: row['first_name']!,
    middle_name: row['middle_name'] || null,
    last_name: row['last_name']!,
    email: row['email']!,
    job_title: row['job_title'] || null,
    dept_code: row['dept_code'] || null,
    brnc_code: row['brnc_code'] || null,
    status: Number(row['status']),
  }));
}

/** The regions, provinces and municipalities that the demo's HR system knows. */
export async function readPlaces(): Promise<HrPlaceRow[]> {
  const rows = await readTable('regions-provinces-cities.csv');
  return rows.map((row) => ({
    region: row['region']!,
    province: row['province']!,
    municipality: row['city_municipality']!,
    zip_code: row['zip_code'] || null,
  }));
}

/** Their barangays, after the Philippine Standard Geographic Code of the second quarter of 2025. */
export async function readBarangays(): Promise<HrBarangayRow[]> {
  const places = await readTable('regions-provinces-cities.csv');
  const municipalities = new Map(places.map((place) => [place['psgc_code'], place['city_municipality']!]));
  const rows = await readTable('barangays.csv');
  return rows.map((row) => ({ municipality: municipalities.get(row['psgc_code'])!, barangay: row['barangay']! }));
}

async function readTable(name: string): Promise<Record<string, string>[]> {
  return parse(await readFile(projectPath('db', 'demo', name)), { columns: true, skip_empty_lines: true });
}
