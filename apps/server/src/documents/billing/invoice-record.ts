import { createHash } from 'node:crypto';
import { invoiceRows } from '@talaan/contract/documents/billing/billing-invoice.paper';
import type { PrintedBilling } from '@talaan/contract/documents/billing/billing-print.contract';
import type { Printed } from '@talaan/contract/documents/document-print';
import { STATUS } from '@talaan/core/documents/status';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { VAT_TYPES, type VatType } from '@talaan/core/money/withholding';
import { formatSeriesNumber, lastSeriesNumber } from '@talaan/core/numbering/series';
import type { EmbeddedRecord } from '../../platform/pdf/paper-drawing.ts';
import type { FrozenPapers } from '../print/frozen-paper.store.ts';

/**
 * The structured data of an invoice, which its PDF carries (Section 237 of the tax code, RR 11-2025: it must be easily extracted
 * from the invoice): what its pages say, the words of Section 113 and RR 7-2024, under the keys of the record from which a
 * report to the BIR is made. Null of what is no invoice yet. What becomes of it later (sent, cancelled) is no part of it.
 */
export async function readInvoiceRecord(
  papers: FrozenPapers,
  printed: Printed<PrintedBilling>,
): Promise<EmbeddedRecord | null> {
  const { billing_invoice_no: number } = printed.batch;
  // The last approval, or where its type needs none what was submitted.
  const issue = printed.batch.timeline.findLast(({ in_force, status_to }) => in_force && status_to === STATUS.APPROVED);
  if (number === null || issue === undefined) return null;
  const record = recordOf(printed, number, issue, await readSeller(papers, number));
  const sha256 = createHash('sha256').update(JSON.stringify(record)).digest('hex');
  return {
    name: `${number}.json`,
    description: `Data of the invoice ${number}`,
    json: JSON.stringify({ record, sha256 }, null, 2),
    at: issue.at,
  };
}

/** Amounts are decimal text in the currency of the invoice. */
function recordOf(
  { company, texts, batch }: Printed<PrintedBilling>,
  number: string,
  issue: PrintedBilling['timeline'][number],
  seller: Seller,
) {
  return {
    kind: 'invoice',
    title: texts.invoice_title,
    number,
    branch: batch.details[1]?.brnc_code ?? '',
    series: { from: formatSeriesNumber('bi', 1), to: formatSeriesNumber('bi', lastSeriesNumber('bi')) },
    accreditation: texts.accreditation,
    permit: texts.permit,
    permit_to_issue: texts.permit_to_issue,
    issue_date: batch.billing_date,
    issued_at: issue.at,
    issued_by: issue.user_name,
    prepared_by: batch.preparer,
    due_date: batch.due_date,
    payment_term_days: batch.payment_term,
    seller: {
      name: company.name,
      business_name: seller.business_name,
      ...taxpayerNumber(company.tin),
      vat_registered: company.vat_registered,
      address: company.address,
      email: seller.email,
    },
    buyer: {
      name: batch.payee_desc ?? '',
      business_name: batch.business_style,
      ...taxpayerNumber(batch.payee_tin),
      address: batch.payee_address,
      email: batch.payee_email,
    },
    lines: invoiceRows(batch).map((row) => ({
      line_no: row.line_no,
      description: row.description,
      quantity: row.quantity,
      unit: 'lot',
      unit_cost: row.unit_cost,
      discount: '0.00',
      vat_kind: VAT_TYPES[row.vat as VatType],
      net_amount: row.income_amount,
      vat_amount: row.vat_amount,
      account_code: row.account_code,
    })),
    totals: {
      vatable_sales: batch.vatable_sales,
      exempt_sales: batch.exempt_sales,
      zero_rated_sales: batch.zero_rated_sales,
      vat_amount: batch.vat_amount,
      discount: { senior_citizen: '0.00', disability: '0.00', regular: '0.00', special: '0.00' },
      other_charges: '0.00',
      total_due: batch.total_amount,
    },
    /** The invoice states none: the customer withholds when he pays. */
    withheld: { income_tax: '0.00', vat: '0.00' },
    currency: batch.currency,
    rate: batch.currency_id === CURRENCY_PESO ? '1' : batch.dollar_rate,
    total_due_php: batch.details[0]?.debit_php ?? '0.00',
    /** A credit note, or the manual invoice of a downtime, names another paper and why. */
    refers_to: null,
    request_number: batch.billing_request_no,
  };
}

/** Nine digits of the taxpayer, and five of the branch, as reports to the BIR have them; '' for none. */
function taxpayerNumber(text: string): { tin: string; branch_code: string } {
  const digits = text.replaceAll(/\D/g, '');
  return { tin: digits.slice(0, 9), branch_code: digits === '' ? '' : digits.slice(9).padStart(5, '0') };
}

interface Seller {
  readonly business_name: string;
  readonly email: string;
}

/** As it was when the invoice took its number. */
async function readSeller(papers: FrozenPapers, number: string): Promise<Seller> {
  const record = await papers.frozen({ kind: 'bi', number });
  return record?.company ?? { business_name: '', email: '' };
}
