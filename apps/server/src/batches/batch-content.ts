/**
 * What an approver signs: the content of a batch, apart from its remarks, its numbers and its state.
 *
 *   BatchContent ─┬─ documents (one paper each) ── lines
 *                 └─ attachments (name and digest)
 */
import { createHash } from 'node:crypto';

export interface BatchContent {
  readonly document_type: string;
  readonly adjusting: boolean;
  readonly currency_id: number;
  readonly dollar_rate: string;
  readonly is_confidential: number;
  readonly is_pdc: number;
  readonly documents: readonly DocumentContent[];
  readonly attachments: readonly AttachmentContent[];
}

export interface DocumentContent {
  readonly header_key: number;
  readonly document_date: string;
  readonly payee_id: number | null;
  readonly bank_id: number | null;
  readonly bank_account: string | null;
  readonly payee_bank_id: number | null;
  readonly cheque_number: string | null;
  readonly vat: number | null;
  readonly atc_id: number | null;
  readonly is_or_ar: number | null;
  readonly purchase_order_id: string | null;
  readonly remarks: string | null;
  readonly lines: readonly LineContent[];
}

export interface LineContent {
  readonly line_no: number;
  readonly account_id: number;
  readonly payee_id: number | null;
  readonly department_id: number | null;
  readonly branch_id: number | null;
  readonly section_id: number | null;
  readonly billing_service_id: number | null;
  readonly atc_id: number | null;
  readonly tax_base: string | null;
  /** Decimal text in the document's currency. */
  readonly debit_amount: string;
  readonly credit_amount: string;
  /** Decimal text in pesos. */
  readonly debit_php: string;
  readonly credit_php: string;
  readonly remarks: string | null;
}

export interface AttachmentContent {
  readonly name: string;
  /** Hexadecimal SHA-256 of the bytes. */
  readonly sha256: string;
}

/**
 * SHA-256 over headers, lines and attachment digests, in hexadecimal (decisions §3). Remarks stay outside, because they
 * may be corrected without voiding approvals; numbers stay outside, because some are given only at the end.
 */
export function fingerprintOf(content: BatchContent): string {
  const canonical = [
    content.document_type,
    content.adjusting,
    content.currency_id,
    content.dollar_rate,
    content.is_confidential,
    content.is_pdc,
    content.documents.map(signedDocument),
    content.attachments.map((attachment) => attachment.sha256).sort(),
  ];
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex');
}

function signedDocument(document: DocumentContent): unknown[] {
  return [
    document.header_key,
    document.document_date,
    document.payee_id,
    document.bank_id,
    document.bank_account,
    document.payee_bank_id,
    document.vat,
    document.atc_id,
    document.is_or_ar,
    document.purchase_order_id,
    document.lines.map(signedLine),
  ];
}

function signedLine(line: LineContent): unknown[] {
  return [
    line.line_no,
    line.account_id,
    line.payee_id,
    line.department_id,
    line.branch_id,
    line.section_id,
    line.billing_service_id,
    line.atc_id,
    line.tax_base,
    line.debit_amount,
    line.credit_amount,
    line.debit_php,
    line.credit_php,
  ];
}
