import * as z from 'zod';

const TIMEOUT_MS = 5000;

const hrLogin = z.object({ access_token: z.string().min(1).max(4096) });

export const hrEmployee = z.object({
  employee_no: z.string(),
  first_name: z.string(),
  middle_name: z.string().nullable(),
  last_name: z.string(),
  email: z.string(),
  job_title: z.string().nullable(),
  dept_code: z.string().nullable(),
  brnc_code: z.string().nullable(),
  /** 0 active, 1 inactive, 2 resigned (spec 1 §3, employee status). */
  status: z.int(),
});
export type HrEmployee = z.infer<typeof hrEmployee>;

/** Levels of an address, from the largest; each is looked up inside the one before it. */
export const HR_ADDRESS_LEVELS = ['region', 'province', 'municipality', 'barangay'] as const;
export type HrAddressLevel = (typeof HR_ADDRESS_LEVELS)[number];

const hrPlaces = z.object({ data: z.array(z.object({ name: z.string(), zip_code: z.string().nullable() })) });
export type HrPlace = z.infer<typeof hrPlaces>['data'][number];

export interface HrClient {
  /** The HR system's access token for an identity token; null when it does not know the person. */
  login(idToken: string): Promise<string | null>;
  /** Basic facts of the employee with this work e-mail; null when there is none. */
  findEmployee(email: string, token: string): Promise<HrEmployee | null>;
  /** Places of one level inside their parent (`within` is the parent's name; regions have none). */
  listPlaces(level: HrAddressLevel, within: string | null, token: string): Promise<HrPlace[]>;
}

/** The HR system does not answer, or not in its own language: 'Unable to connect in HRIS.' to the person (spec 1 §8). */
export class HrUnavailable extends Error {
  constructor(cause: unknown) {
    super('The HR system does not answer.', { cause });
    this.name = 'HrUnavailable';
  }
}

/** REST client of the HR system: `POST /login`, `GET /employees/basic-info`, `GET /addresses`, the latter two by bearer token. */
export function createHrClient(base: string): HrClient {
  async function call(path: string, init: RequestInit): Promise<unknown> {
    try {
      const reply = await fetch(`${base}${path}`, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if ([401, 403, 404].includes(reply.status)) return null;
      if (!reply.ok) throw new Error(`HR answered ${reply.status}.`);
      return await reply.json();
    } catch (error) {
      throw new HrUnavailable(error);
    }
  }
  const bearer = (token: string) => ({ headers: { accept: 'application/json', authorization: `Bearer ${token}` } });
  return {
    async login(idToken) {
      const answer = await call('/login', {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({ login_type: 2, is_erp: 1, google_id_token: idToken }),
      });
      return answer === null ? null : read(hrLogin, answer).access_token;
    },
    async findEmployee(email, token) {
      const answer = await call(`/employees/basic-info?email=${encodeURIComponent(email)}`, bearer(token));
      return answer === null ? null : read(z.object({ data: hrEmployee }), answer).data;
    },
    async listPlaces(level, within, token) {
      const query = new URLSearchParams({ level, ...(within === null ? {} : { within }) });
      const answer = await call(`/addresses?${query.toString()}`, bearer(token));
      return answer === null ? [] : read(hrPlaces, answer).data;
    },
  };
}

function read<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new HrUnavailable(parsed.error);
  return parsed.data;
}
