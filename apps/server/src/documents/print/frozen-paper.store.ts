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

/** What the paper of a number was frozen with; null where nothing was. */
export async function findFrozen(database: Database, { kind, number }: FrozenNumber): Promise<PaperRecord | null> {
  const found = await sql<{ record: PaperRecord }>`
    select record from frozen_paper where kind = ${kind} and number_text = ${number}`.execute(database);
  return found.rows[0]?.record ?? null;
}
