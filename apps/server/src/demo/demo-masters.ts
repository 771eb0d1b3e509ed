import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { ResourceName } from '@talaan/contract/resource/resource-index';
import type { Fields } from '@talaan/contract/resource/field';
import { regularTransaction } from '@talaan/contract/resources/books/regular-transaction.resource';
import { resourceNamed } from '@talaan/contract/resources/resource-table';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { lastSeriesNumber } from '@talaan/core/numbering/series';
import { monthOf, yearOf, type CalendarDate } from '@talaan/core/calendar/calendar-date';
import { DEMO_PASSWORD } from '../access/sign-in/password-check.ts';
import { keysOfReferences } from '../masterdata/records/file-columns.ts';
import { importRecords } from '../masterdata/uploads/import-records.ts';
import type { WriteContext } from '../masterdata/records/resource-override.ts';
import { serveResource } from '../masterdata/overrides/serve-resource.ts';
import { storeCounts } from '../masterdata/result-map/branch-counts.store.ts';
import { storeMap, type ResultMap } from '../masterdata/result-map/result-map.store.ts';
import { EVERY_PART, loadStarterParts, starterMap } from '../masterdata/setup/starter-set.ts';
import { checkWholeEntry } from '../masterdata/records/whole-entry.ts';
import { createRecord, updateRecord } from '../masterdata/writing/write-records.ts';
import { projectPath } from '../platform/project-paths.ts';
import { DEMO_LEVELS, DEMO_OFFICERS, DEMO_USERS } from './demo-access.ts';
import type { BookRate } from './journals/book-rates.ts';
import { storyBranches, type StoryBranch } from './journals/story-company.ts';

/** The masters that come from files in db/demo after the starter set, in an order in which each finds what it names. */
const FILES: readonly (readonly [resource: ResourceName, file: string])[] = [
  ['account', 'accounts.csv'],
  ['bank', 'banks.csv'],
  ['department', 'departments.csv'],
  ['payee', 'payees.csv'],
  ['branch', 'branches.csv'],
  ['billing_service', 'billing-services.csv'],
  ['billing_service_assignment', 'billing-service-assignments.csv'],
  ['regional_head', 'regional-heads.csv'],
  ['business_partner', 'business-partners.csv'],
  ['bp_location', 'bp-locations.csv'],
  ['payee_bank', 'payee-banks.csv'],
];
/** After the people: a new section is the first user's. */
const FILES_OF_USERS: typeof FILES = [['section', 'sections.csv']];

/**
 * Loads the demo company's masters through the master-data engine: what a person may not enter is refused here too.
 * Books are open for all three years until `closePeriods`.
 */
export async function loadMasters(context: WriteContext, story: { first_year: number; rates: readonly BookRate[] }) {
  await createMaster(context, 'company', COMPANY);
  await loadStarterParts(context, EVERY_PART);
  await importFiles(context, FILES);
  for (let year = story.first_year; year <= story.first_year + 2; year += 1) {
    for (let period_no = 1; period_no <= 12; period_no += 1) {
      await createMaster(context, 'accounting_period', {
        fiscal_year: year,
        period_no,
        disbursement: 1,
        cash_receipt: 1,
        general_journal: 1,
      });
    }
  }
  await loadMap(context, story.first_year);
  for (const rate of story.rates) await createMaster(context, 'currency_rate', { ...rate });
  const people = await loadPeople(context);
  await importFiles(context, FILES_OF_USERS);
  await loadRegularTransactions(context);
  await loadSources(context);
  for (const [resource, series] of demoSeries(people)) await createMaster(context, resource, series);
}

/** The map of results with the accounts that the company has beside the starter chart. */
async function loadMap({ db }: WriteContext, first_year: number): Promise<void> {
  const own: ResultMap['lines'] = parse(await readFile(projectPath('db', 'demo', 'profitability-map.csv')), {
    columns: true,
  });
  await storeMap(db, { effective_from: first_year * 100 + 1, lines: [...(await starterMap()), ...own] });
}

async function importFiles(context: WriteContext, files: typeof FILES): Promise<void> {
  for (const [resource, file] of files) {
    const bytes = await readFile(projectPath('db', 'demo', file));
    await importRecords(
      context,
      serveResource(resourceNamed(resource)),
      [{ name: file, media_type: 'text/csv', bytes }],
      false,
    );
  }
}

/** The templates of entries: inner rows do not travel in files, so their lines come from a file of their own. */
async function loadRegularTransactions(context: WriteContext): Promise<void> {
  const lines = await readNamed(context, 'regular-lines.csv', regularTransaction.fields.lines.fields);
  for (const template of await readNamed(context, 'regular-transactions.csv', regularTransaction.fields)) {
    const own = lines.filter((line) => line['txn_type'] === template['txn_type']);
    await createMaster(context, 'regular_transaction', { ...template, lines: own });
  }
}

/** The systems whose batches come in files and by the API, of every department: those of branches and wages post when they are accepted. */
async function loadSources(context: WriteContext): Promise<void> {
  const active = await context.db.selectFrom('department').select('dept_code').where('dept_status', '=', 1).execute();
  const departments = active.map(({ dept_code }) => dept_code);
  const everyType = { takes_cv: 1, takes_cw: 1, takes_ob: 1, takes_dm: 1, takes_je: 1, takes_cr: 1 };
  const wages = { takes_ob: 1, takes_dm: 1, takes_je: 1 };
  for (const [source_code, source_name, posting, takes] of [
    ['IS', 'Information system of the branches', 'posts', everyType],
    ['PAYROLL', 'Payroll', 'posts', wages],
    ['ENTRIES', 'Entries of spreadsheets', 'route', everyType],
  ] as const) {
    await createMaster(context, 'integration_source', { source_code, source_name, posting, departments, ...takes });
  }
}

/** Rows of a file in db/demo, with the Record ID of each record that they name by its key. */
async function readNamed(context: WriteContext, file: string, fields: Fields): Promise<Record<string, unknown>[]> {
  const keys = await keysOfReferences(context.db, { fields });
  const text = await readFile(projectPath('db', 'demo', file), 'utf8');
  return parse<Record<string, string>>(text, { columns: true }).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, keys.get(name)?.idOf.get(cell) ?? cell])),
  );
}

/** Booklets of vouchers of both preparers and a shared rest; receipts and invoices as their permits say. */
function demoSeries(people: ReadonlyMap<string, number>): [ResourceName, Record<string, unknown>][] {
  const vouchers = { prog_code: 'Disbursements' };
  return [
    ['voucher_series', { series_from: 1, series_to: 5000, user_id: people.get('preparer'), ...vouchers }],
    ['voucher_series', { series_from: 5001, series_to: 10_000, user_id: people.get('preparer2'), ...vouchers }],
    ['voucher_series', { series_from: 10_001, series_to: lastSeriesNumber('voucher') }],
    ['official_receipt_series', { series_from: 1, series_to: lastSeriesNumber('or') }],
    ['acknowledgement_receipt_series', { series_from: 1, series_to: lastSeriesNumber('ar') }],
    ['billing_invoice_series', { series_from: 1, series_to: lastSeriesNumber('bi') }],
  ];
}

const COMPANY = {
  company_code: 'SPSI',
  company_name: 'SAMPOL PADALA SERVICES, INC.',
  company_status: 1,
  reporting: 1,
  profile: {
    legal_name: 'SAMPOL PADALA SERVICES, INC.',
    tin: '900-000-100-00000',
    address: '1 Kunwari Avenue, Makati City 1200',
    zip_code: '1200',
    contact_number: '0280000001',
    email: 'accounting@sampolpadala.example',
    payment_address: 'Treasury Department, 1 Kunwari Avenue, Makati City 1200',
    letter_signatory: 'ELENA TAN',
    letter_signatory_title: 'Treasurer',
    second_signatory: 'DARIO LIM',
    second_signatory_title: 'Finance Director',
    tax_signatory: 'ELENA TAN',
    tax_signatory_title: 'Treasurer',
    tax_signatory_tin: '900-000-199-00000',
  },
  // The titles and legends of the law come with the company.
  texts: [
    {
      kind: 'accreditation',
      valid_from: '2020-01-15',
      text: 'Acknowledgement Certificate No. AC_000_012020_000000, date issued 01-15-2020.',
    },
    { kind: 'series', valid_from: '2020-01-15', text: 'Approved series BI-HOB0000001 to BI-HOB9999999' },
  ],
};

/** Answers the Record ID of each user by his sign-in name. */
async function loadPeople(context: WriteContext): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (const { role, ...user } of DEMO_USERS) {
    const { id } = await createMaster(context, 'user', {
      ...user,
      email: `${user.user_id}@sampolpadala.example`,
      password: DEMO_PASSWORD,
      brnc_code: 'SMP-001',
      roles: [role],
    });
    ids.set(user.user_id, id);
  }
  for (const level of DEMO_LEVELS) await createMaster(context, 'approving_level', level);
  for (const [user_id, level, currency_id, min_amount, max_amount] of DEMO_OFFICERS) {
    const officer = { user_id: ids.get(user_id), level, currency_id, min_amount, max_amount };
    await createMaster(context, 'approving_officer', officer);
    // The same people approve billings, which are in pesos.
    if (currency_id === CURRENCY_PESO) await createMaster(context, 'billing_officer', officer);
  }
  return ids;
}

/** Enters one record of a resource as a form does. Throws what is wrong with it. */
export async function createMaster(context: WriteContext, resource: ResourceName, given: Record<string, unknown>) {
  const served = serveResource(resourceNamed(resource));
  const whole = checkWholeEntry(served.definition, null, given);
  if (!whole.ok)
    throw new Error(`The demo ${resource} is refused: ${whole.faults.map((fault) => fault.message).join(' ')}`);
  return createRecord(context, served, whole.entry);
}

/**
 * The state of the periods that a user finds: both earlier years closed; of this year the months to today open for the
 * general journal, this month for all three, later months closed (data model §8).
 */
export async function closePeriods(context: WriteContext, today: CalendarDate): Promise<void> {
  const periods = await context.db
    .selectFrom('accounting_period')
    .select(['id', 'fiscal_year', 'period_no', 'row_version'])
    .orderBy('period')
    .execute();
  const served = serveResource(resourceNamed('accounting_period'));
  for (const { id, fiscal_year, period_no, row_version } of periods) {
    const isThisYear = fiscal_year === yearOf(today);
    const isThisMonth = isThisYear && period_no === monthOf(today);
    const isPast = isThisYear && period_no <= monthOf(today);
    await updateRecord(context, served, id, {
      row_version,
      disbursement: isThisMonth ? 1 : 0,
      cash_receipt: isThisMonth ? 1 : 0,
      general_journal: isPast ? 1 : 0,
    });
  }
}

/** The transactions that each branch had in the months of this year that are over: other figures from branch to branch and month to month. */
export async function countTransactions({ db }: WriteContext, today: CalendarDate): Promise<void> {
  const branches = await readStoryBranches();
  const months = Array.from({ length: monthOf(today) - 1 }, (_, at) => at + 1);
  const counts = branches.flatMap(({ code }, at) =>
    months.map((month) => ({
      brnc_code: code,
      period: yearOf(today) * 100 + month,
      transactions: 600 + ((at * 137 + month * 53) % 900),
    })),
  );
  await storeCounts(db, counts);
}

/** The branches of the file, as the story tells of them. */
export async function readStoryBranches(): Promise<StoryBranch[]> {
  const text = await readFile(projectPath('db', 'demo', 'branches.csv'), 'utf8');
  return storyBranches(parse<{ brnc_code: string; regn_code: string }>(text, { columns: true }));
}
