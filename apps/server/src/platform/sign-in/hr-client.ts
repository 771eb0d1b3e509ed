import * as z from 'zod';
import {
  hrEmployee,
  hrPlace,
  type HrAddressLevel,
  type HrEmployee,
  type HrPlace,
} from '@talaan/contract/sign-in/hr.contract';

const TIMEOUT_MS = 3000;

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

/** The HR system does not take the access token any more. */
export class HrTokenEnded extends Error {
  constructor() {
    super('The HR system refused the access token.');
    this.name = 'HrTokenEnded';
  }
}

/**
 * REST client of the HR system: `POST /login`, and by bearer token `GET /employees/basic-info` and `GET /addresses`.
 * Throws `HrUnavailable`, and the look-ups `HrTokenEnded`.
 */
export function createHrClient(base: string): HrClient {
  async function call(path: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
    try {
      const reply = await fetch(`${base}${path}`, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!reply.ok && ![401, 403, 404].includes(reply.status)) throw new Error(`HR answered ${reply.status}.`);
      return { status: reply.status, body: reply.ok ? await reply.json() : null };
    } catch (error) {
      throw new HrUnavailable(error);
    }
  }

  async function lookUp<Schema extends z.ZodType>(
    path: string,
    token: string,
    schema: Schema,
  ): Promise<z.output<Schema> | null> {
    const { status, body } = await call(path, {
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    });
    if (status === 401 || status === 403) throw new HrTokenEnded();
    return status === 404 ? null : read(schema, body);
  }

  return {
    async login(idToken) {
      const { status, body } = await call('/login', {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({ login_type: 2, is_erp: 1, google_id_token: idToken }),
      });
      return status < 300 ? read(loginReply, body).access_token : null;
    },
    async findEmployee(email, token) {
      const found = await lookUp(`/employees/basic-info?email=${encodeURIComponent(email)}`, token, employeeReply);
      return found?.data ?? null;
    },
    async listPlaces(level, within, token) {
      const query = new URLSearchParams({ level, ...(within === null ? {} : { within }) });
      return (await lookUp(`/addresses?${query.toString()}`, token, placesReply))?.data ?? [];
    },
  };
}

const loginReply = z.object({ access_token: z.string().min(1).max(4096) });
const employeeReply = z.object({ data: hrEmployee });
const placesReply = z.object({ data: z.array(hrPlace) });

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new HrUnavailable(parsed.error);
  return parsed.data;
}
