import { sql } from 'kysely';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import { ACCESS } from '@talaan/core/access/access-level';
import type { ApprovalRules } from '@talaan/core/approval/allowed-actions';
import type { DocumentType } from '@talaan/core/documents/document-type';
import type { Database } from '../platform/database/database.ts';
import type { Person, RoutePeople } from './route-stages.ts';

/** The people of a route: checkers of the type's module, cashiers, and the names of all officers. */
export async function loadRoutePeople(
  database: Database,
  documentType: DocumentType,
  rules: ApprovalRules,
): Promise<RoutePeople> {
  const ids = [...new Set(rules.officers.flatMap((row) => [row.acting_user_id, row.user_id]))];
  const holders = (module: string) => sql`
    (select coalesce(json_agg(json_build_object('user_id', u.id,
        'user_name', concat_ws(' ', u.user_first_name, u.user_last_name))), '[]')
      from effective_access e join app_user u on u.id = e.user_id
      where e.module_name = ${module} and e.level >= ${ACCESS.update} and may_sign_in(u))`;
  const found = await sql<{ checkers: Person[]; cashiers: Person[]; named: Person[] }>`
    select ${holders(DOCUMENT_MODULES[documentType])} as checkers, ${holders('Payment')} as cashiers,
      (select coalesce(json_agg(json_build_object('user_id', u.id,
          'user_name', concat_ws(' ', u.user_first_name, u.user_last_name))), '[]')
        from app_user u where u.id = any (${ids}::int[])) as named`.execute(database);
  const { checkers, cashiers, named } = found.rows[0]!;
  return { checkers, cashiers, names: new Map(named.map((person) => [person.user_id, person.user_name])) };
}
