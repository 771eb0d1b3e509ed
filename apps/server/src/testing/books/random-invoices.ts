import { sql } from 'kysely';
import type { BillingInput } from '@talaan/contract/documents/billing/billing.contract';
import { MAX_AMOUNT_MINOR, amountText } from '@talaan/core/money/money';
import { inTransaction, SYSTEM_ACTOR, type Database } from '../../platform/database/database.ts';
import { LONG_NAME, MARKUP_TEXTS } from '../papers/extreme-texts.ts';
import type { Random } from '../fuzz/random.ts';

/** Books of which invoices are written: who is billed, what for, and where it stands. */
export interface InvoiceBooks {
  readonly customers: readonly number[];
  readonly services: readonly number[];
  readonly branch_id: number;
  readonly department_id: number;
}

/** Customers whose names, addresses and styles are long, markup, or in letters that are not ASCII. */
export async function makeExtremeCustomers(database: Database): Promise<number[]> {
  const names = [LONG_NAME, 'Señor Ñuñez & Sons ₱', ...MARKUP_TEXTS.map((text) => text.slice(0, 80))];
  const rows = names.map((name, at) => ({ payee_code: `R${String(at).padStart(4, '0')}`, name }));
  const made = await inTransaction(database, SYSTEM_ACTOR, (db) =>
    sql<{ id: number }>`
      insert into payee (payee_code, payee_desc, payee_type, trader_name, business_style, tin, street, city, zip_code)
      select payee_code, name, 4, name, name, '900-000-101-00000', name, 'Cebu', '6000'
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (payee_code text, name text) returning id`.execute(
      db,
    ),
  );
  return made.rows.map(({ id }) => id);
}

const WORDS = [
  'FEBRUARY 2026',
  '14 TERMINALS',
  'Ñuñez',
  'word',
  LONG_NAME,
  'x'.repeat(120),
  'two\nlines',
  ...MARKUP_TEXTS,
];

/** A billing of one to sixty services of each kind of sale, in pesos or dollars, of amounts of any length. */
export function randomInvoice(
  random: Random,
  { customers, services, branch_id, department_id }: InvoiceBooks,
): BillingInput {
  const count = random.oneIn(20) ? 60 : 1 + random.below(6);
  const isForeign = random.oneIn(5);
  const digits = 3 + random.below(isForeign ? 9 : 13);
  const most = Math.min(10 ** digits, Number(MAX_AMOUNT_MINOR)) / count;
  const words = () => (random.oneIn(3) ? '' : random.pick(WORDS));
  return {
    billing_date: `2026-0${1 + random.below(3)}-${String(1 + random.below(28)).padStart(2, '0')}`,
    payee_id: random.pick(customers),
    vat: random.below(4),
    payment_term: random.below(121),
    branch_id,
    department_id,
    ...(isForeign ? { currency_id: 2, dollar_rate: (40 + random.below(20_000_000) / 1e6).toFixed(6) } : {}),
    remarks: words(),
    billing_details: Array.from({ length: count }, () => ({
      billing_service_id: random.pick(services),
      account_code: random.pick(['408010', '408020', '408030']),
      description: words(),
      ...(random.oneIn(2) ? { vat: random.below(4) } : {}),
      total_amount: amountText(BigInt(1 + Math.floor((random.below(2 ** 31) / 2 ** 31) * (most - 1)))),
    })),
  };
}
