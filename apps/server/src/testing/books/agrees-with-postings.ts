import { expect } from 'vitest';
import type { ReportGroup } from '@talaan/contract/reports/report-reply';
import type { PostingRow } from '@talaan/contract/reports/posting-row';
import type { TrialBalanceRow } from '@talaan/contract/reports/trial-balance.report';
import { amountText } from '@talaan/core/money/money';
import type { Database } from '../../platform/database/database.ts';
import type { AnyStatement } from '../../reports/kit/report-statement.ts';
import { subsidiary } from '../../reports/subsidiary/subsidiary.query.ts';
import { trialBalance } from '../../reports/trial-balance/trial-balance.query.ts';
import { readAll, SOMEBODY } from './read-reports.ts';
import { rawAccounts, rawLines, rawTrialBalance, readRawLedger, type RawDays, type RawPosting } from './raw-ledger.ts';

/**
 * Holds every report of the ledger, over some days, against what the rows of the ledger come to one by one (reports §0 to §10),
 * seen by somebody to whom confidential batches are hidden; and every proof must be of no difference.
 */
export async function expectAgreement(database: Database, periods: readonly RawDays[]): Promise<void> {
  const raw = await readRawLedger(database);
  for (const days of periods) {
    const given = { type: 'daily', date_from: days.from, date_to: days.to };
    const read = async <Row>(statement: AnyStatement, more: Record<string, string> = {}) => {
      const reply = await readAll<Row>(database, statement, { ...given, ...more }, { user: SOMEBODY, limit: 7 });
      expect(reply.proof.filter(({ difference, stated }) => !stated && difference !== '0.00')).toEqual([]);
      return reply;
    };

    for (const [by, part] of PARTS) {
      const { data } = await read<TrialBalanceRow>(trialBalance, { by });
      const said = data.map(
        (row) =>
          `${row.dim_code}/${row.account_code}: ${row.cur_debit} ${row.cur_credit} | ${row.total_credit === '0.00' ? row.total_debit : `-${row.total_credit}`}`,
      );
      expect([by, ...said.toSorted()]).toEqual([by, ...rawTrialBalance(raw, days, part)]);
    }

    const ledger = await read<PostingRow>(subsidiary);
    expect(ledger.groups.map(groupSaid)).toEqual(rawAccounts(raw, days));
    expect(ledger.data.map(lineSaid)).toEqual(rawLines(raw, days).map(rawSaid));

    for (const payee of payeesIn(raw.postings)) {
      const payee_id = String(raw.payees.get(payee));
      const his = (posting: RawPosting) => posting.payee?.code === payee && !posting.confidential;
      const inBranch = { payee_id, brnc_code: raw.postings[0]!.branch };
      for (const narrowed of [{ payee_id }, inBranch]) {
        const { groups, data } = await read<PostingRow>(subsidiary, narrowed);
        expect([payee, ...groups.map(groupSaid)]).toEqual([payee, ...rawAccounts(raw, days, his)]);
        expect(data.map(lineSaid)).toEqual(rawLines(raw, days, his).map(rawSaid));
      }
    }
  }
}

const PARTS: readonly [string, (posting: RawPosting) => string][] = [
  ['none', () => ''],
  ['branch', ({ branch }) => branch],
  ['department', ({ department }) => department ?? ''],
  ['section', ({ section }) => section ?? ''],
];

/** Some of those who are named, each by his code. */
const payeesIn = (postings: readonly RawPosting[]) =>
  [...new Set(postings.flatMap(({ payee }) => (payee ? [payee.code] : [])))].slice(-3);

/** An account of a subsidiary in words. */
const groupSaid = ({ codes, figures: { beginning, debit, credit, ending } }: ReportGroup) =>
  `${codes.at(-1)}: ${beginning} ${debit} ${credit} ${ending}`;

/** A line of a subsidiary in words. */
const lineSaid = (row: PostingRow) =>
  [
    row.acct_code,
    row.document_date,
    row.transaction_type,
    row.document_number,
    row.batch_number,
    row.branch,
    row.payee_code,
    row.payee,
    row.particulars,
    row.description,
    row.debit,
    row.credit,
    row.php_da,
    row.php_ca,
    row.is_reversal,
  ].join(' · ');

/** The same of a posting; what is confidential is told to nobody else. */
function rawSaid(posting: RawPosting): string {
  const hide = (text: string | null | undefined) => (posting.confidential && text !== null ? 'Confidential' : text);
  return [
    posting.account,
    posting.date,
    posting.type,
    posting.number,
    posting.batch,
    posting.branch,
    hide(posting.payee?.code ?? null),
    hide(posting.payee?.name ?? null),
    hide(posting.particulars),
    hide(posting.description),
    amountText(posting.fc_debit),
    amountText(posting.fc_credit),
    amountText(posting.debit),
    amountText(posting.credit),
    posting.reverses !== null,
  ].join(' · ');
}
