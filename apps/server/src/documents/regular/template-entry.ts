import { sql } from 'kysely';
import { recordsNamed, valuesGiven, valuesShown } from '@talaan/contract/documents/declared-field';
import { BATCH_FIELDS, DOCUMENT_FIELDS, LINE_FIELDS } from '@talaan/contract/documents/entry-fields';
import type { TemplateEntry } from '@talaan/contract/resources/books/regular-transaction.contract';
import type { TemplateFault, TemplateResult } from '@talaan/core/documents/regular/entry-of-template';
import type { LinePart } from '@talaan/core/documents/regular/regular-template';
import { VAT_TYPE } from '@talaan/core/money/withholding';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import { recordTexts, recordTextsOf, type RecordTextRow } from '../../batches/reading/record-texts.store.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { notFound } from '../../platform/http/problem.ts';
import { entryOf, factsOf, sectionOf, textOf } from './month-run.ts';
import { readTemplates, type NamedRecords, type StoredTemplate } from './templates.store.ts';

/** What the helper of the entry page proposes the same lines from: none where it would claim VAT that the template does not. */
function chargedOf(
  { lines }: StoredTemplate,
  { charged }: TemplateResult,
  vat: number | null,
  named: NamedRecords,
): TemplateEntry['charged'] {
  const has = (wanted: LinePart) => lines.some(({ part }) => part === wanted);
  if (vat === VAT_TYPE.VATABLE && !has('vat')) return [];
  return charged.map(({ line, amount_minor }) => ({
    amount: textOf(amount_minor ?? undefined),
    atc_code: has('withheld') ? named.codeOf('alpha_tax_code', line.atc_id) : '',
  }));
}

/** What the entry itself says once its amounts are typed. */
const OF_AMOUNTS: ReadonlySet<TemplateFault['rule']> = new Set(['missing_amount', 'unbalanced', 'no_lines']);

/**
 * The transaction that one template makes, as a new entry takes it, with what its records are called. A line whose amount is still
 * asked, or follows from such, stands in its place without one. Throws 404.
 */
export async function transactionOfTemplate(
  db: Database,
  user: Principal,
  { id, period, document_date }: { id: number; period: number; document_date?: CalendarDate | undefined },
): Promise<TemplateEntry> {
  const templates = await readTemplates(db, [id], 1);
  const [template] = templates;
  if (template === undefined) throw notFound();
  const facts = await factsOf(db, user, templates, { period, document_date });
  const { result, input, last } = entryOf(template, null, facts);
  const faults = result.ok ? [] : result.faults;
  const heads = input.headers.map((given) => ({ given, stored: valuesGiven(DOCUMENT_FIELDS, given) }));
  const lines = input.details.map((given, place) => ({
    given,
    stored: { ...valuesGiven(LINE_FIELDS, given), account_id: result.lines[place]!.line.account_id },
  }));
  const named = recordsNamed(
    [
      [DOCUMENT_FIELDS, heads.map(({ stored }) => stored)],
      [LINE_FIELDS, lines.map(({ stored }) => stored)],
    ],
    'stored',
  );
  const found = await sql<{ records: RecordTextRow[] }>`select ${recordTexts(named)} as records`.execute(db);
  const called = recordTextsOf(found.rows[0]!.records);
  return {
    document_type: template.document_type,
    headers: heads.map(({ given, stored }) => ({
      ...valuesShown(DOCUMENT_FIELDS, stored, called),
      ...valuesShown(BATCH_FIELDS, valuesGiven(BATCH_FIELDS, given)),
      ...given,
      document_date: given.document_date[0]!,
      regular_trx: template.id,
    })),
    details: lines.map(({ given, stored }) => ({ ...valuesShown(LINE_FIELDS, stored, called), ...given })),
    charged: chargedOf(template, result, input.headers[0]!.vat, facts.named),
    missing: faults.flatMap(({ rule, line_id }) => {
      const at = result.lines.findIndex(({ line }) => line.id === line_id);
      if (rule !== 'missing_amount' || at < 0) return [];
      const section = sectionOf(template, result.lines[at]!.line.section_no);
      return [{ line_id: line_id!, section, line: at + 1, last: textOf(last.get(line_id!)) }];
    }),
    faults: faults.flatMap(({ rule, message }) => (OF_AMOUNTS.has(rule) ? [] : [message])),
  };
}
