/** What waits of a move, as it was read from its files; amounts in minor units, of the row's own currency unless they are called pesos. */
import type { CalendarDate } from '../../calendar/calendar-date.ts';
import type { MovingKind } from './moving-files.ts';

interface PlacedRow {
  /** As the file shows it. */
  readonly row: number;
}

export interface BalanceRow extends PlacedRow {
  readonly account_id: number;
  readonly branch_id: number;
  readonly department_id: number | null;
  readonly payee_id: number | null;
  /** Of the receivable, where its balances are given by currency; else null. */
  readonly currency_id: number | null;
  /** Pesos. */
  readonly debit_minor: bigint;
  readonly credit_minor: bigint;
  /** Of an account, or a part of the receivable, in another currency, in that. */
  readonly fc_debit_minor: bigint;
  readonly fc_credit_minor: bigint;
  readonly remarks: string;
}

export interface InvoiceRow extends PlacedRow {
  readonly payee_id: number;
  readonly number: string;
  readonly billing_date: CalendarDate;
  readonly due_date: CalendarDate;
  readonly branch_id: number;
  readonly currency_id: number;
  readonly open_minor: bigint;
  readonly open_php_minor: bigint;
}

export interface VoucherRow extends PlacedRow {
  readonly payee_id: number;
  readonly account_id: number;
  readonly branch_id: number;
  readonly reference: string;
  readonly on_date: CalendarDate;
  readonly due_date: CalendarDate | null;
  readonly amount_minor: bigint;
  readonly remarks: string;
}

export interface ChequeRow extends PlacedRow {
  /** The own account on which it was issued; null of a received one. */
  readonly bank_id: number | null;
  readonly number: string;
  readonly amount_minor: bigint;
}

export interface DepositRow extends PlacedRow {
  readonly bank_id: number;
  readonly reference: string;
  readonly amount_minor: bigint;
}

export interface StatementRow extends PlacedRow {
  readonly bank_id: number;
  /** Below 0 when overdrawn. */
  readonly balance_minor: bigint;
}

/** The rows of all files of a move. */
export interface MovedRows {
  readonly balances: readonly BalanceRow[];
  readonly invoices: readonly InvoiceRow[];
  readonly vouchers: readonly VoucherRow[];
  readonly cheques: readonly ChequeRow[];
  readonly deposits: readonly DepositRow[];
  readonly statements: readonly StatementRow[];
}

export interface MovedAccount {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly role: string | null;
  readonly currency_id: number;
}

export interface MovedBank {
  readonly id: number;
  readonly name: string;
  readonly account_id: number;
}

/** What the rows name, by Record ID. */
export interface MovedNames {
  readonly accounts: ReadonlyMap<number, MovedAccount>;
  readonly banks: ReadonlyMap<number, MovedBank>;
  readonly branches: ReadonlyMap<number, string>;
  readonly payees: ReadonlyMap<number, string>;
  /** The account with the role OPENING; null where the chart has none. */
  readonly opening: MovedAccount | null;
  /** The account with the role AR; null where the chart has none. */
  readonly receivable: MovedAccount | null;
  /** Where what balances is posted: the reporting company's branch. */
  readonly branch_id: number;
}

/** A row that has to do with a difference. */
export interface ProofRow {
  readonly kind: MovingKind;
  readonly row: number;
  readonly text: string;
  readonly amount_minor: bigint;
}

/** One line of the proof: two amounts that must be equal. */
export interface ProofLine {
  readonly rule: 'balanced' | 'receivable' | 'vouchers' | 'bank' | 'advances' | 'opening' | 'posted';
  readonly subject: string;
  readonly given_label: string;
  readonly given_minor: bigint;
  readonly other_label: string;
  readonly other_minor: bigint;
  readonly currency_id: number;
  readonly is_green: boolean;
  /** What is to be done where the amounts are not all of it; null otherwise. */
  readonly message: string | null;
  /** The rows behind a difference, those of just its amount first. */
  readonly rows: readonly ProofRow[];
  readonly row_count: number;
}
