import { sql, type RawBuilder } from 'kysely';
import type { ReportGroup } from '@talaan/contract/reports/kit/report-reply';
import {
  HIDDEN,
  NOBODY,
  subsidiaryAnalysisReport,
  type AnalysisRow,
} from '@talaan/contract/reports/subsidiary-analysis.report';
import {
  anyAsOne,
  hiddenEntries,
  narrowedPostings,
  ofPayee,
  postingsOfPayee,
  sumsOf,
  type FiguresOf,
} from '../kit/account-figures.ts';
import { accountPage, besideAccounts, figuresText, HAS_FIGURES, ledgerSums } from '../kit/account-ledger.ts';
import type { PlaceIn } from '../kit/cut-page.ts';
import { makeProof } from '../kit/make-proof.ts';
import { postingRows } from '../kit/posting-rows.ts';
import { defineStatement, type PageOf, type ReportContext } from '../kit/report-statement.ts';

type Context = ReportContext<typeof subsidiaryAnalysisReport.filters>;

/** The subsidiary by analysis (reports §4): the postings of each payee in the order of names, then those of nobody, then what is hidden. */
export const subsidiaryAnalysis = defineStatement({
  report: subsidiaryAnalysisReport,
  order: ['analysis_id', 'acct_code', 'document_date', 'entry_id', 'line_no'],

  rows: (context, page) => {
    const { limit } = page;
    return sql<AnalysisRow>`
      with ${hiddenPostings(context)},
      named as materialized (${pageOfPayees(context, page)}),
      others as materialized (${pageOfOthers(context, page)}),
      chosen as (
        select *, row_number() over (order by kind, name collate people_order, analysis_id, acct_code, entry_date, entry_id, line_no) as place
        from (select * from named union all select * from others) chosen order by place limit ${limit}
      ) ${postingRows(
        context.user,
        sql`select * from chosen`,
        sql`chosen.place`,
        sql`chosen.analysis_id::text`,
        sql`case chosen.kind when ${PAYEE} then payee.payee_desc || ' · ' || payee.payee_code else ${labelOf(sql`chosen.kind`)} end as analysis`,
      )}`;
  },

  groups: (context, page) => sql<ReportGroup>`
    with ${hiddenPostings(context)},
    named as materialized (${groupsOfPayees(context, page)}),
    others as materialized (${groupsOfOthers(context, page)})
    select case when f.acct_code is null then array[f.analysis_id::text] else array[f.analysis_id::text, f.acct_code::text] end as codes,
      coalesce(f.acct_desc, case f.kind when ${PAYEE} then f.name || ' · ' || f.code else ${labelOf(sql`f.kind`)} end) as name,
      coalesce(f.note, '') as note, ${figuresText(sql`f.note is not null`)} as figures
    from (select * from named union all select * from others) f
    order by f.kind, f.name collate people_order, f.analysis_id, f.acct_code nulls first limit ${page.limit}`,

  async sums(context) {
    const { found, filter } = context;
    const { totals, proof } = await ledgerSums({
      ...context,
      filter: { ...filter, dept_code: undefined, document_type: 'all' },
    });
    // No rollup has both payees and branches, and a payee is a part.
    if (found.payee_id || found.brnc_code) return { totals, proof };
    const ofPayees = await besideAccounts(context, 'balance_payee', 'analyses', totals.ending);
    return { totals, proof: [...proof, makeProof('Endings of all analyses = Trial Balance', ...ofPayees)] };
  },

  postings: async (context, { column, codes: { analysis_id = '', acct_code } }) => {
    const side = { php_da: sql`p.debit <> 0`, php_ca: sql`p.credit <> 0` }[column];
    if (!side || !/^(-1|\d{1,9})$/.test(analysis_id)) return null;
    const accounts = acct_code ? { from: acct_code, to: acct_code } : context.filter.account;
    const narrowed = narrowedPostings({ branch: context.found.brnc_code, payee: context.found.payee_id, accounts });
    const isHidden = sql`p.entry_id in (${hiddenEntries(context.user)})`;
    const ofAnalysis = analysis_id === HIDDEN ? isHidden : sql`not ${isHidden} and ${isAnalysed(context, analysis_id)}`;
    return { where: sql`${side} and ${narrowed} and ${ofAnalysis}` };
  },
});

/** The condition on postings `p` of entries `e` that they are those of one payee, found by his indexes, or of nobody. */
function isAnalysed({ days }: Context, id: string): RawBuilder<unknown> {
  if (id === NOBODY) return sql`p.payee_id is null and e.payee_id is null`;
  const own = postingsOfPayee(anyAsOne({ id }), (date) => sql`${date} between ${days.date_from} and ${days.date_to}`);
  return sql`(p.entry_id, p.line_no) in (select entry_id, line_no from (${own}) own)`;
}

/** The kinds of analyses in their order. */
const [PAYEE, NONE, MASKED] = [sql.lit(0), sql.lit(1), sql.lit(2)];
const labelOf = (kind: RawBuilder<unknown>) =>
  sql`case ${kind} when ${NONE} then '(no analysis)' else 'Confidential' end`;

function figuresOf({ days, found, filter, user }: Context): FiguresOf {
  return { days, by: 'none', branch: found.brnc_code, accounts: filter.account, foreign: true, user };
}

/** Postings that the caller may not see, with the payee whom reports would show; they are few. */
function hiddenPostings(context: Context): RawBuilder<unknown> {
  return sql`hidden as materialized (
    select p.entry_id, p.line_no, p.entry_date, p.account_id, p.debit, p.credit, p.fc_debit, p.fc_credit, coalesce(v.payee_id, 0) as payee_id
    from (${hiddenEntries(context.user)}) h
    join posting p on p.entry_id = h.entry_id
    join journal_entry e on e.id = p.entry_id
    left join payee_in_reports v on v.id = coalesce(p.payee_id, e.payee_id)
    where p.entry_date <= ${context.days.date_to} and ${narrowedPostings(figuresOf(context))}
  )`;
}

/** Of whom a page shows something: payees by name from its place on, one where he is chosen. */
function payeesFrom({ found }: Context, after: PlaceIn | null): RawBuilder<unknown> {
  const chosen = found.payee_id
    ? sql`y.id = (select payee_id from payee_in_reports where id = ${found.payee_id.id})`
    : sql`y.merged_into is null`;
  const from = after
    ? sql`(y.payee_desc collate people_order, y.id) >= (
        (select payee_desc from payee where id = ${after['analysis_id']}::int) collate people_order, ${after['analysis_id']}::int)`
    : sql`true`;
  return sql`
    select y.id, y.payee_desc::text as name, y.payee_code::text as code, payees_as_one(y.id) as ids
    from payee y where ${chosen} and ${from} order by y.payee_desc collate people_order, y.id`;
}

/** Whether a kind is shown at all on a page: it is not before the place, and payees did not fill the page. */
function isReached(
  { found }: Context,
  { after, limit }: PageOf,
  id: typeof NOBODY | typeof HIDDEN,
): RawBuilder<unknown> {
  if (found.payee_id || (after?.['analysis_id'] === HIDDEN && id === NOBODY)) return sql`false`;
  return limit === null ? sql`true` : sql`(select count(*) from named) < ${limit}`;
}

/** The condition on `a.acct_code` and posting `p` of what stands after a place within its analysis. */
function beyondPlace(place: PlaceIn): RawBuilder<unknown> {
  const { acct_code = null, document_date, entry_id = null, line_no } = place;
  if (acct_code === null) return sql`true`;
  if (entry_id === null) return sql`a.acct_code > ${acct_code}`;
  return sql`(a.acct_code, p.entry_date, p.entry_id, p.line_no)
    > (${acct_code}, ${document_date}::date, ${entry_id}::bigint, ${line_no}::int)`;
}

/** The postings of payees on a page: those of each by his own indexes, in the order of accounts. */
function pageOfPayees(context: Context, { after, limit }: PageOf): RawBuilder<unknown> {
  const { date_from, date_to } = context.days;
  const own = postingsOfPayee(sql`any (v.ids)`, (date) => sql`${date} between ${date_from} and ${date_to}`);
  const beyond = after ? sql`(v.id <> ${after['analysis_id']}::int or ${beyondPlace(after)})` : sql`true`;
  return sql`
    select ${PAYEE} as kind, v.name, v.id as analysis_id, p.*
    from (${payeesFrom(context, after)}) v
    cross join lateral (
      select a.acct_code, p.entry_date, p.entry_id, p.line_no
      from (${own}) p join account a on a.id = p.account_id
      where ${narrowedPostings(figuresOf(context))} and p.entry_id not in (select entry_id from hidden) and ${beyond}
      order by a.acct_code, p.entry_date, p.entry_id, p.line_no limit ${limit}
    ) p
    order by v.name collate people_order, v.id, p.acct_code, p.entry_date, p.entry_id, p.line_no limit ${limit}`;
}

/** The postings of nobody, account by account, and those that are hidden. */
function pageOfOthers(context: Context, page: PageOf): RawBuilder<unknown> {
  const { after, limit } = page;
  const { days, filter } = context;
  const ofNobody = sql`p.payee_id is null and e.payee_id is null and p.entry_id not in (select entry_id from hidden)
    and ${narrowedPostings({ branch: context.found.brnc_code })}`;
  const place = after?.['analysis_id'] === NOBODY && after['acct_code'] !== null ? after : null;
  const nobody = accountPage(
    { ...context, filter: { ...filter, dept_code: undefined, document_type: 'all' } },
    { after: place, limit },
    { joins: sql`join journal_entry e on e.id = p.entry_id`, where: ofNobody },
  );
  return sql`
    select ${NONE} as kind, '' as name, ${NOBODY}::int as analysis_id, acct_code, entry_date, entry_id, line_no
    from (${nobody}) nobody where ${isReached(context, page, NOBODY)}
    union all
    select ${MASKED}, '', ${HIDDEN}::int, a.acct_code, p.entry_date, p.entry_id, p.line_no
    from hidden p join account a on a.id = p.account_id
    where p.entry_date >= ${days.date_from} and ${isReached(context, page, HIDDEN)}
      and ${after?.['analysis_id'] === HIDDEN ? beyondPlace(after) : sql`true`}`;
}

/** The line of an analysis, and those of its accounts, from parts with an account and sums each. */
function groupsOf(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const sum = (name: string) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`;
  const sums = sql.join(['debit', 'credit', 'balance', 'fc_debit', 'fc_credit', 'fc_balance'].map(sum));
  return sql`
    select a.acct_code, a.acct_desc::text as acct_desc,
      case when a.currency_id <> 1 then (select iso_code::text from currency c where c.id = a.currency_id) end as note, ${sums}
    from (select account_id, ${sums} from (${sql.join(parts, sql` union all `)}) parts group by account_id) f
    join account a on a.id = f.account_id
    where ${HAS_FIGURES} group by grouping sets ((), (a.acct_code, a.acct_desc, a.currency_id)) having count(*) > 0`;
}

/** What is hidden, with a sign; of one payee, or of all. */
function ofHidden(of: FiguresOf, sign: 1 | -1, which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select p.account_id, 0 as dim, ${sumsOf(of, sign, sql`true`)} from hidden p where ${which} group by 1`;
}

function groupsOfPayees(context: Context, { after, limit }: PageOf): RawBuilder<unknown> {
  const of = figuresOf(context);
  const parts = [...ofPayee(of, sql`any (v.ids)`), ofHidden(of, -1, sql`p.payee_id = v.id`)];
  const beyond = after ? sql`(v.id <> ${after['analysis_id']}::int or ${beyondGroup(after)})` : sql`true`;
  return sql`
    select ${PAYEE} as kind, v.name, v.code, v.id as analysis_id, f.*
    from (${payeesFrom(context, after)}) v cross join lateral (${groupsOf(parts)}) f
    where ${beyond} order by v.name collate people_order, v.id, f.acct_code nulls first limit ${limit}`;
}

/** The condition on groups `f` of what stands after the group that a place is in, within its analysis. */
function beyondGroup({ acct_code = null }: PlaceIn): RawBuilder<unknown> {
  return acct_code === null ? sql`f.acct_code is not null` : sql`f.acct_code > ${acct_code}`;
}

function groupsOfOthers(context: Context, page: PageOf): RawBuilder<unknown> {
  const of = figuresOf(context);
  const ofNobody = (days: (date: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
    select p.* from posting p join journal_entry e on e.id = p.entry_id
    where p.payee_id is null and e.payee_id is null and ${days(sql.ref('p.entry_date'))}`;
  const nobody = [...ofPayee(of, sql`0`, ofNobody), ofHidden(of, -1, sql`p.payee_id = 0`)];
  const beyond = (id: string) => (page.after?.['analysis_id'] === id ? beyondGroup(page.after) : sql`true`);
  return sql`
    select ${NONE} as kind, '' as name, '' as code, ${NOBODY}::int as analysis_id, f.*
    from (${groupsOf(nobody)}) f where ${isReached(context, page, NOBODY)} and ${beyond(NOBODY)}
    union all
    select ${MASKED}, '', '', ${HIDDEN}::int, f.*
    from (${groupsOf([ofHidden(of, 1, sql`true`)])}) f where ${isReached(context, page, HIDDEN)} and ${beyond(HIDDEN)}`;
}
