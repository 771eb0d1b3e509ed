import { sql } from 'kysely';
import type { UploadMappings } from '@talaan/contract/integration/uploaded-batches.contract';
import type { DateOrder } from '@talaan/core/integration/read-cells';
import type { UploadKind } from '@talaan/core/integration/upload-columns';
import type { Database } from '../../platform/database/database.ts';

/** The columns that were chosen for the headings of the last file, or of those under a name; null where nobody chose. */
export interface Mapping {
  readonly name: string;
  readonly columns: Readonly<Record<string, string | null>>;
  readonly date_order: DateOrder;
}

export async function findMapping(
  database: Database,
  { source_id, kind, name }: { source_id: number; kind: UploadKind; name: string | null },
): Promise<Mapping | null> {
  const found = await sql<Mapping>`
    select mapping_name as name, columns, date_order from upload_mapping
    where source_id = ${source_id} and kind = ${kind} and ${name === null ? sql`true` : sql`mapping_name = ${name}`}
    order by used_at desc limit 1`.execute(database);
  return found.rows[0] ?? null;
}

/** Forgets what is kept under a name; answers the name, null where there is none. */
export async function removeMapping(transaction: Database, id: number): Promise<string | null> {
  const removed = await sql<{ name: string }>`
    delete from upload_mapping where id = ${id} returning mapping_name as name`.execute(transaction);
  return removed.rows[0]?.name ?? null;
}

/** Keeps the columns of a file under a name, beside those of other headings, and that they were used last. */
export async function keepMapping(
  database: Database,
  { source_id, kind, name, columns, date_order }: Mapping & { source_id: number; kind: UploadKind },
): Promise<void> {
  await sql`
    insert into upload_mapping as m (source_id, kind, mapping_name, columns, date_order)
    values (${source_id}, ${kind}, ${name}, ${JSON.stringify(columns)}, ${date_order})
    on conflict (source_id, kind, mapping_name) do update
      set columns = m.columns || excluded.columns, date_order = excluded.date_order, used_at = now()`.execute(database);
}

/** The sources in use, and the names under which columns of a kind of file are kept, the last used one first. */
export async function listSettings(database: Database, kind: UploadKind): Promise<UploadMappings> {
  const sources = await sql<UploadMappings['sources'][number]>`
    select source_code as code, source_name as name, posting from integration_source where status = 1 order by source_code`.execute(
    database,
  );
  const mappings = await sql<UploadMappings['mappings'][number]>`
    select m.id, s.source_code as source, m.mapping_name as name, coalesce(m.date_order, '') as date_order
    from upload_mapping m join integration_source s on s.id = m.source_id where m.kind = ${kind} order by m.used_at desc`.execute(
    database,
  );
  return { sources: sources.rows, mappings: mappings.rows };
}
