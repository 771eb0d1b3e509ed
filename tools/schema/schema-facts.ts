/** What a migrated database has in its schema `public`, as the pages of `db/schema` tell it. */
import pg from 'pg';

export interface TableFacts {
  readonly name: string;
  readonly kind: 'table' | 'view';
  readonly comment: string | null;
  readonly definition: string | null;
  readonly is_unlogged: boolean;
  readonly columns: readonly { name: string; type: string; says: string; comment: string | null }[];
  readonly constraints: readonly { name: string; definition: string }[];
  readonly indexes: readonly { name: string; definition: string }[];
  readonly triggers: readonly { name: string; definition: string; calls: string; always: boolean }[];
  readonly referenced_by: readonly { name: string; table: string }[];
  readonly rights: readonly string[];
}

export interface FunctionFacts {
  readonly name: string;
  readonly signatures: readonly string[];
  readonly comment: string | null;
  readonly source: string;
}

export interface SchemaFacts {
  readonly tables: readonly TableFacts[];
  readonly functions: readonly FunctionFacts[];
}

/** Reads the schema as its owner; what extensions and the migrator made is left out. Everything is in the order of its name. */
export async function readSchemaFacts(ownerUrl: string): Promise<SchemaFacts> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const tables = await client.query<{ facts: TableFacts }>(TABLES);
    const functions = await client.query<{ facts: FunctionFacts }>(FUNCTIONS);
    return { tables: tables.rows.map(({ facts }) => facts), functions: functions.rows.map(({ facts }) => facts) };
  } finally {
    await client.end();
  }
}

const TABLES = `
  select jsonb_build_object(
    'name', c.relname,
    'kind', case c.relkind when 'v' then 'view' else 'table' end,
    'comment', obj_description(c.oid, 'pg_class'),
    'definition', case c.relkind when 'v' then pg_get_viewdef(c.oid) end,
    'is_unlogged', c.relpersistence = 'u',
    'columns', (
      select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'comment', col_description(c.oid, a.attnum),
        'says', concat_ws(', ', case when a.attnotnull then 'not null' end,
          case a.attidentity when 'a' then 'identity' when 'd' then 'identity by default' end,
          case when d.adbin is not null then case a.attgenerated when 's' then 'generated ' else 'default ' end || pg_get_expr(d.adbin, d.adrelid) end,
          case when a.attcollation <> t.typcollation then 'collate ' || (select collname from pg_collation where oid = a.attcollation) end)) order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
    'constraints', coalesce((
      select jsonb_agg(jsonb_build_object('name', k.conname, 'definition', pg_get_constraintdef(k.oid)) order by k.contype <> 'p', k.conname collate "C")
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('c', 'f', 'p', 'u', 'x')), '[]'),
    'indexes', coalesce((
      select jsonb_agg(jsonb_build_object('name', x.relname, 'definition', pg_get_indexdef(x.oid)) order by x.relname collate "C")
      from pg_index i join pg_class x on x.oid = i.indexrelid
      where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = x.oid and k.conrelid = c.oid)), '[]'),
    'triggers', coalesce((
      select jsonb_agg(jsonb_build_object('name', t.tgname, 'definition', pg_get_triggerdef(t.oid), 'calls', p.proname, 'always', t.tgenabled = 'A')
        order by t.tgname collate "C")
      from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = c.oid and not t.tgisinternal), '[]'),
    'referenced_by', coalesce((
      select jsonb_agg(jsonb_build_object('name', k.conname, 'table', o.relname) order by o.relname collate "C", k.conname collate "C")
      from pg_constraint k join pg_class o on o.oid = k.conrelid where k.confrelid = c.oid and k.contype = 'f' and o.oid <> c.oid), '[]'),
    'rights', coalesce((
      select jsonb_agg(format('%s may %s', r.rolname, g.may) order by r.rolname collate "C")
      from (
        select grantee, string_agg(may, ', ' order by may collate "C") as may
        from (
          select a.grantee, lower(a.privilege_type) as may from aclexplode(c.relacl) a
          union all
          select a.grantee, format('%s (%s)', lower(a.privilege_type), string_agg(n.attname, ', ' order by n.attnum))
          from pg_attribute n cross join aclexplode(n.attacl) a where n.attrelid = c.oid and not n.attisdropped group by a.grantee, a.privilege_type) m
        where grantee <> c.relowner group by grantee) g
      join pg_roles r on r.oid = g.grantee), '[]')) as facts
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and c.relname not like 'kysely\\_%'
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  order by c.relname collate "C"`;

const FUNCTIONS = `
  select jsonb_build_object(
    'name', p.proname,
    'signatures', jsonb_agg(format('%s %s(%s)%s', case p.prokind when 'p' then 'procedure' when 'a' then 'aggregate' else 'function' end, p.proname,
      pg_get_function_arguments(p.oid), case when p.prokind <> 'p' then ' returns ' || pg_get_function_result(p.oid) end) ||
      case when p.prosecdef then ', as its owner' else '' end order by pg_get_function_arguments(p.oid) collate "C"),
    'comment', min(obj_description(p.oid, 'pg_proc')),
    'source', string_agg(p.prosrc || coalesce(pg_get_function_sqlbody(p.oid), ''), E'\\n' order by pg_get_function_arguments(p.oid) collate "C")) as facts
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  group by p.proname order by p.proname collate "C"`;
