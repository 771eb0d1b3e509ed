import { sql } from 'kysely';
import { amountText, requireSum } from '@talaan/core/money/money';
import { divideHalfUp } from '@talaan/core/money/rounding';
import type { Database } from '../../platform/database/database.ts';
import { compare, rawBook, type RawDays, type RawEntry, type RawLedger } from './raw-ledger.ts';

// What the sales journal must say, worked out in plain loops from entries, applications, services and papers: no view, no function of
// the database and no statement of a report has a part in it.

/** One service: what it was billed at with VAT, and without, in the currency of its invoice. Centavos. */
interface RawService {
  readonly line_no: number;
  readonly name: string;
  readonly total: bigint;
  readonly income: bigint;
}

interface RawApplication {
  readonly document: string;
  readonly invoice: string;
  readonly received: bigint;
  readonly written_off: bigint;
  readonly php: bigint;
}

export interface RawSales {
  readonly applications: readonly RawApplication[];
  /** Of the invoices by their documents. */
  readonly services: ReadonlyMap<string, readonly RawService[]>;
  /** Of entries: their document and their receipts, the official one first. */
  readonly entries: ReadonlyMap<
    bigint,
    { readonly document: string; readonly receipts: readonly string[]; readonly official: boolean }
  >;
  /** Names on papers by their numbers. */
  readonly names: ReadonlyMap<string, string>;
}

type Row = Readonly<Record<string, string>>;

/** Everything that was ever billed and received. */
export async function readRawSales(database: Database, { postings }: RawLedger): Promise<RawSales> {
  const read = async (statement: ReturnType<typeof sql>) => (await statement.execute(database)).rows as Row[];
  const [entries, issued, applied, lines, services, papers] = await Promise.all([
    read(sql`select id::text, document_id::text as document, round::text from journal_entry`),
    read(sql`select n.document_id::text as document, n.cycle::text as round, n.number_text as number, s.kind
      from number_issue n, number_series s where s.id = n.series_id`),
    read(sql`select document_id::text as document, billing_document_id::text as invoice, cash_amount::text as cash,
      withholding_amount::text as withheld, write_off_amount::text as written_off, receivable_php::text as php
      from collection_application order by document_id, line_no`),
    read(sql`select document_id::text as document, line_no::text, total_amount::text as total from billing_service_line
      order by document_id, line_no`),
    read(sql`select p.entry_id::text as entry, p.line_no::text, v.billing_service_name as name
      from posting p, billing_service v where v.id = p.billing_service_id`),
    read(
      sql`select kind || ' ' || number_text as number, record -> 'payee' ->> 'payee_desc' as name from frozen_paper`,
    ),
  ]);
  const original = new Map<string, string>();
  const mirrors = new Set(postings.flatMap(({ entry_id, reverses }) => (reverses === null ? [] : [String(entry_id)])));
  for (const { id, document } of entries) if (!mirrors.has(id!)) original.set(document!, id!);
  const byInvoice = new Map<string, RawService[]>();
  for (const { document, line_no, total } of lines) {
    const entry = original.get(document!);
    const place = Number(line_no) + 1;
    const posting = postings.find((one) => String(one.entry_id) === entry && one.line_no === place);
    if (posting === undefined) continue;
    const name = services.find((one) => one['entry'] === entry && one['line_no'] === String(place))!['name']!;
    const service = { line_no: Number(line_no), name, total: requireSum(total!), income: posting.fc_credit };
    byInvoice.set(document!, [...(byInvoice.get(document!) ?? []), service]);
  }
  return {
    applications: applied.map(({ document, invoice, cash, withheld, written_off, php }) => ({
      document: document!,
      invoice: invoice!,
      received: requireSum(cash!) + requireSum(withheld!),
      written_off: requireSum(written_off!),
      php: requireSum(php!),
    })),
    services: byInvoice,
    entries: new Map(
      entries.map(({ id, document, round }) => {
        const of = (kind: string) =>
          issued.filter((one) => one['document'] === document && one['round'] === round && one['kind'] === kind);
        const receipts = [...of('or'), ...of('ar')].map((one) => `${one['kind']} ${one['number']}`);
        return [BigInt(id!), { document: document!, receipts, official: of('or').length > 0 }];
      }),
    ),
    names: new Map(papers.map(({ number, name }) => [number!, name!])),
  };
}

/** What was sold in some days, by receipt or by invoice: day, number, customer, service, principal and VAT, as text. */
export function rawSalesJournal(
  sales: RawSales,
  raw: RawLedger,
  days: RawDays,
  basis: 'receipt' | 'invoice',
): string[] {
  const types = basis === 'receipt' ? ['CN', 'CR'] : ['BI'];
  return rawBook(raw, days, ({ type }) => types.includes(type))
    .map((entry) => ({ entry, number: numberOf(sales, entry), lines: LINES[entry.first.type]!(sales, raw, entry) }))
    .filter(({ lines }) => lines.length > 0)
    .toSorted(
      (one, other) =>
        compare(one.entry.first.date, other.entry.first.date) ||
        compare(wordsOf(one.number), wordsOf(other.number)) ||
        compare(one.entry.first.entry_id, other.entry.first.entry_id),
    )
    .flatMap(({ entry: { first, isVoid }, number, lines }) => {
      const name = (number && sales.names.get(number)) ?? first.entry_payee!.name;
      const head = [first.date, wordsOf(number), first.confidential ? 'Confidential' : name];
      if (isVoid) return [[...head, 'VOID', '0.00', '0.00'].join(' · ')];
      return lines.map(({ service, principal, vat }) =>
        [
          ...head,
          ...(first.reverses === null ? [] : ['REVERSAL']),
          service,
          amountText(principal),
          amountText(vat),
        ].join(' · '),
      );
    });
}

const wordsOf = (number: string | null) => number?.split(' ')[1] ?? '';

/** With its kind: the paper that it names. */
function numberOf({ entries }: RawSales, { first }: RawEntry): string | null {
  if (first.type === 'BI') return first.number && `bi ${first.number}`;
  return entries.get(first.entry_id)!.receipts[0] ?? null;
}

interface RawSale {
  readonly service: string;
  readonly principal: bigint;
  readonly vat: bigint;
}

const LINES: Readonly<Record<string, (sales: RawSales, raw: RawLedger, entry: RawEntry) => RawSale[]>> = {
  CN: ({ applications, services, entries }, _raw, { first }) => {
    const sign = first.reverses === null ? 1n : -1n;
    const own = applications.filter(
      ({ document, received }) => document === entries.get(first.entry_id)!.document && received > 0n,
    );
    return own.flatMap(({ invoice, received, written_off, php }) => {
      const billed = services.get(invoice)!;
      const parts = share(
        divideHalfUp(php * received, received + written_off),
        billed.map(({ total }) => total),
      );
      return billed.map(({ name, total, income }, at) => ({
        service: name,
        principal: sign * parts[at]!,
        vat: sign * divideHalfUp(parts[at]! * (total - income), total),
      }));
    });
  },
  CR: ({ entries }, { accounts }, { first, postings }) => {
    const roleOf = (account: string) => accounts.get(account)!.role ?? '';
    const sums = new Map<string, { service: string; income: bigint }>();
    let vat = 0n;
    for (const { account, account_name, credit, debit } of postings) {
      if (roleOf(account) === 'OUTPUT_VAT') vat += credit - debit;
      if (accounts.get(account)!.group !== 'I' || ['FX_GAIN', 'FX_LOSS'].includes(roleOf(account))) continue;
      const before = sums.get(account)?.income ?? 0n;
      sums.set(account, { service: account_name, income: before + credit - debit });
    }
    if (!entries.get(first.entry_id)!.official) return [];
    const sold = [...sums.values()];
    const parts = share(
      vat,
      sold.map(({ income }) => income),
    );
    return sold.map(({ service, income }, at) => ({ service, principal: income + parts[at]!, vat: parts[at]! }));
  },
  BI: ({ services, entries }, _raw, { first, postings }) =>
    services.get(entries.get(first.entry_id)!.document)!.map(({ line_no, name, total, income }) => {
      const posting = postings.find((one) => one.line_no === line_no + 1)!;
      const vat = first.reverses === null ? total - income : income - total;
      return { service: name, principal: posting.credit - posting.debit + vat, vat };
    }),
};

/** Parts of a whole by weight, half-up; the largest, of equal ones the first, takes what is left. */
function share(whole: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  const parts = weights.map((weight) => (total === 0n ? 0n : divideHalfUp(whole * weight, total)));
  const largest = weights.indexOf([...weights].toSorted((one, other) => compare(other, one))[0]!);
  if (largest >= 0) parts[largest]! += whole - parts.reduce((sum, part) => sum + part, 0n);
  return parts;
}
