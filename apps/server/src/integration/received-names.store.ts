import { sql } from 'kysely';
import type { ReceivedBatch } from '@talaan/contract/integration/received-batch.contract';
import type { Database } from '../platform/database/database.ts';
import { foldedKey } from '../platform/database/folded-key.ts';
import { inSmallLetters } from '../platform/database/search-pattern.ts';

/** The kinds of records that a source names by their codes. */
export const NAMED = ['branch', 'department', 'section', 'payee', 'service', 'currency'] as const;
export type NamedKind = (typeof NAMED)[number];

/** Record IDs by kind and code in capitals; what there is not, or twice, is absent. */
export interface ReceivedNames {
  readonly ids: Readonly<Record<NamedKind, ReadonlyMap<string, number>>>;
  /** By batch the rate on file of its currency on its first day; null without one. */
  readonly rates: readonly (string | null)[];
}

/** Looks up all records that batches name by their codes, in one statement. A section is one of its department. */
export async function loadReceivedNames(database: Database, batches: readonly ReceivedBatch[]): Promise<ReceivedNames> {
  const documents = batches.flatMap((batch) => batch.documents);
  const lines = documents.flatMap((document) => document.lines);
  const currencies = batches.map(({ currency }) => currency);
  const days = batches.map((batch) => batch.documents[0]!.document_date);
  const codes = (texts: readonly string[]) => [...new Set(texts.filter((text) => text !== ''))];
  const found = await sql<Record<NamedKind, { code: string; id: number }[]> & { rates: (string | null)[] }>`
    select
      (select coalesce(json_agg(json_build_object('code', upper(b.brnc_code), 'id', b.id)), '[]') from branch b
        where ${foldedKey(sql.ref('b.brnc_code'))} = any (${lowered(codes(lines.map(({ branch }) => branch)))}::text[])) as branch,
      (select coalesce(json_agg(json_build_object('code', upper(d.dept_code), 'id', d.id)), '[]') from department d
        where ${foldedKey(sql.ref('d.dept_code'))} = any (${lowered(codes(lines.map(({ department }) => department)))}::text[])) as department,
      (select coalesce(json_agg(json_build_object('code', upper(s.dept_code || ' ' || s.section_code), 'id', s.id)), '[]') from section s
        where ${foldedKey(sql.ref('s.section_code'))} = any (${lowered(codes(lines.map(({ section }) => section)))}::text[])) as section,
      (select coalesce(json_agg(json_build_object('code', upper(p.payee_code), 'id', p.id)), '[]') from payee p
        where ${foldedKey(sql.ref('p.payee_code'))} = any (${lowered(
          codes([...lines, ...documents].map(({ payee_code }) => payee_code)),
        )}::text[])) as payee,
      (select coalesce(json_agg(json_build_object('code', upper(v.billing_service_name), 'id', v.id)), '[]') from billing_service v
        where ${foldedKey(sql.ref('v.billing_service_name'))} = any (${lowered(codes(lines.map(({ service }) => service)))}::text[])) as service,
      (select coalesce(json_agg(json_build_object('code', g.code, 'id', c.id)), '[]')
        from unnest(${codes(currencies)}::text[]) g (code)
        join currency c on upper(c.iso_code) = g.code or upper(c.cur_code) = g.code) as currency,
      array(select (select rate_on_file(c.id, g.day)::text from currency c
          where upper(c.iso_code) = g.currency or upper(c.cur_code) = g.currency limit 1)
        from unnest(${currencies}::text[], ${days}::date[]) with ordinality g (currency, day, place)
        order by g.place) as rates`.execute(database);
  const { rates, ...rows } = found.rows[0]!;
  const ids = Object.fromEntries(NAMED.map((kind) => [kind, new Map(rows[kind].map(({ code, id }) => [code, id]))]));
  return { ids: ids as unknown as ReceivedNames['ids'], rates };
}

const lowered = (codes: readonly string[]) => codes.map(inSmallLetters);
