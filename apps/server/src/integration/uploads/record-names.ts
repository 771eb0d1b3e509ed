import { sql, type RawBuilder } from 'kysely';
import type { FaultRule } from '@talaan/core/integration/fault-rules';
import { nearCode } from '@talaan/core/integration/near-code';
import type { NamedRecord } from '@talaan/core/integration/upload-columns';
import type { Database } from '../../platform/database/database.ts';
import { foldedKey } from '../../platform/database/folded-key.ts';
import { inSmallLetters } from '../../platform/database/search-pattern.ts';
import { groupBy } from '../../platform/group-by.ts';

/** What a cell names: by code, a payee and a bank account also by name, or by Record ID. */
export interface AskedName {
  readonly kind: NamedRecord;
  readonly text: string;
  readonly by_id: boolean;
  /** Code of the department of which it is a section; empty where nobody said. */
  readonly within: string;
}

export interface KnownRecord {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly active: boolean;
  /** Code of the department of a section; empty of others. */
  readonly within: string;
  /** In which an account is kept; null of others. */
  readonly currency_id: number | null;
  readonly currency: string | null;
}

type Found = { readonly record: KnownRecord } | { readonly rule: FaultRule; readonly message: string };

const NO_CURRENCY = sql`null::int as currency_id, null::text as currency`;

const RECORDS: Readonly<Record<NamedRecord, RawBuilder<unknown>>> = {
  branch: sql`select id, brnc_code::text as code, brnc_name::text as name, brnc_stat = 1 and active_flag = 1 as active, '' as within,
    ${NO_CURRENCY} from branch`,
  department: sql`select id, dept_code::text as code, dept_desc::text as name, dept_status = 1 as active, '' as within, ${NO_CURRENCY}
    from department`,
  section: sql`select id, section_code::text as code, section_name::text as name, status = 1 as active, dept_code::text as within,
    ${NO_CURRENCY} from section`,
  payee: sql`select id, payee_code::text as code, payee_desc::text as name, status = 1 as active, '' as within, ${NO_CURRENCY} from payee`,
  account: sql`select a.id, a.acct_code::text as code, a.acct_desc::text as name, a.status = 1 as active, '' as within, a.currency_id,
    c.iso_code::text as currency from account a join currency c on c.id = a.currency_id`,
  service: sql`select id, billing_service_name::text as code, '' as name, true as active, '' as within, ${NO_CURRENCY}
    from billing_service`,
  bank: sql`select b.id, b.account_no::text as code, concat_ws(' ', b.bank_code, b.account_no) as name, b.status = 1 as active, '' as within,
    a.currency_id, c.iso_code::text as currency from bank b join account a on a.acct_code = b.acct_code join currency c on c.id = a.currency_id`,
  currency: sql`select id, iso_code::text as code, '' as name, true as active, '' as within, ${NO_CURRENCY} from currency`,
};

/** What a cell names by its name as well. */
const BY_NAME: readonly NamedRecord[] = ['payee', 'bank'];

/** So many codes are looked through for the one that was meant. */
const MOST_CODES = 5000;

/** The records that the cells of a file name: each is looked up once. */
export class RecordNames {
  readonly #database: Database;
  readonly #known = new Map<string, readonly KnownRecord[]>();
  readonly #codes = new Map<NamedRecord, readonly KnownRecord[]>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Looks up what is not known yet, in one statement for each kind; names of those of which there is no code in one more. */
  async load(asked: readonly AskedName[]): Promise<void> {
    const unknown = new Map(asked.filter((one) => !this.#known.has(keyOf(one))).map((one) => [keyOf(one), one]));
    for (const [kind, names] of groupBy([...unknown.values()], (one) => one.kind)) {
      const ids = names.filter((one) => one.by_id && isRecordId(one.text)).map(({ text }) => Number(text));
      const texts = names.filter((one) => !one.by_id).map(({ text }) => inSmallLetters(text));
      const coded = await sql<KnownRecord>`select r.* from (${RECORDS[kind]}) r
        where ${foldedKey(sql.ref('r.code'))} = any (${texts}::text[]) or r.id = any (${ids}::int[])`.execute(
        this.#database,
      );
      const byId = groupBy(coded.rows, ({ id }) => String(id));
      const byCode = groupBy(coded.rows, ({ code }) => inSmallLetters(code));
      const others = texts.filter((text) => !byCode.has(text));
      const byName = groupBy(await this.#findNamed(kind, others), ({ name }) => inSmallLetters(name));
      for (const one of names) {
        const text = inSmallLetters(one.text);
        const records = one.by_id ? byId.get(String(Number(one.text))) : (byCode.get(text) ?? byName.get(text));
        this.#known.set(keyOf(one), records ?? []);
      }
    }
  }

  /** Names have no index: the few that are no code are looked for together, in one reading of all. */
  async #findNamed(kind: NamedRecord, texts: readonly string[]): Promise<readonly KnownRecord[]> {
    if (!BY_NAME.includes(kind) || texts.length === 0) return [];
    const found = await sql<KnownRecord>`select r.* from unnest(${texts}::text[]) g (text)
      join (${RECORDS[kind]}) r on lower(r.name) = g.text`.execute(this.#database);
    return found.rows;
  }

  /** The one record that a cell names, which is in use; else why there is none. `load` was told of it before. */
  find(asked: AskedName): Found {
    const { kind, text, by_id, within } = asked;
    const named = this.#known.get(keyOf(asked)) ?? [];
    const records = within === '' ? named : named.filter((one) => one.within === '' || one.within === within);
    const [record, another] = records;
    if (record === undefined) {
      const which = kind === 'section' && within !== '' ? `section of ${within}` : (CALLED[kind] ?? kind);
      const by = by_id ? 'id' : (BY[kind] ?? 'code');
      return { rule: `unknown_${kind}`, message: `no ${which} has the ${by} ${text}.` };
    }
    if (another !== undefined) {
      const message =
        kind === 'section'
          ? `${records.length} sections have the code ${text}: give the department.`
          : `${records.length} ${CALLED[kind] ?? kind}s are called ${text}: give the code.`;
      return { rule: 'ambiguous', message };
    }
    return record.active
      ? { record }
      : { rule: `inactive_${kind}`, message: `${record.code} ${record.name} is inactive.` };
  }

  /** The record that was probably meant by a code which there is not. */
  async near(kind: NamedRecord, text: string): Promise<{ code: string; name: string } | null> {
    let known = this.#codes.get(kind);
    if (known === undefined) {
      const found = await sql<KnownRecord>`select r.* from (${RECORDS[kind]}) r where r.active
        order by r.code limit ${MOST_CODES}`.execute(this.#database);
      known = found.rows;
      this.#codes.set(kind, known);
    }
    const code = nearCode(
      text,
      known.map((one) => one.code),
    );
    const record = known.find((one) => one.code === code);
    return record ? { code: record.code, name: record.name } : null;
  }
}

const CALLED: Partial<Record<NamedRecord, string>> = { bank: 'bank account' };
const BY: Partial<Record<NamedRecord, string>> = { payee: 'code or name', bank: 'number' };

const keyOf = ({ kind, by_id, text }: AskedName) => `${kind} ${by_id ? '#' : ''}${text.toLowerCase()}`;

const isRecordId = (text: string) => /^\d{1,9}$/.test(text);
