import * as z from 'zod';
import { defineReport } from './kit/define-report.ts';
import { MASKED_IN_POSTINGS, POSTING_COLUMNS, postingRow } from './kit/posting-row.ts';
import { ACCOUNT_LINES, LEDGER_FILTERS, ledgerTotals } from './subsidiary.report.ts';

/** Who the analysis is where it is no payee: nobody, and what is confidential to whoever asks. */
export const NOBODY = '0';
export const HIDDEN = '-1';

/** A posting under its analysis: the Record ID of the payee, or of the survivor that he was merged into, and his name and code. */
const analysisRow = postingRow.extend({ analysis_id: z.string(), analysis: z.string() });
export type AnalysisRow = z.infer<typeof analysisRow>;

const { period, account, brnc_code, payee_id } = LEDGER_FILTERS;
const postings = { one: 'posting', many: 'postings', fixed: ACCOUNT_LINES };

/** The postings of each payee, account by account, between what he had and what he has (reports §4). */
export const subsidiaryAnalysisReport = defineReport({
  name: 'subsidiary-analysis',
  calls: [{ path: '/rpt/subledgerAnalysis' }],
  filters: { period, payee_id, account, brnc_code },
  row: analysisRow,
  key: ['entry_id', 'line_no'],
  drill: ['analysis_id', 'acct_code'],
  totals: ledgerTotals,
  layout: {
    columns: POSTING_COLUMNS.map((column) => ({ ...column })),
    levels: [
      { code: 'analysis_id', name: 'analysis', byName: true, ...postings },
      { code: 'acct_code', name: 'acct_desc', ...postings },
    ],
    basis: 'PHP and account currency, posted entries',
  },
  orientation: 'landscape',
  totalLabel: 'Total',
  totalNotes: [
    { label: 'Beginning', figure: 'beginning' },
    { label: 'Ending', figure: 'ending' },
  ],
  paged: true,
  masked: MASKED_IN_POSTINGS,
});
