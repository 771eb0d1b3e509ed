import type { DocumentType } from '../document-type.ts';
import type { ProposedPart } from '../proposed-lines.ts';
import type { VatType } from '../../money/withholding.ts';
import type { ScheduledTemplate } from './regular-schedule.ts';

/** Where the amount of a line comes from (decisions §7). */
export const AMOUNT_MODES = {
  fixed: 'Fixed',
  last: 'As last time',
  ask: 'Asked',
  part: 'Follows from the others',
} as const;
export type AmountMode = keyof typeof AMOUNT_MODES;

/** The parts that a line without an amount of its own may be; what is charged is asked or given. */
export const LINE_PARTS = { vat: 'VAT', withheld: 'Tax withheld', bank: 'Bank' } as const satisfies Partial<
  Record<ProposedPart, string>
>;
export type LinePart = keyof typeof LINE_PARTS;

export const SIDES = { D: 'Debit', C: 'Credit' } as const;
export type Side = keyof typeof SIDES;

/** What a line is for: the same in two months, the line is the same (with `n` where several are alike). */
export interface LinePlace {
  readonly account_id: number;
  readonly payee_id: number | null;
  readonly branch_id: number | null;
  readonly department_id: number | null;
  readonly section_id: number | null;
  readonly billing_service_id: number | null;
}

/** A line of a template; `section_no` is its block, `section_id` the organisational section. */
export interface TemplateLine extends LinePlace {
  readonly id: number;
  readonly section_no: number;
  readonly amount_mode: AmountMode;
  readonly side: Side;
  readonly part: LinePart | null;
  /** In minor units: the fixed amount, or what is proposed where none was made before. 0: none. */
  readonly amount_minor: bigint;
  readonly atc_id: number | null;
  readonly remarks: string | null;
}

/** A regular transaction, as entries are made of it. */
export interface RegularTemplate extends ScheduledTemplate {
  readonly document_type: DocumentType;
  readonly payee_id: number | null;
  readonly bank_id: number | null;
  readonly currency_id: number;
  readonly vat: VatType | null;
  readonly atc_id: number | null;
  readonly sections: readonly { readonly section_no: number; readonly section_name: string }[];
  readonly lines: readonly TemplateLine[];
}

/** The lines in the order of their sections, and in that of their entering within each. */
export function linesInOrder<Line extends Pick<TemplateLine, 'id' | 'section_no'>>(lines: readonly Line[]): Line[] {
  return lines.toSorted((left, right) => left.section_no - right.section_no || left.id - right.id);
}
