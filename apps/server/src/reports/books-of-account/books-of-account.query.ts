import { sql, type RawBuilder } from 'kysely';
import { booksOfAccountReport, type BookRow } from '@talaan/contract/reports/books-of-account.report';
import type { ReportProof } from '@talaan/contract/reports/kit/report-reply';
import { ALL_DOCUMENT_TYPES, type DocumentType } from '@talaan/core/documents/document-type';
import { amountText, requireSum } from '@talaan/core/money/money';
import { seesConfidential } from '../../batches/record/batch-visibility.ts';
import { accountFigures } from '../kit/account-figures.ts';
import { bookEntries, DISBURSEMENTS, entriesOf, LAST_LINE, NUMBER, voidPairs } from '../kit/book-entries.ts';
import type { PlaceIn } from '../kit/cut-page.ts';
import { makeProof } from '../kit/make-proof.ts';
import { numberOf } from '../kit/posting-rows.ts';
import { proofDocuments } from '../kit/proof-documents.ts';
import { defineStatement, type ReportContext } from '../kit/report-statement.ts';

type Context = ReportContext<typeof booksOfAccountReport.filters>;

/** Which types a book has; the recognition of a billing is an entry of the general journal. */
const TYPES = {
  DM: DISBURSEMENTS,
  CR: ['CR', 'CN'],
  JE: ['JE', 'BI'],
  PO: DISBURSEMENTS,
} as const satisfies Record<string, readonly DocumentType[]>;

const ORDER = sql`entry_date, document_type, number, entry_id`;

/** The books of account (reports.md §9): the documents of a book with their lines, by day, type and number. */
export const booksOfAccount = defineStatement({
  report: booksOfAccountReport,
  filed: true,
  order: ['date', 'document_type', 'document_number', 'entry_id', 'line_no'],

  rows: (context, { after, limit }) => sql<BookRow>`
    select c.entry_date as date, c.document_type, b.document_number, payee.payee_desc as analysis, a.acct_code as account_code,
      case when c.is_void then 'VOID' else a.acct_desc end as account_name,
      concat_ws(' · ', case when e.reverses_id is not null then 'REVERSAL' end, coalesce(nullif(p.remarks, ''), nullif(b.remarks, '')))
        as remarks,
      round(coalesce(p.debit, 0), 2)::text as debit_amount, round(coalesce(p.credit, 0), 2)::text as credit_amount,
      b.batch_number, ${numberOf(sql`b.purchase_order_id`)} as purchase_order, c.entry_id::text, coalesce(p.line_no, 0) as line_no,
      e.reverses_id is not null as is_reversal, not ${seesConfidential(context.user)} as is_masked
    from (${entriesOfPage(context, after, limit)}) c
    join journal_entry e on e.id = c.entry_id
    join posted_document b on b.entry_id = c.entry_id
    left join posting p on p.entry_id = c.entry_id and not c.is_void and ${inBranch(context)} and p.line_no > ${lineAfter(after)}
    left join account a on a.id = p.account_id
    left join payee_in_reports payee on payee.id = coalesce(p.payee_id, b.payee_id)
    where c.is_void or p.line_no is not null
    order by c.entry_date, c.document_type, c.number, c.entry_id, p.line_no limit ${limit}`,

  sums: async (context) => {
    const { rows } = await sql<Record<'debit' | 'credit' | 'pairs' | 'total', string>>`
      with pairs as materialized (${voidPairs(inPeriod(context))})
      select round(coalesce(debit, 0), 2)::text as debit, round(coalesce(credit, 0), 2)::text as credit,
        round(coalesce(pairs, 0), 2)::text as pairs, round(coalesce(total, 0), 2)::text as total
      from (select sum(p.debit) as debit, sum(p.credit) as credit from journal_entry e join posting p on p.entry_id = e.id
        where ${inPeriod(context)} and ${inBranch(context)} and e.id not in (select id from pairs)) listed,
      (select sum(total) as total, sum(total) filter (where e.id in (select id from pairs)) as pairs
        from journal_entry e where ${inPeriod(context)}) entries`.execute(context.db);
    const { debit, credit, pairs, total } = rows[0]!;
    return {
      totals: { debit_amount: debit, credit_amount: credit },
      proof: await proofs(context, debit, credit, pairs, total),
    };
  },
});

/** The condition on `journal_entry e` of the entries of the book in the period. */
function inPeriod({ filter: { doc_type }, days }: Context): RawBuilder<unknown> {
  const types = entriesOf(TYPES[doc_type], days);
  return doc_type === 'PO' ? sql`${types} and e.purchase_order_id is not null` : types;
}

function inBranch({ found: { brnc_code } }: Context): RawBuilder<unknown> {
  return brnc_code ? sql`p.branch_id = ${brnc_code.id}` : sql`true`;
}

/** The line of entry `c` that the page before ended with. */
function lineAfter(after: PlaceIn | null): RawBuilder<unknown> {
  if (after === null) return sql`0`;
  return sql`case when c.entry_id = ${after['entry_id']}::bigint then ${after['line_no']}::int else 0 end`;
}

function entriesOfPage(context: Context, after: PlaceIn | null, limit: number | null): RawBuilder<unknown> {
  const { filter, found, days } = context;
  const from = after === null ? days.date_from : after['date']!;
  const beyond =
    after === null
      ? sql`true`
      : sql`(e.entry_date, e.document_type, ${NUMBER}, e.id, ${LAST_LINE}) > (${after['date']}::date,
          ${after['document_type']}::char(2), ${after['document_number'] ?? ''}, ${after['entry_id']}::bigint, ${after['line_no']}::int)`;
  const linesLeft = sql`from posting p where p.entry_id = c.entry_id and ${inBranch(context)} and p.line_no > ${lineAfter(after)}`;
  return bookEntries(
    {
      streams: sql`unnest(${TYPES[filter.doc_type]}::char(2)[]) s (document_type)`,
      where: sql`e.document_type = s.document_type and e.entry_date between ${from} and ${days.date_to}
        and ${filter.doc_type === 'PO' ? sql`e.purchase_order_id is not null` : sql`true`} and ${beyond}
        and ${found.brnc_code ? sql`exists (select from posting p where p.entry_id = e.id and ${inBranch(context)})` : sql`true`}`,
      order: ORDER,
      rows: found.brnc_code ? sql`(select count(*) ${linesLeft})` : sql`c.line_count - ${lineAfter(after)}`,
    },
    limit,
  );
}

/** A branch need not balance, and no head of an entry knows it: what it comes to is told, not proven. */
async function proofs(
  context: Context,
  debit: string,
  credit: string,
  pairs: string,
  total: string,
): Promise<ReportProof[]> {
  const { db, found, filter, days, user } = context;
  const perEntry = (amount: RawBuilder<unknown>) =>
    proofDocuments(
      db,
      sql`select p.entry_id, ${amount} as amount from journal_entry e join posting p on p.entry_id = e.id
        where ${inPeriod(context)} group by p.entry_id, e.total`,
    );
  const balance = ['Debit = credit', ['debit', debit], ['credit', credit]] as const;
  if (found.brnc_code) return [makeProof(...balance, { stated: true })];
  const listed = amountText(requireSum(debit) + requireSum(pairs));
  const proof = [
    makeProof(...balance, { documents: debit === credit ? [] : await perEntry(sql`sum(p.debit - p.credit)`) }),
    makeProof('Lines = entries of the book', ['lines and what was voided on its day', listed], ['entries', total], {
      documents: listed === total ? [] : await perEntry(sql`sum(p.debit) - e.total`),
    }),
  ];
  if (filter.doc_type !== 'JE') return proof;
  const { rows } = await sql<{ books: string; ledger: string }>`
    select round(coalesce((select sum(total) from journal_entry e where ${entriesOf(ALL_DOCUMENT_TYPES, days)}), 0), 2)::text as books,
      round(coalesce((select sum(debit) from (${accountFigures({ days, by: 'none', user })}) f), 0), 2)::text as ledger`.execute(
    db,
  );
  const { books, ledger } = rows[0]!;
  return [
    ...proof,
    makeProof('DM + CR + JE = Trial Balance', ['the three books', books], ['debits of the period', ledger]),
  ];
}
