/**
 * Prints the whole catalogue of a migrated database (`npx tsx tools/schema/schema-catalogue.ts`), one fact a line, so that two ways
 * of making the schema can be compared by `diff`. Order of columns, names of the database's own making and layout of
 * function bodies say nothing.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { migrate } from '../../apps/server/src/platform/database/migrate.ts';

/** Everything that migrations make in the schema `public`, sorted; tables of the migrator itself are left out. */
export async function readCatalogue(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ kind: string; name: string; fact: string }>(FACTS);
    return rows.map(({ kind, name, fact }) => `${kind} ${name}: ${oneLine(fact)}`).toSorted();
  } finally {
    await client.end();
  }
}

/** Without the comments and line breaks of a body. */
function oneLine(fact: string): string {
  return fact
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const FACTS = `
  with relation as (
    select c.* from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely\\_%'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  ), routine as (
    select p.* from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  ), grants (kind, name, owner, acl) as (
    select case relkind when 'S' then 'sequence' else 'table' end, relname::text, relowner,
      coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner))
    from relation where relkind in ('r', 'v', 'S')
    union all
    select 'column', c.relname || '.' || a.attname, c.relowner, a.attacl
    from relation c join pg_attribute a on a.attrelid = c.oid where a.attacl is not null
    union all
    select 'function', oid::regprocedure::text, proowner, coalesce(proacl, acldefault('f', proowner)) from routine
    union all
    select 'type', typname::text, typowner, coalesce(typacl, acldefault('T', typowner))
    from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e')
    union all
    select 'schema', nspname::text, nspowner, nspacl from pg_namespace where nspname = 'public'
  )
  select 'extension' as kind, extname::text as name, '' as fact from pg_extension
  union all
  select 'relation', relname::text, format('%s %s %s%s', relkind, relpersistence, reloptions,
    case when relrowsecurity then ' row security' end)
  from relation where relkind in ('r', 'v', 'm', 'S', 'p')
  union all
  select 'column', c.relname || '.' || a.attname, format('%s%s%s%s%s', format_type(a.atttypid, a.atttypmod),
    case when a.attnotnull then ' not null' end,
    case a.attidentity when 'a' then ' identity' when 'd' then ' identity by default' end,
    case a.attgenerated when 's' then ' generated ' else ' ' end || pg_get_expr(d.adbin, d.adrelid),
    case when a.attcollation <> t.typcollation then ' collate ' || (select collname from pg_collation where oid = a.attcollation) end)
  from relation c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind = 'r'
  union all
  select 'constraint', coalesce(c.relname, t.typname)::text || '.' || k.conname,
    pg_get_constraintdef(k.oid) || case when k.convalidated then '' else ' (not validated)' end
  from pg_constraint k
  left join relation c on c.oid = k.conrelid
  left join pg_type t on t.oid = k.contypid
  where k.connamespace = 'public'::regnamespace and k.contype in ('c', 'f', 'p', 'u', 'x') and (c.oid is not null or t.oid is not null)
  union all
  select 'index', relname::text, pg_get_indexdef(oid) from relation where relkind = 'i'
  union all
  select 'trigger', c.relname || '.' || t.tgname, t.tgenabled::text || ' ' || pg_get_triggerdef(t.oid)
  from pg_trigger t join relation c on c.oid = t.tgrelid where not t.tgisinternal
  union all
  select 'function', oid::regprocedure::text, pg_get_functiondef(oid) from routine where prokind <> 'a'
  union all
  select 'aggregate', p.oid::regprocedure::text, format('%s %s %s', g.aggtransfn, format_type(g.aggtranstype, null), g.agginitval)
  from routine p join pg_aggregate g on g.aggfnoid = p.oid
  union all
  select 'view', relname::text, pg_get_viewdef(oid) from relation where relkind = 'v'
  union all
  select 'policy', c.relname || '.' || p.polname, pg_get_expr(p.polqual, p.polrelid)
  from pg_policy p join relation c on c.oid = p.polrelid
  union all
  select 'type', t.typname::text, format('%s %s%s %s %s', t.typtype, format_type(t.typbasetype, t.typtypmod),
    case when t.typnotnull then ' not null' end, t.typdefault,
    (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid))
  from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('d', 'e')
  union all
  select 'sequence', c.relname::text, format('%s %s %s %s', s.seqstart, s.seqincrement, s.seqmax, s.seqcycle)
  from relation c join pg_sequence s on s.seqrelid = c.oid
  union all
  select 'comment', pg_describe_object(d.classoid, d.objoid, d.objsubid), d.description
  from pg_description d
  where d.objoid in (select oid from relation union all select oid from routine)
  union all
  select 'grant ' || kind, g.name, format('%s may %s%s', coalesce(r.rolname, 'everybody'),
    string_agg(a.privilege_type, ', ' order by a.privilege_type), case when a.is_grantable then ' and hand it on' end)
  from grants g cross join aclexplode(g.acl) a left join pg_roles r on r.oid = a.grantee
  where a.grantee <> g.owner
  group by g.kind, g.name, r.rolname, a.is_grantable`;

async function printCatalogue(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'talaan-catalogue-'));
  // The account that runs the database must be able to pass through.
  chmodSync(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, throwAway: true });
  try {
    await migrate(server.ownerUrl);
    process.stdout.write(`${(await readCatalogue(server.ownerUrl)).join('\n')}\n`);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (process.argv[1]?.endsWith('schema-catalogue.ts')) await printCatalogue();
