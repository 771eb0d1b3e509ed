import { sql } from 'kysely';
import type { PaperCompany } from '@talaan/contract/papers/paper-blocks';
import type { Database } from '../../platform/database/database.ts';

/** The series of a paper that is frozen when it takes its number, and the number: one of each series is issued once. */
export interface FrozenNumber {
  readonly kind: 'bi' | 'or' | 'ar';
  readonly number: string;
}

/** What an invoice or a receipt says, as `paper_record` of the schema writes it; amounts are decimal text in its currency. */
export interface PaperRecord {
  /** Null before a company is entered. */
  readonly company:
    | (Omit<PaperCompany, 'logo'> & {
        readonly payment_address: string;
        readonly business_name: string;
        readonly email: string;
      })
    | null;
  readonly texts: Readonly<Partial<Record<string, string | null>>>;
  readonly payee: {
    readonly payee_desc: string;
    readonly tin: string;
    readonly business_style: string;
    readonly address: string;
    readonly email_add: string;
  } | null;
  /** Names of who prepared it, moved it and was stood in for, by their ids. */
  readonly people: Readonly<Record<string, string>>;
  readonly batch_number: string;
  readonly document_date: string;
  readonly prepared_by: number;
  readonly currency: string;
  readonly currency_word: string;
  readonly rate: string;
  readonly remarks: string;
  readonly total_amount: string;
  readonly vat: number | null;
  readonly is_or_ar: number | null;
  /** Of an invoice. */
  readonly due_date: string | null;
  readonly services: readonly { readonly line_no: number; readonly name: string; readonly amount: string }[];
  readonly withheld: string;
  /** What came in, or is to; null where the total says it. */
  readonly received: string | null;
  readonly advance: string;
  readonly cheque: { readonly bank_name: string; readonly cheque_number: string; readonly cheque_date: string } | null;
  readonly invoices: readonly {
    /** Null in the record of an invoice of itself. */
    readonly number: string | null;
    readonly settled: string;
    readonly billed: string;
    readonly vat: string;
    readonly vatable: string;
  }[];
}

/** What papers were frozen with, wherever it is read from. */
export interface FrozenPapers {
  /** Null where nothing was. */
  frozen(number: FrozenNumber): Promise<PaperRecord | null>;
}

/** What the papers of these numbers were frozen with, in their order; null where nothing was. */
export async function findFrozen(
  database: Database,
  numbers: readonly FrozenNumber[],
): Promise<(PaperRecord | null)[]> {
  const [kinds, texts] = [numbers.map(({ kind }) => kind), numbers.map(({ number }) => number)];
  const found = await sql<{ record: PaperRecord | null }>`
    select f.record from unnest(${kinds}::text[], ${texts}::text[]) with ordinality n (kind, number, place)
    left join frozen_paper f on f.kind = n.kind and f.number_text = n.number order by n.place`.execute(database);
  return found.rows.map(({ record }) => record);
}
