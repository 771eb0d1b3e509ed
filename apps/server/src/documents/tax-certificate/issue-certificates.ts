import { sql } from 'kysely';
import type {
  CertificateRecord,
  CertificateRowOnPaper,
  PlannedCertificate,
} from '@talaan/contract/documents/tax-certificate/tax-certificate.contract';
import type { ShownCertificate } from '@talaan/contract/documents/tax-certificate/tax-certificate.paper';
import { quarterOf, type Quarter } from '@talaan/core/calendar/quarter';
import {
  certificateBoxes,
  type CertificateRow,
  type WithheldPosting,
} from '@talaan/core/documents/tax-certificate/certificate-boxes';
import { planCertificate, type CertificatePlan } from '@talaan/core/documents/tax-certificate/certificate-plan';
import { amountText, sumMinor } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { readCertificates } from './certificate.store.ts';
import {
  findWithheld,
  readParties,
  type CertificateParties,
  type CertificateScope,
  type CertifiedPayee,
  type StoredPosting,
} from './withheld.store.ts';

/** What is done for one payee and quarter. */
export interface PayeePlan extends Quarter {
  readonly payee_id: number;
  readonly payee: CertifiedPayee;
  readonly plan: CertificatePlan<StoredPosting>;
  /** Something of what is certified was taken back since. */
  readonly is_changed: boolean;
}
interface CertificatePlans {
  readonly parties: CertificateParties;
  /** By the names of the payees, those included of whom nothing was withheld. */
  readonly plans: readonly PayeePlan[];
}

/** What would be done, payee by payee and quarter by quarter. */
export async function planCertificates(
  database: Database,
  user: Principal,
  scope: CertificateScope,
  { replace }: { readonly replace: boolean },
): Promise<CertificatePlans> {
  const postings = await findWithheld(database, user, scope);
  const asked = scope.kind === 'quarter' ? scope.payee_ids : [];
  const parties = await readParties(database, user, [
    ...new Set([...postings.map(({ payee_id }) => payee_id), ...asked]),
  ]);
  const groups = new Map<string, { of: Quarter; payee_id: number; own: StoredPosting[] }>();
  const groupOf = (payee_id: number, of: Quarter) => {
    const key = `${payee_id} ${of.fiscal_year} ${of.quarter}`;
    const group = groups.get(key) ?? { of, payee_id, own: [] };
    groups.set(key, group);
    return group;
  };
  for (const posting of postings) groupOf(posting.payee_id, quarterOf(posting.entry_date)).own.push(posting);
  if (scope.kind === 'quarter') for (const id of asked) if (parties.payees.has(id)) groupOf(id, scope);
  const plans = [...groups.values()].map(({ of: { fiscal_year, quarter }, payee_id, own }) => ({
    payee_id,
    fiscal_year,
    quarter,
    payee: parties.payees.get(payee_id)!,
    plan: planCertificate(own, { replace }),
    is_changed: own.some(({ is_undone }) => is_undone),
  }));
  return { parties, plans: plans.toSorted(byName) };
}

const byName = (one: PayeePlan, other: PayeePlan) =>
  one.payee.payee_desc.localeCompare(other.payee.payee_desc, 'en') ||
  one.payee_id - other.payee_id ||
  one.fiscal_year - other.fiscal_year ||
  one.quarter - other.quarter;

/** What the papers of a plan show: the certificates that hold it, else what would be certified; none where nothing was withheld. */
export async function certificatesOf(
  database: Database,
  parties: CertificateParties,
  { payee, plan, fiscal_year, quarter }: PayeePlan,
): Promise<ShownCertificate[]> {
  if (plan.act === 'nothing') return [];
  if (plan.act === 'issue')
    return [{ ...recordOf(parties, payee, { fiscal_year, quarter }, plan.postings), state: 'stands' }];
  return (await readCertificates(database, plan.certificates)).map(({ id: _id, ...shown }) => shown);
}

/** A plan that was carried out, with the certificates to print. */
export interface IssuedPlan {
  readonly plan: PayeePlan;
  readonly certificates: readonly string[];
}

/**
 * Issues what is to be certified, ends what it replaces, and answers the certificates to print, in the order of the payees. One issuer
 * of a payee at a time: who comes second finds what the first one issued. In a transaction in the name of the user.
 */
export async function issueCertificates(
  transaction: Database,
  user: Principal,
  scope: CertificateScope,
  options: { readonly replace: boolean },
): Promise<IssuedPlan[]> {
  const before = await planCertificates(transaction, user, scope, options);
  const payees = [...new Set(before.plans.map(({ payee_id }) => payee_id))].toSorted((one, other) => one - other);
  for (const payee_id of payees) await sql`select pg_advisory_xact_lock(7016, ${payee_id}::int)`.execute(transaction);
  const { parties, plans } = await planCertificates(transaction, user, scope, options);
  const issued: IssuedPlan[] = [];
  for (const plan of plans)
    issued.push({ plan, certificates: await carryOut(transaction, user, scope, { parties, plan }) });
  return issued;
}

async function carryOut(
  transaction: Database,
  user: Principal,
  scope: CertificateScope,
  { parties, plan }: { readonly parties: CertificateParties; readonly plan: PayeePlan },
): Promise<readonly string[]> {
  const given = plan.plan;
  if (given.act === 'nothing') return [];
  if (given.act === 'withdraw') await end(transaction, user, given.certificates, null);
  if (given.act !== 'issue') return given.certificates;
  const { postings, replaces } = given;
  const { payee_id, payee, fiscal_year, quarter } = plan;
  const { id } = await transaction
    .insertInto('tax_certificate')
    .values({
      payee_id,
      fiscal_year,
      quarter,
      kind: scope.kind,
      batch_id: scope.kind === 'payment' ? scope.batch_id : null,
      ...totalsOf(postings),
      paper: JSON.stringify(recordOf(parties, payee, { fiscal_year, quarter }, postings)),
      issued_by: user.user_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await end(transaction, user, replaces, id);
  const lines = postings.map(({ entry_id, line_no }) => ({ entry_id, line_no }));
  await sql`
    insert into tax_certificate_line (certificate_id, entry_id, line_no)
    select ${id}::bigint, l.entry_id, l.line_no
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (entry_id bigint, line_no smallint)`.execute(
    transaction,
  );
  return [id];
}

/** Ends certificates: they are replaced by another one, or withdrawn. */
async function end(
  transaction: Database,
  user: Principal,
  ids: readonly string[],
  replaced_by: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`update tax_certificate set in_force = false, ended_by = ${user.user_id}, ended_at = now(), replaced_by = ${replaced_by}::bigint
    where id = any (${ids}::bigint[])`.execute(transaction);
}

function totalsOf(postings: readonly StoredPosting[]): { total_base: string; total_tax: string } {
  return {
    total_base: amountText(sumMinor(postings.map(({ base_minor }) => base_minor))),
    total_tax: amountText(sumMinor(postings.map(({ tax_minor }) => tax_minor))),
  };
}

/** What the certificate says: the names and addresses of today, and the rows of its postings. */
function recordOf(
  { payor, signatory }: CertificateParties,
  { tin, name, address, zip_code, foreign_address }: CertifiedPayee,
  of: Quarter,
  postings: readonly StoredPosting[],
): CertificateRecord {
  return { ...of, payee: { tin, name, address, zip_code, foreign_address }, payor, signatory, ...rowsOf(postings) };
}

/** The rows of postings as the paper has them. */
export function rowsOf(postings: readonly WithheldPosting[]): Pick<CertificateRecord, 'income' | 'business'> {
  const { income, business } = certificateBoxes(postings);
  return { income: income.map(onPaper), business: business.map(onPaper) };
}

function onPaper({ atc_code, atc_desc, months_minor, total_minor, tax_minor }: CertificateRow): CertificateRowOnPaper {
  const [month_1, month_2, month_3] = months_minor.map(amountText) as [string, string, string];
  return { atc_code, atc_desc, month_1, month_2, month_3, total: amountText(total_minor), tax: amountText(tax_minor) };
}

/** A plan as whoever decides reads it. */
export function toldPlan({ payee_id, payee, plan, is_changed, fiscal_year, quarter }: PayeePlan): PlannedCertificate {
  const { payee_code, payee_desc, email_add, address_hold } = payee;
  return {
    payee_id,
    payee_code,
    payee_desc,
    email_add,
    address_hold,
    fiscal_year,
    quarter,
    act: plan.act,
    is_changed,
    replaces: plan.act === 'issue' ? plan.replaces.length : plan.act === 'withdraw' ? plan.certificates.length : 0,
    ...totalsOf(plan.act === 'issue' ? plan.postings : []),
    missing: lacksOf(payee, payee.lacks_name_parts),
  };
}

/** What the profile of the company lacks on every certificate. */
export function companyLacks({ payor, signatory }: CertificateParties): string[] {
  return [...lacksOf(payor, false), ...(signatory.name === '' ? ['no signatory of tax forms'] : [])];
}

function lacksOf({ tin, address, zip_code }: CertificateRecord['payor'], lacksNameParts: boolean): string[] {
  const lacks: readonly [boolean, string][] = [
    [tin === '', 'no TIN'],
    [address === '', 'no address'],
    [zip_code === '', 'no ZIP code of four digits'],
    [lacksNameParts, 'no last and first name'],
  ];
  return lacks.flatMap(([is, words]) => (is ? [words] : []));
}
