import { sql, type RawBuilder } from 'kysely';
import type { ReportProof } from '@talaan/contract/reports/kit/report-reply';
import { accountFigures } from './account-figures.ts';
import { makeProof } from './make-proof.ts';
import { proofDocuments } from './proof-documents.ts';
import type { ReportContext } from './report-statement.ts';

const RECEIVABLES = { role: 'AR' } as const;

/** The receivable account at the end of the last day, from the running sums. */
export async function receivableAt({ db, days, user }: Pick<ReportContext, 'db' | 'days' | 'user'>): Promise<string> {
  const { rows } = await sql<{ ledger: string }>`select ${balanceOf({ days, user })} as ledger`.execute(db);
  return rows[0]!.ledger;
}

function balanceOf(of: Pick<ReportContext, 'days' | 'user'>): RawBuilder<string> {
  return sql`(select round(coalesce(sum(balance), 0), 2)::text from (${accountFigures({ ...of, by: 'none', accounts: RECEIVABLES })}) f)`;
}

/**
 * What the receivable account has at the end of the last day against what was open of invoices then, in pesos (decisions §9): the one
 * from the running sums, the other invoice by invoice from what billed it and what settled it. It costs what is open and what moved
 * since, however many invoices there ever were.
 */
export async function proofOfReceivables({
  db,
  days,
  user,
}: Pick<ReportContext, 'db' | 'days' | 'user'>): Promise<ReportProof> {
  const day = days.date_to;
  const { rows } = await sql<Record<'ledger' | 'open', string>>`
    select ${balanceOf({ days, user })} as ledger,
      round(coalesce((select sum(i.open_php) from perhaps_open_invoices(${day}) m join open_invoices(${day}) i using (document_id)), 0), 2)::text
        as open`.execute(db);
  const { ledger, open } = rows[0]!;
  const documents = ledger === open ? [] : await proofDocuments(db, entriesThatDiffer(day));
  return makeProof('Receivables = open invoices', ['receivable account', ledger], ['open invoices', open], {
    documents,
  });
}

/** What entries did to the receivable account beyond what they billed or settled of invoices. */
export function entriesThatDiffer(day: string): RawBuilder<unknown> {
  return sql`
    select p.entry_id, p.amount - case when e.document_type = 'BI' then case when e.reverses_id is null then e.total else -e.total end
        else -coalesce((select sum(s.amount_php) from settlement s where s.entry_id = p.entry_id), 0) end as amount
    from (
      select entry_id, sum(debit - credit) as amount from posting
      where account_id in (select id from account where role = ${RECEIVABLES.role}) and entry_date <= ${day} group by entry_id
    ) p
    join journal_entry e on e.id = p.entry_id`;
}
