import { sql, type RawBuilder } from 'kysely';
import type { PrintedCheques } from '@talaan/contract/documents/cheque-register/cheque-print.contract';
import type { ChequeRun } from '@talaan/contract/documents/cheque-register/cheque-run.contract';
import { ACCESS } from '@talaan/core/access/access-level';
import type { Database } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { contentHash } from '../print/issued-paper.store.ts';
import { CHEQUE_JOINS, chequeLevelOf, visibleCheques } from './cheque-rows.ts';

/** Keeps what was printed together, in the order of the ids, as it was printed; answers the run. */
export async function keepRun(
  transaction: Database,
  printed: PrintedCheques,
  of: { readonly bank_id: number; readonly printer_name: string; readonly ids: readonly number[] },
): Promise<number> {
  const content = JSON.stringify(printed);
  const kept = await sql<{ run_id: number }>`
    with content as (
      insert into paper_content (hash, content) values (${contentHash(content)}, ${content})
        on conflict do nothing
    ), run as (
      insert into cheque_run (bank_id, layout_id, layout_version, printer_name, content_hash)
        values (${of.bank_id}, ${printed.layout.id}, ${printed.layout.version}, ${of.printer_name}, ${contentHash(content)})
      returning id
    )
    select id as run_id from run`.execute(transaction);
  const { run_id } = kept.rows[0]!;
  await sql`
    insert into cheque_run_leaf (run_id, place, cheque_id)
    select ${run_id}, n.place, n.id from unnest(${of.ids}::int[]) with ordinality n (id, place)`.execute(transaction);
  return run_id;
}

/** Runs `r` whose question is open for a person, the oldest first. */
export function openRuns(user: Principal): RawBuilder<unknown> {
  const misprinted = sql`exists (
    select from cheque_run_leaf l join cheque c on c.id = l.cheque_id
    where l.run_id = r.id and l.misprint is not null and c.state = 'printed')`;
  return chequeLevelOf(user) < ACCESS.delete
    ? sql`r.printed_by = ${user.user_id} and r.answered_at is null`
    : sql`case when r.printed_by = ${user.user_id} then r.answered_at is null else ${misprinted} end`;
}

/** Runs `r` of this condition, each with the leaves that the person may see, in the order of the stack; none without one. */
export async function readRuns(database: Database, user: Principal, which: RawBuilder<unknown>): Promise<ChequeRun[]> {
  const found = await sql<Omit<ChequeRun, 'may_spoil'>>`
    select r.id, k.bank_name, k.account_no as bank_account, y.layout_name, r.layout_version, r.printer_name,
      coalesce(concat_ws(' ', p.user_first_name, p.user_last_name), 'Talaan') as printed_by, r.printed_at,
      case when r.answered_at is not null then coalesce(concat_ws(' ', a.user_first_name, a.user_last_name), 'Talaan') end
        as answered_by,
      r.answered_at, r.printed_by is not distinct from ${user.user_id} as is_own, l.leaves
    from cheque_run r
    join bank k on k.id = r.bank_id
    join cheque_layout y on y.id = r.layout_id
    left join app_user p on p.id = r.printed_by
    left join app_user a on a.id = r.answered_by
    cross join lateral (
      select json_agg(json_build_object('id', c.id, 'cheque_number', c.cheque_number, 'state', c.state,
        'document_number', d.document_number, 'payee_desc', y.payee_desc,
        'cheque_amount', c.amount::numeric(18, 2)::text, 'currency', coalesce(u.iso_code, 'PHP'), 'misprint', f.misprint)
        order by f.place) as leaves
      from cheque_run_leaf f join ${CHEQUE_JOINS} on c.id = f.cheque_id left join currency u on u.id = b.currency_id
      where f.run_id = r.id and ${visibleCheques(user)}) l
    where l.leaves is not null and ${which} order by r.id`.execute(database);
  const mayVoid = chequeLevelOf(user) >= ACCESS.delete;
  return found.rows.map((run) => ({ ...run, may_spoil: mayVoid && !run.is_own }));
}

/** What the leaves of a run say, as they were printed. */
export async function readPrintedRun(database: Database, id: number): Promise<PrintedCheques> {
  const found = await sql<{ content: string }>`
    select t.content from cheque_run r join paper_content t on t.hash = r.content_hash where r.id = ${id}`.execute(
    database,
  );
  return JSON.parse(found.rows[0]!.content) as PrintedCheques;
}
