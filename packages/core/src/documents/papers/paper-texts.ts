/**
 * The words of papers that the law or the company changes: dated data of the company, of which a paper prints those of its
 * own date (decisions §6). In the order in which people read them; equal to the check of `company_text` in the database.
 */
export const PAPER_TEXTS = {
  invoice_title: 'Invoice: title',
  official_title: 'Official receipt: title',
  acknowledgement_title: 'Acknowledgement receipt: title',
  electronic_kind: 'E-receipt: what an official receipt is',
  statement_title: 'Statement of account: title',
  order_title: 'Purchase order: title',
  origin: 'Invoice: how it is made',
  invoice_legend: 'Invoice: legend',
  receipt_legend: 'Receipts: legend',
  statement_legend: 'Statement of account: legend',
  order_legend: 'Purchase order: legend',
  accreditation: 'Invoice and earlier receipts: accreditation',
  permit: 'Invoice and earlier receipts: permit',
  permit_to_issue: 'Invoice: permit to issue',
  series: 'Invoice: series',
  validity: 'Invoice and receipts: validity',
} as const;
export type PaperText = keyof typeof PAPER_TEXTS;

/**
 * From this day on the invoice alone is the VAT document of a service; an official receipt of a day before was one, and says its
 * accreditation and permit (RR 7-2024).
 */
export const INVOICE_ALONE_FROM = '2024-04-27';

/** Every kind of text, in its order. */
export const PAPER_TEXT_KINDS = Object.keys(PAPER_TEXTS) as readonly PaperText[];

/** The texts of one day; '' where nothing stands. */
export type PaperTexts = Readonly<Record<PaperText, string>>;

/** Characters of a title, which stands on one or two lines beside the company. */
export const LONGEST_TITLE = 60;

/** Whether a text is what its paper is called: it is never empty. */
export function isTitle(kind: PaperText): boolean {
  return kind.endsWith('title');
}
