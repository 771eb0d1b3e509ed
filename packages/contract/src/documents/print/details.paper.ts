import { statusChip } from '@talaan/core/documents/document-status';
import { DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import {
  facts,
  finePrint,
  forEach,
  letterhead,
  signatures,
  sums,
  table,
  type ColumnOf,
} from '../../papers/paper-parts.ts';
import type { PaperSum } from '../../papers/paper-blocks.ts';
import type { TotalLine } from '../../papers/paper-table.ts';
import type { Paper, PaperPart } from '../../papers/paper.ts';
import type { BatchDetail, DocumentView, LineView, TimelineMove } from '../batch-view.contract.ts';
import {
  actorOf,
  datesText,
  HAPPENED,
  entryLineColumns,
  inCurrency,
  lineTotals,
  printedBy,
  signaturesOf,
  stampOf,
} from '../document-paper.ts';
import type { Printed } from '../document-print.ts';

type Details = Printed<BatchDetail>;
/** One document of the batch, with the batch around it. */
interface OneOf extends Details {
  readonly document: DocumentView;
}

/** What the paper of each type is called; a journal entry and an order have papers of their own. */
const TITLES: Readonly<Partial<Record<DocumentType, string>>> = {
  CV: 'DISBURSEMENT DETAILS',
  CW: 'DISBURSEMENT DETAILS',
  OB: 'DISBURSEMENT DETAILS',
  CR: 'CASH RECEIPT DETAILS',
  CN: 'COLLECTION DETAILS',
  BI: 'BILLING DETAILS',
};
/** The types that are printed as details. */
export const DETAIL_TYPES = Object.keys(TITLES) as DocumentType[];

/** A move as the paper tells it. */
interface ToldMove extends TimelineMove {
  readonly what: string;
  readonly who: string;
}

const MOVES: readonly ColumnOf<Details, ToldMove>[] = [
  { field: 'what', header: 'Action', kind: 'code' },
  { field: 'who', header: 'Person', kind: 'text', grows: true },
  { field: 'at', header: 'Date', kind: 'instant' },
  { field: 'remarks', header: 'Remarks', kind: 'text', grows: true },
];

/** Of several documents each is headed by what tells it from the others. */
const headOfDocument: PaperPart<OneOf> = (one) =>
  one.batch.documents.length === 1
    ? null
    : facts<OneOf>(
        [
          { label: 'Document No.', value: ({ document }) => document.document_number ?? '' },
          { label: 'Date', value: ({ document }) => datesText(document.document_date) },
          { label: 'Cheque No.', value: ({ document }) => document.cheque_number ?? '' },
        ],
        { inRow: 3 },
      )(one);

const documentsOf = (printed: Details): OneOf[] =>
  printed.batch.documents.map((document) => ({ ...printed, document }));

const linesOf = ({ batch, document }: OneOf): LineView[] =>
  batch.details.filter(({ header_key }) => header_key === document.header_key);

const isForeign = ({ batch }: Details): boolean => batch.currency_id !== CURRENCY_PESO;
const typeOf = ({ batch }: Details) => batch.document_type as DocumentType;

/** The account that the money goes through; of a transfer the one that is credited. */
function bankText({ batch }: Details): string | null {
  const { bank_name, bank_account, payee_bank_name, payee_account_number } = batch.documents[0]!;
  const [name, account] =
    payee_account_number === null ? [bank_name, bank_account] : [payee_bank_name, payee_account_number];
  return [name, account].filter(Boolean).join(', ') || null;
}

/** The details of a transaction on paper: its facts, its lines, and everything that was done to it (ux §8). */
export const detailsPaper: Paper<Details> = {
  title: 'Transaction Details',
  subject: ({ batch }) => batch.document_number ?? batch.batch_number,
  page: { size: 'A4', orientation: 'portrait' },
  parts: [
    letterhead({
      kind: (printed) => TITLES[typeOf(printed)] ?? '',
      company: ({ company }) => company,
      number: ({ batch }) =>
        batch.documents.length > 1 ? `Batch ${batch.batch_number}` : (batch.document_number ?? 'No number yet'),
      copy_no: ({ copy_no }) => copy_no,
      stamp: ({ batch }) => stampOf(batch.documents.find(({ voided_at }) => voided_at === null) ?? batch.documents[0]!),
    }),
    facts([
      { label: 'Batch No.', value: ({ batch }) => batch.batch_number },
      { label: 'Date', value: ({ batch }) => datesText(batch.document_date) },
      {
        label: 'Document No.',
        value: ({ batch }) => (batch.documents.length > 1 ? null : (batch.document_number ?? '')),
      },
      { label: 'Type', value: (printed) => `${typeOf(printed)} · ${DOCUMENT_TYPES[typeOf(printed)].label}` },
      { label: 'Status', value: (printed) => statusChip(typeOf(printed), printed.batch.status).label },
      { label: 'Preparer', value: ({ batch }) => batch.preparer },
      { label: 'Payee', value: ({ batch }) => batch.payee_desc ?? '' },
      { label: 'Bank, account', value: bankText },
      {
        label: 'Cheque No.',
        value: ({ batch }) => (batch.documents.length === 1 ? batch.documents[0]!.cheque_number : null),
      },
      { label: 'ATC', value: ({ batch }) => batch.documents[0]!.atc_code },
      { label: 'Currency', value: (printed) => (isForeign(printed) ? printed.batch.currency : null) },
      { label: 'Rate', value: (printed) => (isForeign(printed) ? printed.batch.dollar_rate : null) },
      { label: 'Remarks', value: ({ batch }) => batch.remarks, wide: true },
    ]),
    forEach(
      documentsOf,
      headOfDocument,
      table({
        caption: ({ document }) => `Entry lines of ${document.document_number ?? 'the document'}`,
        rows: linesOf,
        columns: entryLineColumns(),
        totals: (one) => lineTotals(one.batch, linesOf(one)),
      }),
    ),
    (printed) => (printed.batch.documents.length === 1 ? null : sums<Details>(batchTotals)(printed)),
    table({
      caption: () => 'What was done',
      rows: ({ batch }) => batch.timeline.filter(({ in_force }) => in_force).map(told),
      columns: MOVES,
    }),
    signatures(({ batch }) => signaturesOf(batch)),
    finePrint(({ batch }) => [attachedText(batch.upload_file.map(({ name }) => name))]),
  ],
  foot: printedBy,
  verify: ({ verify }) => verify,
};

/** What all documents come to, on both sides: in their currency and, where that is not the peso, as they are booked. */
function batchTotals(printed: Details): PaperSum[] {
  const [own, pesos] = lineTotals(printed.batch, printed.batch.details);
  const sidesOf = (label: string, { sums: { debit_amount, credit_amount } }: TotalLine): PaperSum[] => [
    { label: `${label}, debit`, amount: debit_amount!, total: true },
    { label: `${label}, credit`, amount: credit_amount!, total: true },
  ];
  return [
    ...sidesOf(inCurrency('Batch total')(printed), own!),
    ...(pesos === undefined ? [] : sidesOf('Batch total PHP', pesos)),
  ];
}

function told(move: TimelineMove): ToldMove {
  return { ...move, what: HAPPENED[move.action] ?? move.action, who: actorOf(move) };
}

function attachedText(names: readonly string[]): string {
  return names.length === 0 ? '' : `Attached: ${names.join(', ')}`;
}
