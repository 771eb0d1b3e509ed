/**
 * Part III of BIR Form 2307, January 2018: what was paid to a payee in each month of a quarter and what was withheld of it, a row
 * for each ATC. Amounts are minor units of pesos.
 */
import { monthOfQuarter } from '../../calendar/quarter.ts';
import type { CalendarDate } from '../../calendar/calendar-date.ts';
import { sumMinor } from '../../money/money.ts';

/** Tax that one posting withheld, or with less than nothing withheld back. */
export interface WithheldPosting {
  readonly entry_date: CalendarDate;
  readonly atc_code: string;
  readonly atc_desc: string;
  /** What was paid, without VAT. */
  readonly base_minor: bigint;
  readonly tax_minor: bigint;
}

/** One row: the income of months 1 to 3 and of all of them, and the tax actually withheld, which is never rate × total. */
export interface CertificateRow {
  readonly atc_code: string;
  readonly atc_desc: string;
  readonly months_minor: readonly [bigint, bigint, bigint];
  readonly total_minor: bigint;
  readonly tax_minor: bigint;
}

/** The two blocks of Part III. */
export interface CertificateBoxes {
  /** Expanded withholding tax: WI and WC. */
  readonly income: readonly CertificateRow[];
  /** Business tax: WB, percentage tax, and WV, VAT. */
  readonly business: readonly CertificateRow[];
}

/** Rows that a block has room for; further ones go on a second sheet. */
export const ROWS_OF_BLOCK = 10;

/** Whether an ATC is of a business tax, WB or WV; any other is of income tax. */
export function isBusinessTax(atc_code: string): boolean {
  return /^W[BV]/i.test(atc_code);
}

/** The rows of a certificate, by ATC; one whose base and tax net to nil in the quarter is left out. In: postings of one payee and one quarter. */
export function certificateBoxes(postings: readonly WithheldPosting[]): CertificateBoxes {
  const codes = [...new Set(postings.map(({ atc_code }) => atc_code))].toSorted();
  const rows = codes.map((code) => rowOf(postings.filter(({ atc_code }) => atc_code === code)));
  const told = rows.filter(({ total_minor, tax_minor }) => total_minor !== 0n || tax_minor !== 0n);
  return {
    income: told.filter(({ atc_code }) => !isBusinessTax(atc_code)),
    business: told.filter(({ atc_code }) => isBusinessTax(atc_code)),
  };
}

/** What the rows of a block come to. */
export function totalOfRows(rows: readonly CertificateRow[]): Omit<CertificateRow, 'atc_code' | 'atc_desc'> {
  const month = (place: 0 | 1 | 2) => sumMinor(rows.map(({ months_minor }) => months_minor[place]));
  return {
    months_minor: [month(0), month(1), month(2)],
    total_minor: sumMinor(rows.map(({ total_minor }) => total_minor)),
    tax_minor: sumMinor(rows.map(({ tax_minor }) => tax_minor)),
  };
}

/** The rows of each sheet: as many sheets as the longer block needs, at least one; totals stand on the last. */
export function certificateSheets<Row>(boxes: {
  readonly income: readonly Row[];
  readonly business: readonly Row[];
}): { readonly income: readonly Row[]; readonly business: readonly Row[] }[] {
  const count = Math.max(1, ...[boxes.income, boxes.business].map(({ length }) => Math.ceil(length / ROWS_OF_BLOCK)));
  return Array.from({ length: count }, (_, sheet) => {
    const part = (rows: readonly Row[]) => rows.slice(sheet * ROWS_OF_BLOCK, (sheet + 1) * ROWS_OF_BLOCK);
    return { income: part(boxes.income), business: part(boxes.business) };
  });
}

function rowOf(postings: readonly WithheldPosting[]): CertificateRow {
  const { atc_code, atc_desc } = postings[0]!;
  const month = (wanted: 1 | 2 | 3) =>
    sumMinor(
      postings.filter(({ entry_date }) => monthOfQuarter(entry_date) === wanted).map(({ base_minor }) => base_minor),
    );
  const months_minor = [month(1), month(2), month(3)] as const;
  return {
    atc_code,
    atc_desc,
    months_minor,
    total_minor: sumMinor(months_minor),
    tax_minor: sumMinor(postings.map(({ tax_minor }) => tax_minor)),
  };
}
