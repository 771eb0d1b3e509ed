/** Documents are posted where they stand or, as mirrors are, from what is told of them: the same rows, and the same guards. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectHeld, expectRefused } from '../attack.ts';
import {
  ACCOUNT,
  ENTRY_DATE,
  openBooks,
  postSql,
  USER,
  type Books,
  type Entry,
  type EntryLine,
} from '../sample-books.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks({ postsApprovedLines: true });
  await books.owner.query(`
    update setting set value = value || '{"JE": false}' where key in ('approval_required', 'review_stage');
    insert into payee (payee_code, payee_desc, payee_type) values ('P1', 'Lessor', 2);
    alter table batch disable trigger batch_line_pesos;`);
});
afterAll(() => books.close());

interface Journal {
  readonly currency_id: number;
  readonly adjusting: boolean;
  readonly remarks: string | null;
  readonly lines: readonly (EntryLine & { readonly amount: readonly [own: number, pesos: number] })[];
}

/** Balanced journals in pesos and dollars, with lines of pesos alone, and such that revalue a dollar account in pesos. */
const journals: fc.Arbitrary<Journal> = fc
  .record({
    kind: fc.constantFrom('pesos', 'dollars', 'revaluation', 'adjusting'),
    pesos: fc.array(fc.integer({ min: 1, max: 900_000 }), { minLength: 1, maxLength: 4 }),
    own: fc.integer({ min: 1, max: 90_000 }),
    remarks: fc.option(fc.constantFrom('INTEREST', 'Ñ "quoted" \\ 100%')),
    analysis: fc.record({ payee_id: fc.constantFrom(1, undefined), section_id: fc.constantFrom(1, undefined) }),
  })
  .map(({ kind, pesos, own, remarks, analysis }) => {
    const total = pesos.reduce((sum, one) => sum + one, 0);
    const ownOf = (amount: number, isFirst: boolean) => (kind !== 'dollars' ? amount : isFirst ? own : 0);
    const debits = pesos.map((amount, at) => ({
      account_id: at === 0 && (kind === 'dollars' || kind === 'revaluation') ? ACCOUNT.USD_BANK : ACCOUNT.RENT,
      department_id: 1,
      ...analysis,
      amount: [ownOf(amount, at === 0), amount] as const,
      debit: 'yes',
    }));
    const credit = { account_id: ACCOUNT.PAYABLE, amount: [kind === 'dollars' ? own : total, total] as const };
    const adjusting = kind === 'revaluation' || kind === 'adjusting';
    return { currency_id: kind === 'dollars' ? 2 : 1, adjusting, remarks, lines: [...debits, credit] };
  });

const text = (minor: number) => (minor / 100).toFixed(2);
const literal = (value: string | number | null | undefined) =>
  value === null || value === undefined ? 'null' : `'${value}'`;

/** Enters a journal and approves it: one SQL text. */
function approvedSql({ currency_id, adjusting, remarks, lines }: Journal, id: number): string {
  const rows = lines.map(({ account_id, payee_id, department_id, section_id, debit, amount: [own, pesos] }, at) => {
    const sides = debit ? [text(own), 0, text(pesos), 0] : [0, text(own), 0, text(pesos)];
    const analysis = [payee_id, department_id, section_id, remarks].map(literal);
    return `(${id}, ${at + 1}, ${account_id}, 1, ${sides.join(', ')}, ${analysis.join(', ')})`;
  });
  const [own, pesos] = [0, 1].map((place) =>
    text(lines.reduce((sum, { debit, amount }) => sum + (debit ? amount[place]! : 0), 0)),
  );
  return `insert into batch (id, document_type, batch_number, prepared_by, document_date, currency_id, dollar_rate, adjusting,
      total_amount, amount_php)
      overriding system value values (${id}, 'JE', 'T${id}', ${USER.PREPARER}, '${ENTRY_DATE}', ${currency_id},
        ${currency_id === 1 ? 1 : 55.25}, ${adjusting}, ${own}, ${pesos});
    insert into document (id, batch_id, document_type, header_key, document_date, document_number, total_amount, remarks)
      overriding system value values (${id}, ${id}, 'JE', 0, '${ENTRY_DATE}', 'JE${id}', ${own}, ${literal(remarks)});
    insert into line (document_id, line_no, account_id, branch_id, debit_amount, credit_amount, debit_php, credit_php,
      payee_id, department_id, section_id, remarks) values ${rows.join(', ')};
    insert into batch_move (batch_id, document_type, cycle, action, status_from, status_to, user_id, amount, currency_id)
      values (${id}, 'JE', 1, 'submit', 1, 7, ${USER.PREPARER}, 0, ${currency_id});
    update batch set status = 7 where id = ${id};`;
}

/** What is told of a journal: a revaluation moves pesos alone, every other entry its own currency beside them. */
function toldOf({ currency_id, adjusting, remarks, lines }: Journal, id: number): Entry {
  const revalues = adjusting && lines.some(({ account_id }) => account_id === ACCOUNT.USD_BANK);
  return {
    document_id: String(id),
    document_type: 'JE',
    module: 'general_journal',
    currency_id,
    rate: currency_id === 1 ? '1' : '55.25',
    lines: lines.map(({ amount: [own, pesos], debit, ...line }) => {
      const [fc_amount, fc_other] = revalues ? ['0.00', '0.00'] : [text(own), '0'];
      const sides = debit
        ? { debit: text(pesos), credit: '0', fc_debit: fc_amount, fc_credit: fc_other }
        : { debit: '0', credit: text(pesos), fc_debit: fc_other, fc_credit: fc_amount };
      return { ...line, ...sides, remarks };
    }),
  };
}

/** Every row that a posting leaves, but for the ids of the entries; rolled back. */
async function rowsAfter(approved: string, posting: string): Promise<string[]> {
  await books.owner.query(`begin; set local talaan.user_id = '${USER.PREPARER}'; set local role talaan_app`);
  try {
    await books.owner.query(`reset role; ${approved} set local role talaan_app`);
    await books.owner.query(posting);
    await books.owner.query('set constraints all immediate');
    const { rows } = await books.owner.query<{ row: string }>(`
      select (to_jsonb(e) - 'id' - 'posted_at')::text as row from journal_entry e
      union all select (to_jsonb(p) - 'entry_id' || jsonb_build_object('document', e.document_id))::text
        from posting p join journal_entry e on e.id = p.entry_id
      union all select to_jsonb(b)::text from balance_account b
      order by 1`);
    return rows.map(({ row }) => row);
  } finally {
    await books.owner.query('rollback');
  }
}

it('leaves the same rows to the byte, whichever way documents come to the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(journals, { minLength: 1, maxLength: 4 }), async (set) => {
      const ids = set.map((_, at) => 500 - at);
      const approved = set.map((journal, at) => approvedSql(journal, ids[at]!)).join('');
      const told = await rowsAfter(approved, postSql(...set.map((journal, at) => toldOf(journal, ids[at]!))));
      const standing = await rowsAfter(approved, `select post_entries(array[${ids.join(', ')}]::bigint[])`);
      expect(standing).toEqual(told);
      expect(standing.length).toBeGreaterThan(3);
    }),
    { numRuns: 60 },
  );
});

const plain: Journal = {
  currency_id: 1,
  adjusting: false,
  remarks: null,
  lines: [
    { account_id: ACCOUNT.RENT, department_id: 1, debit: 'yes', amount: [100, 100] },
    { account_id: ACCOUNT.PAYABLE, amount: [100, 100] },
  ],
};
const post = (...ids: readonly number[]) => `select post_entries(array[${ids.join(', ')}]::bigint[]);`;

it.each([
  [
    'a draft',
    (sql: string) => sql.slice(0, sql.indexOf('insert into batch_move')) + post(70),
    'entry_of_approved_document',
    'journal_entry_balanced on posting',
  ],
  [
    'a document whose account is kept in another currency',
    (sql: string) => sql.replace(`1, ${ACCOUNT.RENT}, 1`, `1, ${ACCOUNT.EURO_BANK}, 1`) + post(70),
    'account_currency',
    'journal_entry_balanced on posting',
  ],
])('refuses %s', async (_, attack, refusedBy, trigger) => {
  const sql = attack(approvedSql(plain, 70));
  await expectHeld(books.owner, {
    sql,
    actor: USER.PREPARER,
    as: 'owner',
    refusedBy,
    without: `drop trigger ${trigger}`,
  });
});

it.each([
  ['a document twice in one set', post(70, 70), 'journal_entry_once'],
  ['a document that is posted', post(70) + post(70), 'journal_entry_once'],
  ['a document that is not there', post(70, 71), 'journal_entry_document_id_fkey'],
])('refuses %s', async (_, posting, refusedBy) => {
  const sql = approvedSql(plain, 70) + posting;
  await expectRefused(books.owner, { sql, actor: USER.PREPARER, as: 'owner', refusedBy });
});
