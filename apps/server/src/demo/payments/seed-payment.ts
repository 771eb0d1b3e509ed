import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import type { Status } from '@talaan/core/documents/status';
import type { VatType } from '@talaan/core/money/withholding';

export type PaymentType = 'CV' | 'CW' | 'OB' | 'DM' | 'CR';

/** A payment or receipt of the demo company before it is entered; records by their codes, amounts in centavos. */
export interface SeedPayment {
  readonly type: PaymentType;
  /** Several of a post-dated series, one for each cheque. */
  readonly dates: readonly CalendarDate[];
  readonly payee: string;
  /** Account of the chart of the own bank account. */
  readonly bank: string;
  readonly remarks: string;
  /** VAT included. */
  readonly total_minor: bigint;
  /** What it charges, or what a receipt settles. */
  readonly account: string;
  readonly branch: string;
  readonly department?: string;
  readonly vat: VatType;
  readonly atc?: string;
  readonly is_or_ar?: 1 | 2 | 3;
  /** Number of the purchase order that it takes from. */
  readonly order?: string;
  readonly preparer: 'preparer' | 'preparer2';
  /** Where it is brought. */
  readonly status: Status;
  readonly is_confidential?: 0 | 1;
  /** What happened after that. */
  readonly afterwards?: 'returned' | 'rejected' | 'voided' | 'in_process';
}
