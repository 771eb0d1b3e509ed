import { AGE_LABELS, AGES, type Age } from '@talaan/core/receivables/aging';
import { cellText } from '../../papers/cell-text.ts';
import { facts, finePrint, letterhead, sums, table } from '../../papers/paper-parts.ts';
import type { Paper } from '../../papers/paper.ts';
import { datesText, printedBy } from '../../documents/document-paper.ts';
import type { Printed } from '../../documents/document-print.ts';
import type { CustomerStatement } from './statement.contract.ts';

type Printing = Printed<CustomerStatement>;
type Row = Pick<CustomerStatement['movements'][number], 'number' | 'charge' | 'payment' | 'balance'> & {
  readonly date: string;
  readonly what: string;
};

const KINDS = {
  invoice: 'Invoice',
  collection: 'Received',
  cancelled: 'Cancelled',
  voided: 'Returned',
  journal: 'Adjusted',
} as const;

/** What moved; in its own currency too where that is not the peso, in which the statement adds up. */
function whatMoved({ kind, about, currency, amount }: CustomerStatement['movements'][number]): string {
  const what = about === '' ? KINDS[kind] : `${KINDS[kind]}: ${about}`;
  return currency === 'PHP' ? what : `${what} (${currency} ${cellText('amount', amount)})`;
}

function rowsOf({ opening, from_date, movements }: CustomerStatement): Row[] {
  return [
    { date: from_date, number: '', what: 'Balance before', charge: null, payment: null, balance: opening },
    ...movements.map((moved) => ({ ...moved, what: whatMoved(moved) })),
  ];
}

/** What a customer owes and how it came to it, by the month as a rule (ux §12). */
export const statementPaper: Paper<Printing> = {
  title: 'Statement of Account',
  subject: ({ batch }) => `${batch.payee_desc}, ${datesText(batch.as_of)}`,
  page: { size: 'A4', orientation: 'portrait' },
  parts: [
    letterhead({
      kind: ({ texts }) => texts.statement_title,
      company: ({ company }) => company,
      number: ({ batch }) => `As of ${datesText(batch.as_of)}`,
      copy_no: ({ copy_no }) => copy_no,
      stamp: () => null,
    }),
    facts([
      { label: 'Customer', value: ({ batch }) => batch.payee_desc, wide: true },
      { label: 'Address', value: ({ batch }) => batch.address, wide: true },
      { label: 'TIN', value: ({ batch }) => batch.tin },
      { label: 'Period', value: ({ batch }) => `${datesText(batch.from_date)} to ${datesText(batch.as_of)}` },
    ]),
    table<Printing, Row>({
      caption: () => 'Movements',
      rows: ({ batch }) => rowsOf(batch),
      columns: [
        { field: 'date', header: 'Date', kind: 'date' },
        { field: 'number', header: 'Number', kind: 'code' },
        { field: 'what', header: 'What', kind: 'text', grows: true },
        { field: 'charge', header: 'Charge', kind: 'amount' },
        { field: 'payment', header: 'Payment', kind: 'amount' },
        { field: 'balance', header: 'Balance', kind: 'amount' },
      ],
    }),
    sums(({ batch: { closing, advance_php, advances } }) => [
      { label: 'Balance due, PHP', amount: closing, total: true },
      ...(advances.length === 0 ? [] : [{ label: 'Paid in advance, not applied yet, PHP', amount: advance_php }]),
      ...advances
        .filter(({ currency }) => currency !== 'PHP')
        .map(({ currency, amount, amount_php }) => ({
          label: `Of that ${currency} ${cellText('amount', amount)}, PHP`,
          amount: amount_php,
        })),
    ]),
    table<Printing, Record<Age, string>>({
      caption: () => 'Balance by age',
      rows: ({ batch }) => [
        Object.fromEntries(batch.ages.map(({ age, open_php }) => [age, open_php])) as Record<Age, string>,
      ],
      columns: AGES.map((age) => ({ field: age, header: AGE_LABELS[age], kind: 'amount' })),
    }),
    finePrint(
      ({ texts }) => [texts.statement_legend],
      'Ages are counted from the billing date. Please tell us within 15 days of anything that differs from your books.',
    ),
  ],
  foot: printedBy,
  verify: ({ verify }) => verify,
};
