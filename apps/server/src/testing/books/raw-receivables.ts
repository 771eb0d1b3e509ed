import { sql } from 'kysely';
import { amountText, requireSum } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import { compare, type RawDays, type RawLedger } from './raw-ledger.ts';

// What reports of receivables must say, worked out in plain loops from entries and what they settle: no view, no function of the
// database and no statement of a report has a part in it.

/** What an entry took of an invoice at its day; a mirror gives it back. Centavos. */
interface RawTaken {
  readonly entry_id: bigint;
  readonly date: string;
  readonly number: string | null;
  readonly fc: bigint;
  readonly php: bigint;
}

export interface RawInvoice {
  readonly number: string;
  readonly date: string;
  readonly due: string;
  readonly name: string;
  readonly total: bigint;
  readonly fc_total: bigint;
  /** The day of its mirror. */
  readonly cancelled: string | null;
  /** In the order of days and entries. */
  readonly taken: readonly RawTaken[];
}

type Row<Names extends string> = Readonly<Record<Names, string>>;

/** Every invoice that was ever posted, by day and number. */
export async function readRawInvoices(database: Database, { postings }: RawLedger): Promise<RawInvoice[]> {
  const read = async <Names extends string>(statement: ReturnType<typeof sql>) =>
    (await statement.execute(database)).rows as Row<Names>[];
  const entries = await read<'id' | 'document_id' | 'total' | 'fc_total'>(
    sql`select id::text, document_id::text, total::text, fc_total::text from journal_entry`,
  );
  const dues = await read<'id' | 'due'>(sql`select document_id::text as id, due_date::text as due from billing`);
  const applied = await read<'document' | 'invoice' | 'cash' | 'withheld' | 'written_off' | 'php'>(
    sql`select document_id::text as document, billing_document_id::text as invoice, cash_amount::text as cash,
      withholding_amount::text as withheld, write_off_amount::text as written_off, receivable_php::text as php
    from collection_application order by document_id, line_no`,
  );
  const ofLines = await read<'entry_id' | 'line_no' | 'invoice'>(
    sql`select entry_id::text, line_no::text, invoice_id::text as invoice from posting where invoice_id is not null`,
  );
  const heads = new Map(postings.map((posting) => [String(posting.entry_id), posting]));
  const taken = new Map<string, Map<string, RawTaken>>();
  const take = (invoice: string, entry_id: string, fc: bigint, php: bigint) => {
    const { date, number } = heads.get(entry_id)!;
    const own = taken.get(invoice) ?? new Map<string, RawTaken>();
    const before = own.get(entry_id) ?? { fc: 0n, php: 0n };
    own.set(entry_id, { entry_id: BigInt(entry_id), date, number, fc: before.fc + fc, php: before.php + php });
    taken.set(invoice, own);
  };
  for (const { id, document_id } of entries) {
    const sign = heads.get(id)!.reverses === null ? 1n : -1n;
    for (const one of applied.filter(({ document }) => document === document_id)) {
      const fc = requireSum(one.cash) + requireSum(one.withheld) + requireSum(one.written_off);
      take(one.invoice, id, sign * fc, sign * requireSum(one.php));
    }
  }
  for (const { entry_id, line_no, invoice } of ofLines) {
    const line = postings.find((one) => String(one.entry_id) === entry_id && one.line_no === Number(line_no))!;
    take(invoice, entry_id, line.fc_credit - line.fc_debit, line.credit - line.debit);
  }
  return entries
    .filter(({ id }) => heads.get(id)!.type === 'BI' && heads.get(id)!.reverses === null)
    .map(({ id, document_id, total, fc_total }): RawInvoice => {
      const { date, number, entry_payee } = heads.get(id)!;
      return {
        number: number!,
        date,
        due: dues.find((one) => one.id === document_id)!.due,
        name: entry_payee!.name,
        total: requireSum(total),
        fc_total: requireSum(fc_total),
        cancelled: postings.find(({ reverses }) => reverses === BigInt(id))?.date ?? null,
        taken: [...(taken.get(document_id)?.values() ?? [])].toSorted(
          (one, other) => compare(one.date, other.date) || compare(one.entry_id, other.entry_id),
        ),
      };
    })
    .toSorted((one, other) => compare(one.date, other.date) || compare(one.number, other.number));
}

/** The billing list of some days as of a day: an invoice with each of its collections, as text. */
export function rawBillingList(invoices: readonly RawInvoice[], { from, to }: RawDays, as_of: string): string[] {
  return invoices
    .filter(({ date }) => date >= from && date <= to)
    .flatMap(({ number, date, name, total, fc_total, cancelled, taken }) => {
      const isCancelled = cancelled !== null && cancelled <= as_of;
      const counted = isCancelled ? [] : taken.filter((one) => one.date <= as_of);
      const collected = counted.reduce((sum, { fc }) => sum + fc, 0n);
      const status = isCancelled ? 20 : collected === 0n ? 0 : collected < fc_total ? 1 : 2;
      let left = isCancelled ? 0n : total;
      const line = (billed: bigint | null, one: RawTaken | null) =>
        [
          number,
          date,
          name,
          status,
          billed === null ? null : amountText(billed),
          one?.date,
          one?.number,
          one ? amountText(one.php) : null,
          amountText((left -= one?.php ?? 0n)),
        ].join(' · ');
      if (counted.length === 0) return [line(left, null)];
      const whole = left;
      return counted.map((one, at) => line(at === 0 ? whole : null, one));
    });
}

/** What was open at the end of a day: customer, invoice, days since it was billed, what remains; the customers by name. */
export function rawAging(invoices: readonly RawInvoice[], day: string): string[] {
  return invoices
    .filter(({ date }) => date <= day)
    .flatMap(({ number, date, name, total, fc_total, cancelled, taken }) => {
      const isCancelled = cancelled !== null && cancelled <= day;
      const counted = taken.filter((one) => one.date <= day);
      const left = counted.reduce((sum, { php }) => sum - php, isCancelled ? 0n : total);
      const fc_left = counted.reduce((sum, { fc }) => sum - fc, isCancelled ? 0n : fc_total);
      if (left === 0n && fc_left === 0n) return [];
      const days = Math.round((Date.parse(day) - Date.parse(date)) / 86_400_000);
      return [[name, number, days, amountText(total), amountText(left)].join(' · ')];
    })
    .toSorted(compare);
}
