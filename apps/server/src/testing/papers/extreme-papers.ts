import type * as z from 'zod';
import { printBilling } from '@talaan/contract/documents/billing/billing-print.contract';
import { billingInvoicePaper } from '@talaan/contract/documents/billing/billing-invoice.paper';
import { cashReceiptPrint } from '@talaan/contract/documents/cash-receipt/cash-receipt-print.contract';
import { chequePaper } from '@talaan/contract/documents/cheque-register/cheque.paper';
import { printCheque } from '@talaan/contract/documents/cheque-register/cheque-print.contract';
import { debitLetterPaper } from '@talaan/contract/documents/disbursement/debit-letter.paper';
import { printLetter, printVoucher } from '@talaan/contract/documents/disbursement/disbursement-print.contract';
import { voucherPaper } from '@talaan/contract/documents/disbursement/voucher.paper';
import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { journalDetailsPaper } from '@talaan/contract/documents/journal-entry/journal-details.paper';
import { detailsPaper } from '@talaan/contract/documents/print/details.paper';
import { printDetails } from '@talaan/contract/documents/print/details-print.contract';
import { printOrder } from '@talaan/contract/documents/purchase-order/order-print.contract';
import { purchaseOrderPaper } from '@talaan/contract/documents/purchase-order/purchase-order.paper';
import {
  blankReceiptPaper,
  CASH_RECEIPT_PAPERS,
  COLLECTION_PAPERS,
  RECEIPT_PAPERS,
} from '@talaan/contract/documents/receipt/receipt.papers';
import {
  CERTIFICATE_SHEETS,
  certificateRecord,
} from '@talaan/contract/documents/tax-certificate/tax-certificate.contract';
import { taxCertificatePaper } from '@talaan/contract/documents/tax-certificate/tax-certificate.paper';
import { drawPaper, type DrawnPaper } from '@talaan/contract/papers/draw-paper';
import { readStatement } from '@talaan/contract/receivables/customer/statement.contract';
import { statementPaper } from '@talaan/contract/receivables/customer/statement.paper';
import { certificatesDueReport, type CertificateDue } from '@talaan/contract/reports/certificates-due.report';
import type { ReportLayout } from '@talaan/contract/reports/kit/define-report';
import { reportPaper } from '@talaan/contract/reports/kit/lines/report-paper';
import { STATUS } from '@talaan/core/documents/status';
import { STANDARD_CHEQUE } from '@talaan/core/documents/cheque/cheque-layout';
import { amountText, MAX_AMOUNT_MINOR } from '@talaan/core/money/money';
import { AGES } from '@talaan/core/receivables/aging';
import { sampleOf } from './sample-of.ts';

const LARGEST = amountText(MAX_AMOUNT_MINOR);
const INSTANT = '2025-05-22T07:00:00.000Z';
const DAY = '2025-05-22';
const AMOUNTS =
  /amount|debit|credit|_php$|_sales?$|^(vat|net|withheld|certified|missing|tax|tax_base|total|unit_cost|balance|charge|payment|opening|closing|month_\d)$/;
/** What a company writes into its papers, and names of what the books know, as long as they may be. */
const SHORT: Readonly<Record<string, string>> = {
  account_code: '105010',
  atc_code: 'WC120',
  bank_account: '0000-1111-2222-33',
  account_number: '0000-1111-2222-33',
  batch_number: '0000123',
  billing_invoice_no: 'BI-HOB0000123',
  billing_request_no: '0000123',
  brnc_code: 'SMP-001',
  cheque_number: '0000123456',
  currency: 'USD',
  currency_word: 'SINGAPORE DOLLARS',
  dept_code: 'BRNO',
  document_number: 'CV0000123',
  dollar_rate: '55.333333',
  or_number: '000000000123',
  ar_number: '000000000123',
  po_number: 'PO0000123',
  quantity: '999999999.999999',
  rate: '55.333333',
  section_code: 'FRONT',
  software: 'Talaan 10.10.10',
  tax_percent: '2',
  tin: '123-456-789-00000',
  payee_tin: '123-456-789-00000',
  trx_purchase_order: 'PO0000123',
  unit: 'pieces',
  verify: 'https://talaan.sampol-padala.example/verify/0123456789ABCDEF',
  zip_code: '1226',
};

/** How extreme the papers are. */
export interface Extreme {
  /** Names, addresses, remarks and other texts are these in turn. */
  readonly texts: readonly string[];
  /** Lines of every table. */
  readonly lines: number;
  readonly foreign: boolean;
}

/** Every paper there is, or those of some names, drawn from data of one extreme, by its name. */
export function extremePapers(extreme: Extreme, names?: readonly string[]): [string, DrawnPaper][] {
  const data = samplesOf(samplerOf(extreme));
  const papers = [
    ...documentPapers(data),
    ...orderAndInvoice(data),
    ...receiptPapers(data),
    ...customerPapers(data),
    ...chequeAndReport(data),
  ];
  const chosen = papers.filter(([name]) => names === undefined || names.includes(name));
  return chosen.map(([name, draw]) => [name, draw()]);
}

type NamedPaper = [name: string, draw: () => DrawnPaper];

/** What fills schemas with data of one extreme. */
function samplerOf({ texts, lines, foreign }: Extreme) {
  let given = 0;
  const nextText = () => texts[given++ % texts.length]!;
  const textOf = (name: string): string => {
    if (SHORT[name] !== undefined) return SHORT[name];
    if (/_at$|^at$|date_encoded|edit_date|^since$/.test(name)) return INSTANT;
    if (/date|as_of/.test(name)) return DAY;
    if (name.endsWith('_title')) return nextText().slice(0, 60);
    return AMOUNTS.test(name) ? LARGEST : nextText();
  };
  const sample = <Shown extends z.ZodType>(schema: Shown) => sampleOf(schema, textOf);
  const many = <Row>(row: (at: number) => Row): Row[] => Array.from({ length: lines }, (_, at) => row(at));
  return { foreign, nextText, sample, many };
}
type Sampler = ReturnType<typeof samplerOf>;

/** Gives a printed document its lines, its moves and its attachments, at the end of its way. */
function filled<Printed extends { batch: BatchDetail; copy_no: number }>(
  { sample, many, foreign }: Sampler,
  printed: Printed,
  type: string,
): Printed {
  const { documents, details, timeline, upload_file } = printDetails.response.shape.data.shape.batch.shape;
  const money = {
    currency_id: foreign ? 2 : 1,
    currency: foreign ? 'USD' : 'PHP',
    dollar_rate: foreign ? '55.333333' : '1',
  };
  const document = {
    ...sample(documents.element),
    ...money,
    header_key: 1,
    status: STATUS.APPROVED,
    voided_at: null,
    amount: LARGEST,
  };
  const move = (action: string, status_from: number) => ({
    ...sample(timeline.element),
    action,
    status_from,
    in_force: true,
  });
  const batch = {
    ...printed.batch,
    ...money,
    document_type: type,
    document_date: DAY,
    status: STATUS.APPROVED,
    documents: [document],
    details: many((at) => {
      const isDebit = at % 2 === 0;
      const amounts = (own: boolean) => (own ? LARGEST : '0.00');
      return {
        ...sample(details.element),
        header_key: 1,
        line_no: at + 1,
        debit_amount: amounts(isDebit),
        debit_php: amounts(isDebit),
        credit_amount: amounts(!isDebit),
        credit_php: amounts(!isDebit),
      };
    }),
    timeline: [
      move('submit', STATUS.ACTIVE),
      move('approve', STATUS.FOR_REVIEW),
      move('approve', 3),
      move('approve', 4),
      move('approve', 5),
      move('release', STATUS.FOR_RELEASE),
    ],
    upload_file: Array.from({ length: 3 }, () => sample(upload_file.element)),
  };
  return { ...printed, batch, copy_no: 2 };
}

type PrintedReply = z.ZodObject<{ data: z.ZodType<{ batch: BatchDetail; copy_no: number }> }>;

/** One of everything that is printed. */
function samplesOf(sampler: Sampler) {
  const { sample, nextText } = sampler;
  const ofRoute = <Response extends PrintedReply>({ response }: { readonly response: Response }, type: string) =>
    filled(sampler, sample(response).data as z.output<Response>['data'], type);
  const voucher = ofRoute(printVoucher, 'CV');
  const letter = ofRoute(printLetter, 'DM');
  const invoice = ofRoute(printBilling, 'BI');
  const order = ofRoute(printOrder, 'PO');
  const receipt = ofRoute(cashReceiptPrint.print, 'CR');
  const details = ofRoute(printDetails, 'CV');
  const state = sample(readStatement.response.shape.data);
  const printed = {
    company: voucher.company,
    texts: voucher.texts,
    currency_word: 'PESOS',
    copy_no: 2,
    code: 'X',
    verify: voucher.verify,
    printed_by: nextText(),
    printed_at: INSTANT,
    software: SHORT.software!,
  };
  const certificate = sample(certificateRecord);
  const cheque = sample(printCheque.response.shape.data);
  return { ...sampler, voucher, letter, invoice, order, receipt, details, state, printed, certificate, cheque };
}
type Samples = ReturnType<typeof samplesOf>;

/** Vouchers, letters, and the details of any document. */
function documentPapers({ sample, many, voucher, letter, details }: Samples): NamedPaper[] {
  const { batch: paid } = printVoucher.response.shape.data.shape;
  const { batch: written } = printLetter.response.shape.data.shape;
  return [
    [
      'voucher',
      () =>
        drawPaper(voucherPaper, {
          ...voucher,
          batch: {
            ...voucher.batch,
            payments: [
              {
                ...sample(paid.shape.payments.element),
                header_key: 1,
                copy_no: 2,
                bank_acct_code: '102101',
                withheld: [],
              },
            ],
          },
        }),
    ],
    [
      'letter',
      () =>
        drawPaper(debitLetterPaper, {
          ...letter,
          batch: {
            ...letter.batch,
            letter: {
              ...letter.batch.letter,
              acct_type: 'CA',
              accounts: many((at) => ({ ...sample(written.shape.letter.shape.accounts.element), line_no: at + 1 })),
              signatories: Array.from({ length: 2 }, () => sample(written.shape.letter.shape.signatories.element)),
            },
          },
        }),
    ],
    [
      'journal voucher',
      () => drawPaper(journalDetailsPaper, { ...details, batch: { ...details.batch, document_type: 'JE' } }),
    ],
    ['details', () => drawPaper(detailsPaper, details)],
    [
      'details of a series',
      () => {
        const [document] = details.batch.documents;
        const documents = [1, 2, 3].map((header_key) => ({ ...document!, header_key }));
        const lineOf = (header_key: number) => details.batch.details.map((line) => ({ ...line, header_key }));
        return drawPaper(detailsPaper, {
          ...details,
          batch: {
            ...details.batch,
            document_date: `${DAY},2025-06-22`,
            documents,
            details: [1, 2, 3].flatMap(lineOf),
          },
        });
      },
    ],
  ];
}

/** What is ordered and what is billed. */
function orderAndInvoice({ sample, many, order, invoice }: Samples): NamedPaper[] {
  const { batch: ordered } = printOrder.response.shape.data.shape;
  const { batch: billing } = printBilling.response.shape.data.shape;
  return [
    [
      'order',
      () =>
        drawPaper(purchaseOrderPaper, {
          ...order,
          batch: {
            ...order.batch,
            subject_to_vat: 1,
            vat_type: 1,
            po_details: many((at) => ({ ...sample(ordered.shape.po_details.element), line_no: at + 1 })),
          },
        }),
    ],
    [
      'invoice',
      () =>
        drawPaper(billingInvoicePaper, {
          ...invoice,
          batch: {
            ...invoice.batch,
            vat_amount: '0.00',
            details: [invoice.batch.details[0]!, ...many(() => ({ ...invoice.batch.details[0]!, credit_php: '0.00' }))],
            billing_details: many((at) => ({
              ...sample(billing.shape.billing_details.element),
              line_no: at + 1,
              vat: at % 4,
            })),
          },
        }),
    ],
  ];
}

/** Receipts in their sizes, of both types that issue them, and a blank one. */
function receiptPapers({ nextText, receipt, printed }: Samples): NamedPaper[] {
  return [
    ...RECEIPT_PAPERS.flatMap((name): NamedPaper[] => {
      const { receipt: facts } = receipt.batch;
      const data = {
        ...receipt,
        texts: { ...receipt.texts, receipt_legend: '' },
        batch: {
          receipt: {
            ...facts,
            is_or_ar: 3,
            // Of a day on which the most texts stand on it: all but the legend, which came later.
            receipt_date: '2022-01-31',
            currency: receipt.batch.currency,
            vat: '0.00',
            cheque: { bank_name: nextText(), cheque_number: '0000123456', cheque_date: DAY },
          },
        },
      };
      return [
        [`receipt ${name}`, () => drawPaper(CASH_RECEIPT_PAPERS[name], data)],
        [`receipt ${name} of a collection`, () => drawPaper(COLLECTION_PAPERS[name], data)],
      ];
    }),
    ['blank receipt', () => drawPaper(blankReceiptPaper, { ...printed, batch: { receipt: null } })],
  ];
}

/** What a customer or a supplier gets: statements and certificates. */
function customerPapers({ sample, many, foreign, state, printed, certificate }: Samples): NamedPaper[] {
  return [
    [
      'statement',
      () =>
        drawPaper(statementPaper, {
          ...printed,
          batch: {
            ...state,
            movements: many(() => ({
              ...sample(readStatement.response.shape.data.shape.movements.element),
              payment: null,
            })),
            advances: foreign ? [{ currency: 'USD', amount: LARGEST, amount_php: LARGEST }] : [],
            ages: AGES.map((age) => ({ age, open_php: LARGEST })),
          },
        }),
    ],
    ...CERTIFICATE_SHEETS.map((size): NamedPaper => [
      `2307 on ${size}`,
      () =>
        drawPaper(taxCertificatePaper(size), {
          ...printed,
          batch: {
            ...certificate,
            fiscal_year: 2025,
            income: many(() => sample(certificateRecord.shape.income.element)),
            business: many(() => sample(certificateRecord.shape.income.element)),
            state: 'stands' as const,
          },
        }),
    ]),
  ];
}

/** A cheque, and a report as a paper. */
function chequeAndReport({ sample, many, nextText, cheque }: Samples): NamedPaper[] {
  const { cheques: written } = printCheque.response.shape.data.shape;
  return [
    [
      'cheque',
      () =>
        drawPaper(chequePaper({ width_mm: '203.2', height_mm: '76.2' }), {
          ...cheque,
          crossed: true,
          layout: {
            ...cheque.layout,
            width_mm: '203.2',
            height_mm: '76.2',
            x_mm: '0',
            y_mm: '0',
            fields: Object.entries(STANDARD_CHEQUE.fields).map(([field, [left, top, width, height]]) => ({
              field,
              left_mm: String(left),
              top_mm: String(top),
              field_width: String(width),
              field_height: String(height),
              size_pt: 11,
              align: field === 'figures' ? ('R' as const) : ('L' as const),
            })),
          },
          cheques: [
            {
              ...sample(written.element),
              amount: LARGEST,
              currency_word: 'PESOS',
              document_number: 'CV0000123',
              specimen: null,
            },
          ],
        }),
    ],
    [
      'report',
      () =>
        drawPaper(reportPaper(certificatesDueReport, certificatesDueReport.layout as ReportLayout<CertificateDue>), {
          data: many(() => sample(certificatesDueReport.row)),
          groups: [],
          header: {
            company_name: nextText(),
            registered: nextText(),
            report_title: nextText(),
            period: nextText(),
            basis: nextText(),
            filters: [nextText()],
            permit: nextText(),
            generated: nextText(),
          },
          totals: { withheld: LARGEST, certified: LARGEST, missing: LARGEST },
          proof: [],
          next: null,
        } as never),
    ],
  ];
}
