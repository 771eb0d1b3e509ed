import type { Client } from 'pg';
import { MAP_PROOF } from '@talaan/contract/reports/profitability/profitability.report';

/** What a superuser may do to posted books behind every trigger, and the proof of the month that tells it. */
interface Damage {
  readonly what: string;
  /** The report whose proof goes red, as the page of the month titles it, and the proof. */
  readonly report: string;
  readonly proof: string;
  /** Finds an entry `e` of the month that can be damaged so, without any that a damage before it took. */
  readonly of: string;
  /** Damages the entry `$1`, and takes it back. */
  readonly plant: string;
  readonly mend: string;
}

/** Of a line of the entry: a sum of it is seven pesos more, or less again. */
function onLine(side: 'debit' | 'credit', which: string): Pick<Damage, 'plant' | 'mend'> {
  const change = (sign: '+' | '-') =>
    `update posting p set ${side} = ${side} ${sign} 7 where entry_id = $1 and line_no = (
      select min(line_no) from posting p where entry_id = $1 and ${side} > 0 and ${which})`;
  return { plant: change('+'), mend: change('-') };
}

/** Of a row beside the entry: a sum of it is seven more, or less again. */
function onRow(table: string, field: string, which: string): Pick<Damage, 'plant' | 'mend'> {
  const change = (sign: '+' | '-') => `update ${table} set ${field} = ${field} ${sign} 7 where ${which}`;
  return { plant: change('+'), mend: change('-') };
}

const OF_ENTRY = '(select document_id from journal_entry where id = $1)';
const RECEIVABLE = `account_id in (select id from account where role = 'AR')`;
const first = (table: string) =>
  `document_id = ${OF_ENTRY} and line_no = (select min(line_no) from ${table} where document_id = ${OF_ENTRY})`;
const hasLine = (which: string) => `exists (select from posting p where p.entry_id = e.id and ${which})`;
const hides = (table: string, key: string, which: string) => {
  const turn = `update ${table} set ${key} = -${key} where ${which}`;
  return { plant: turn, mend: turn };
};

/** Ten damages, each of another kind and told by another proof. */
export const DAMAGES: readonly Damage[] = [
  {
    what: 'what a voucher charges to an account',
    report: 'CV CIB Subsidiary Schedule',
    proof: 'Charges = taken from the banks',
    of: `e.document_type = 'CV' and e.bank_id is not null`,
    ...onLine('debit', 'true'),
  },
  {
    what: 'a line of a receipt',
    report: 'Books Of Account, Cash receipt book',
    proof: 'Debit = credit',
    of: `e.document_type = 'CR'`,
    ...onLine('credit', 'true'),
  },
  {
    what: 'the total of a journal',
    report: 'Books Of Account, General journal',
    proof: 'Lines = entries of the book',
    of: `e.document_type = 'JE'`,
    ...onRow('journal_entry', 'total', 'id = $1'),
  },
  {
    what: 'a settlement that is missing',
    report: 'Trial Balance',
    proof: 'Receivables = open invoices',
    of: `e.document_type = 'CN' and exists (select from collection_application a where a.document_id = e.document_id)`,
    ...hides('collection_application', 'document_id', `abs(document_id) = ${OF_ENTRY}`),
  },
  {
    what: 'what a collection took of the receivable',
    report: 'Sales Journal, Receipts',
    proof: 'Collected + written off = receivables settled',
    of: `e.document_type = 'CN' and exists (select from collection_application a where a.document_id = e.document_id)`,
    ...onRow('collection_application', 'receivable_php', first('collection_application')),
  },
  {
    what: 'the frozen total of an invoice',
    report: 'AR Aging by invoice',
    proof: 'Remaining = receivable account',
    of: `e.document_type = 'BI' and exists (select from batch b join document d on d.batch_id = b.id
      where d.id = e.document_id and b.collection_status in (0, 1))`,
    ...onRow('journal_entry', 'total', 'id = $1'),
  },
  {
    what: 'what an invoice charged to the receivable account',
    report: 'Billing List',
    proof: 'Billed - collected = uncollected',
    of: `e.document_type = 'BI'`,
    ...onLine('debit', RECEIVABLE),
  },
  {
    what: 'the amount of a service',
    report: 'Sales Journal, Invoices',
    proof: 'VAT of services = VAT posted',
    of: `e.document_type = 'BI' and e.currency_id = 1`,
    ...onRow('billing_service_line', 'total_amount', first('billing_service_line')),
  },
  {
    what: 'the base of what was withheld',
    report: 'BIR Form 2307',
    proof: 'Every payee has a TIN and an address, and every line a base',
    of: hasLine(`p.atc_id is not null and p.tax_base is not null and p.credit > 0`),
    plant: `with kept as (insert into kept_base select entry_id, line_no, tax_base from posting where entry_id = $1)
      update posting set tax_base = null where entry_id = $1`,
    mend: `update posting p set tax_base = k.tax_base from kept_base k
      where p.entry_id = $1 and k.entry_id = p.entry_id and k.line_no = p.line_no`,
  },
  {
    what: 'the line of the results that an account belongs to',
    report: 'Profitability',
    proof: MAP_PROOF,
    of: hasLine(`p.account_id in (select account_id from profitability_map)`),
    ...hides(
      'profitability_map',
      'account_id',
      `abs(account_id) = (select min(account_id) from posting where entry_id = $1 and account_id in (select abs(account_id) from profitability_map))`,
    ),
  },
];

/** Seven pesos more in a running sum of the first debit of an entry. */
function onSum(table: string, keys: string): Pick<Damage, 'plant' | 'mend'> {
  const line = `select e.period, p.*, coalesce(p.payee_id, e.payee_id, 0) as analysis from journal_entry e
    join posting p on p.entry_id = e.id where e.id = $1 and p.debit > 0 order by p.line_no limit 1`;
  const change = (sign: '+' | '-') =>
    `update ${table} s set debit = s.debit ${sign} 7 from (${line}) l
    where s.period = l.period and s.account_id = l.account_id and ${keys}`;
  return { plant: change('+'), mend: change('-') };
}

const ON_EXPENSES = `p.debit > 0 and p.department_id is not null and p.account_id in (
  select a.id from account a where a.acct_group = 'E')`;

/** Damages to each of the running sums, which no document made: what wrote on the account is told. */
export const SUM_DAMAGES: readonly Damage[] = [
  {
    what: 'the running sum of an account',
    report: 'Subsidiary',
    proof: 'Lines = movement of the accounts',
    of: hasLine('p.debit > 0'),
    ...onSum('balance_account', 'true'),
  },
  {
    what: 'the running sum of a branch',
    report: 'Revolving Fund Account',
    proof: 'Total = Trial Balance',
    of: hasLine(`p.debit > 0 and p.line_no = 1 and p.account_id in (select a.id from account a where a.role = 'RFA')`),
    ...onSum('balance_branch', 's.branch_id = l.branch_id'),
  },
  {
    what: 'the running sum of a unit of the results',
    report: 'Profitability',
    proof: 'NIBT = income and expense accounts',
    of: hasLine(`p.line_no = 1 and ${ON_EXPENSES}`),
    ...onSum(
      'balance_unit',
      `(s.department_id, s.branch_id) = (
        select u.department_id, u.branch_id from units_of(l.department_id, l.branch_id) u order by 1 limit 1)`,
    ),
  },
  {
    what: 'the running sum of a payee',
    report: 'Subsidiary by Analysis',
    proof: 'Endings of all analyses = Trial Balance',
    of: hasLine('p.debit > 0'),
    ...onSum('balance_payee', 's.payee_id = l.analysis'),
  },
];

export interface PlantedDamage extends Damage {
  readonly entry_id: string;
  readonly entry_date: string;
  readonly document_type: string;
  readonly document_number: string;
  readonly batch_number: string;
}

/** Makes each damage to an entry of its own between two days, as the owner of the database; `mendDamages` takes them back on the same connection. */
export async function plantDamages(
  owner: Client,
  [from, to]: readonly [from: string, to: string],
  damages: readonly Damage[] = DAMAGES,
): Promise<PlantedDamage[]> {
  await owner.query('create temp table if not exists kept_base (entry_id bigint, line_no int, tax_base numeric)');
  const planted: PlantedDamage[] = [];
  await behindTriggers(owner, async () => {
    for (const damage of damages) {
      const { rows } = await owner.query<Omit<PlantedDamage, keyof Damage>>(
        `select e.id as entry_id, e.entry_date::text, b.document_type, b.document_number, b.batch_number
        from journal_entry e cross join lateral (select * from posted_document where entry_id = e.id offset 0) b
        where e.entry_date between $1 and $2 and e.reverses_id is null
          and not exists (select from journal_entry r where r.reverses_id = e.id) and e.id <> all ($3::bigint[]) and ${damage.of}
        order by e.id limit 1`,
        [from, to, planted.map(({ entry_id }) => entry_id)],
      );
      const found = rows[0];
      if (found === undefined) throw new Error(`Between ${from} and ${to} nothing has ${damage.what}.`);
      await changeOne(owner, damage.plant, found.entry_id);
      planted.push({ ...damage, ...found });
    }
  });
  return planted;
}

/** Takes damages back, the last one first. */
export function mendDamages(owner: Client, planted: readonly PlantedDamage[]): Promise<void> {
  return behindTriggers(owner, async () => {
    for (const { mend, entry_id } of planted.toReversed()) await changeOne(owner, mend, entry_id);
  });
}

async function changeOne(owner: Client, change: string, entry_id: string): Promise<void> {
  const { rowCount } = await owner.query(change, [entry_id]);
  if ((rowCount ?? 0) === 0) throw new Error(`Nothing was changed by ${change}`);
}

const GUARDS = [
  ['journal_entry', 'ledger_append_only'],
  ['posting', 'ledger_append_only'],
  ['profitability_map', 'profitability_map_append_only'],
] as const;

/** Works as only a superuser can: without triggers and foreign keys, those too that are kept for replicas. */
async function behindTriggers(owner: Client, work: () => Promise<void>): Promise<void> {
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  for (const [table, guard] of GUARDS) await owner.query(`alter table ${table} disable trigger ${guard}`);
  await work();
  for (const [table, guard] of GUARDS) await owner.query(`alter table ${table} enable always trigger ${guard}`);
  await owner.query('commit');
}
