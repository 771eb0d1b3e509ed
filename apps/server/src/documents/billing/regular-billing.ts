import { sql } from 'kysely';
import { BILLINGS } from '@talaan/contract/documents/billing/billing.kind';
import type {
  PreviewedBilling,
  RegularBilling,
  SentBilling,
} from '@talaan/contract/documents/billing/regular-billing.contract';
import { addDays, endOfMonth, startOfMonth } from '@talaan/core/calendar/calendar-date';
import { STATUS } from '@talaan/core/documents/status';
import { billedService, invoiceSums } from '@talaan/core/documents/billing/billing-lines';
import { amountText } from '@talaan/core/money/money';
import { splitTaxes, type VatType } from '@talaan/core/money/withholding';
import { checkEntries } from '../../batches/checks/entry-check.ts';
import { previewRoute } from '../../batches/entry/preview-route.ts';
import { saveMany, type SetEntry } from '../../batches/entry/save-many.ts';
import { moveMany, type SetMove } from '../../batches/moves/move-many.ts';
import { inOwnNames } from '../../batches/own-names.ts';
import { readVisibleSet } from '../../batches/record/batch-call.ts';
import { requireAction } from '../../batches/record/batch-decision.ts';
import { visibleBatches } from '../../batches/record/batch-visibility.ts';
import { definitionsOf } from '../../batches/record/document-definition.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { passedOf, refusalsOf } from '../../platform/checked-set.ts';
import { invalid, Problem } from '../../platform/http/problem.ts';
import { billingDocument } from './billing.document.ts';
import { billingCall, readBillingHold } from './billing.store.ts';
import { BILLING_NAMES, givenBilling, type GivenBilling } from './given-billing.ts';

type Errors = Record<string, string[]>;
type Customer = RegularBilling['customers'][number];

/** What sending a regular billing would make of each customer, and why it would refuse him. */
export interface RegularBillingPreview {
  /** What is wrong with what all billings share. */
  errors: Errors;
  customers: PreviewedBilling[];
}

const DEFINITIONS = definitionsOf([billingDocument]);

/** What all billings of a run share: a fault of it is told once. */
const SHARED = ['regular_trx', 'billing_date', 'payment_term', 'currency_id', 'dollar_rate', 'remarks'];

/**
 * Tries a regular billing without writing: each customer goes through the checks of a saved billing, of its hold, of the
 * month's earlier billings and of the people who would approve it.
 */
export async function previewRegularBilling(
  db: Database,
  user: Principal,
  given: RegularBilling,
): Promise<RegularBillingPreview> {
  const known = await readCustomers(db, user, given);
  const routeRefusal = routeRefusals(db, user, given);
  const preview: RegularBillingPreview = { errors: {}, customers: [] };
  const sums = given.customers.map((customer) => billedOf(customer, known.get(customer.payee_id)?.vat ?? 0));
  const inputs = given.customers.map((customer, place) => inputOf(given, customer, sums[place]!));
  const faults = await entryFaults(db, user, inputs);
  for (const [place, customer] of given.customers.entries()) {
    const payee = known.get(customer.payee_id);
    const billed = sums[place]!;
    const isTwice = given.customers.findIndex(({ payee_id }) => payee_id === customer.payee_id) < place;
    const errors = faults[place]!;
    const refusals = [
      isTwice ? 'The customer is named twice: put his services together.' : null,
      payee?.billed_as === undefined ? null : billedAlready(payee.billed_as),
      await readBillingHold(db, customer.payee_id),
    ].filter((refusal) => refusal !== null);
    if (refusals.length > 0) errors['payee_id'] = [...(errors['payee_id'] ?? []), ...refusals];
    if (Object.keys(errors).length === 0) {
      const refusal = await routeRefusal(billed.total_amount);
      if (refusal !== null) errors['billing_details'] = [refusal];
    }
    for (const name of SHARED.filter((field) => field in errors)) {
      preview.errors[name] = errors[name]!;
      delete errors[name];
    }
    preview.customers.push({
      payee_id: customer.payee_id,
      payee_code: payee?.payee_code ?? '',
      payee_desc: payee?.payee_desc ?? '',
      due_date: addDays(given.billing_date, given.payment_term),
      ...billed,
      errors,
    });
  }
  return preview;
}

/**
 * Makes a billing of each customer and submits it, all of them as one set; refuses all where one cannot be made. The move may
 * refuse what the preview passed, such as what somebody changed meanwhile: it says of whom.
 */
export async function sendRegularBilling(db: Database, user: Principal, given: RegularBilling): Promise<SentBilling[]> {
  const { errors, customers } = await previewRegularBilling(db, user, given);
  if (Object.keys(errors).length > 0 || customers.some(isRefused)) throw refusalOf(errors, customers);
  const entries: SetEntry[] = [];
  for (const [place, customer] of customers.entries()) {
    const input = await givenBilling(db, inputOf(given, given.customers[place]!, customer), []);
    entries.push({ definition: billingDocument, input });
  }
  const saved = await inNamesOf(customers, saveMany(db, user, entries));
  const named = saved.map(({ batch_number }) => billingCall(batch_number, user));
  const read = await readVisibleSet(db, user, named);
  const moves = passedOf(read).map((input, place): SetMove => {
    return { ...named[place]!, status: requireAction('submit', input, user).to, approved_remarks: '' };
  });
  const sent = await inNamesOf(customers, moveMany(db, DEFINITIONS, user, moves));
  return sent.map(({ batch_number, status }, place) => {
    return { payee_id: customers[place]!.payee_id, billing_request_no: batch_number, status };
  });
}

/** Tells the refusals of a set of billings under the names of their customers and of their own fields. */
async function inNamesOf<Result>(customers: readonly PreviewedBilling[], work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const refusals = refusalsOf(error);
    const [[place, only]] = [...refusals] as [[number, Problem]];
    if (refusals.size === 1 && only.details.errors === undefined) {
      throw new Problem(only.status, only.code, `${nameOf(customers[place]!)}: ${only.message}`, only.details);
    }
    throw refusalOf(
      {},
      customers.map((customer, at) => {
        const refusal = refusals.get(at);
        return {
          ...customer,
          errors: refusal === undefined ? {} : fieldsOf(inOwnNames(BILLING_NAMES, refusal), 'payee_id'),
        };
      }),
    );
  }
}

/** What a refusal says by fields; one that names none is about `field`. */
const fieldsOf = ({ details, message }: Problem, field: string): Errors => details.errors ?? { [field]: [message] };

/** A customer as the masters and the month's billings have him. */
interface KnownCustomer {
  readonly payee_code: string;
  readonly payee_desc: string;
  readonly vat: VatType;
  /** The month's billing by the same template; null where the person may not see its number, undefined for none. */
  readonly billed_as: string | null | undefined;
}

async function readCustomers(
  db: Database,
  user: Principal,
  { customers, regular_trx, billing_date }: RegularBilling,
): Promise<Map<number, KnownCustomer>> {
  const ids = customers.map(({ payee_id }) => payee_id);
  const payees = await db
    .selectFrom('payee')
    .select(['id', 'payee_code', 'payee_desc', 'vat'])
    .where('id', 'in', ids)
    .execute();
  const billed = await sql<{ payee_id: number; number: string | null }>`
    select b.payee_id, case when ${visibleBatches(user, BILLINGS.types)} then b.batch_number end as number
    from batch b
    where b.document_type = 'BI' and b.regular_trx = ${regular_trx} and b.payee_id = any (${ids}::int[])
      and b.document_date between ${startOfMonth(billing_date)}::date and ${endOfMonth(billing_date)}::date
      and b.deleted_at is null and b.status <> ${STATUS.ARCHIVED}`.execute(db);
  const numbers = new Map(billed.rows.map(({ payee_id, number }) => [payee_id, number]));
  return new Map(
    payees.map(({ id, vat, ...payee }) => [id, { ...payee, vat: vat as VatType, billed_as: numbers.get(id) }]),
  );
}

function billedAlready(number: string | null): string {
  const request = number === null ? '' : `: request ${number}`;
  return `Billed by this regular transaction in this month already${request}. Leave the customer out, or archive that billing first.`;
}

/** The billing of a customer as a person would give it on the page of one, each service with its VAT. */
function inputOf(
  { regular_trx, customers: _all, ...shared }: RegularBilling,
  { billing_details, ...customer }: Customer,
  billed: Pick<PreviewedBilling, 'billing_details'>,
): GivenBilling {
  return {
    ...shared,
    ...customer,
    regular_trx,
    vat: null,
    is_confidential: 0,
    billing_details: billing_details.map((detail, place) => ({
      ...detail,
      vat: billed.billing_details[place]!.vat as VatType,
    })),
  };
}

/** What keeps billings from being saved, of each by its fields. */
async function entryFaults(db: Database, user: Principal, inputs: readonly GivenBilling[]): Promise<Errors[]> {
  const entries: SetEntry[] = [];
  for (const input of inputs) entries.push({ definition: billingDocument, input: await givenBilling(db, input, []) });
  // A closed period alone is a conflict without fields.
  return (await checkEntries(db, user, entries)).map((answer) =>
    answer instanceof Problem ? { ...fieldsOf(inOwnNames(BILLING_NAMES, answer), BILLING_NAMES.date) } : {},
  );
}

/** Why nobody could approve a total, asked once for each total that occurs. */
function routeRefusals(db: Database, { user_id }: Principal, { currency_id, dollar_rate }: RegularBilling) {
  const asked = new Map<string, Promise<string | null>>();
  return (total_amount: string): Promise<string | null> => {
    const question = { document_type: 'BI', total_amount, currency_id, dollar_rate: dollar_rate ?? '1' } as const;
    const answer = asked.get(total_amount) ?? previewRoute(db, user_id, question).then(({ refusal }) => refusal);
    asked.set(total_amount, answer);
    return answer;
  };
}

/** What a customer is billed, service by service; what cannot be read counts as nothing, and its fault says so. */
function billedOf({ billing_details }: Customer, vatOfCustomer: VatType) {
  const services = billing_details.map((detail) => billedService(detail, vatOfCustomer));
  const { total_minor, vat_minor } = invoiceSums(services);
  return {
    billing_details: services.map(({ vat, total_minor: total }) => {
      const { base_minor } = splitTaxes(total, vat, null);
      return {
        vat,
        total_amount: amountText(total),
        income_amount: amountText(base_minor),
        vat_amount: amountText(total - base_minor),
      };
    }),
    income_amount: amountText(total_minor - vat_minor),
    vat_amount: amountText(vat_minor),
    total_amount: amountText(total_minor),
  };
}

const isRefused = ({ errors }: PreviewedBilling): boolean => Object.keys(errors).length > 0;

const nameOf = ({ payee_id, payee_code, payee_desc }: PreviewedBilling): string =>
  payee_code === '' ? `Customer ${payee_id}` : `${payee_code} ${payee_desc}`;

/** The refusal of all: what they share, then each fault by the place of its customer and with his name. */
function refusalOf(shared: Errors, customers: readonly PreviewedBilling[]): Problem {
  const errors: Errors = { ...shared };
  for (const [place, customer] of customers.entries()) {
    for (const [field, messages] of Object.entries(customer.errors)) {
      errors[`customers.${place}.${field}`] = messages.map((message) => `${nameOf(customer)}: ${message}`);
    }
  }
  const refused = customers.filter(isRefused).length;
  if (refused === 0) return invalid(errors);
  const who = refused === 1 ? '1 customer' : `${refused} customers`;
  const message = `${who} cannot be billed: leave out or correct what is named. Nothing was sent.`;
  return new Problem(422, 'validation_failed', message, { errors });
}
