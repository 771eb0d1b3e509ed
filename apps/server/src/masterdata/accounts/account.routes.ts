import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { makePage } from '@talaan/contract/http/envelope';
import { DROPDOWN_PAGE_SIZE } from '@talaan/contract/resource/list-query';
import { accountRoutes } from '@talaan/contract/resources/books/account.contract';
import { NO_PARENT, account } from '@talaan/contract/resources/books/account.resource';
import { anyResource } from '@talaan/contract/resource/define-resource';
import { conflict, invalid } from '../../platform/http/problem.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import type { RouteServices } from '../../platform/http/register-route.ts';
import { nextAccountCode } from './next-account-code.ts';
import { listChoices } from '../records/read-records.ts';
import { addressOf } from '../records/request-address.ts';
import { serveResource } from '../overrides/serve-resource.ts';

/** From the top of the tree down; a parent stands above its account. */
const TREE_ORDER = ['P', 'G', 'D', 'S'] as const;

/** Serves the calls of the chart of accounts beside the generic ones (spec 1 §5, §7). */
export function registerAccountRoutes(server: FastifyInstance, services: RouteServices): void {
  const resource = serveResource(anyResource(account));

  registerRoute(server, services, accountRoutes.getParents, async ({ db, body }) => {
    const above = TREE_ORDER.slice(0, TREE_ORDER.indexOf(body.acct_type));
    if (above.length === 0) return { data: [NO_PARENT_CHOICE] };
    const found =
      await sql<ParentChoice>`select id, acct_code as code, acct_desc as name, acct_code, acct_desc, acct_type, acct_class,
        acct_group
      from account where status = 1 and acct_type = any(${above}::text[])
        and (${body.acct_group ?? null}::text is null or acct_group = ${body.acct_group ?? null})
      order by acct_code`.execute(db);
    return { data: found.rows };
  });

  registerRoute(server, services, accountRoutes.generateCode, async ({ db, body }) => {
    const parent = body.acct_type === 'P' ? NO_PARENT.value : body.acct_parent;
    const known = await db.selectFrom('account').select(['acct_code', 'acct_parent', 'acct_type']).execute();
    if (parent !== NO_PARENT.value) {
      const type = known.find((row) => row.acct_code === parent)?.acct_type;
      if (type === undefined) throw invalid({ acct_parent: [`Parent account ${parent} does not exist.`] });
      if (type === 'S') {
        throw invalid({ acct_parent: [`Account ${parent} is a subsidiary account and has no accounts below it.`] });
      }
    }
    const siblings = known.filter((row) => (row.acct_parent ?? NO_PARENT.value) === parent).map((row) => row.acct_code);
    const taken = new Set(known.map((row) => row.acct_code));
    const code = nextAccountCode({ parent, type: body.acct_type, siblings, taken });
    if (code === null) throw conflict('no_free_code', `There is no free code to suggest below ${parent}. Enter one.`);
    return { data: { acct_code: code } };
  });

  registerRoute(server, services, accountRoutes.byType, async ({ db, query, request }) => {
    const page = { page: query.page, pages: DROPDOWN_PAGE_SIZE };
    const text = (query.search ?? query.query)?.trim();
    const { rows, total } = await listChoices(db, resource, {
      ...page,
      filters: { acct_type: [query.acct_type] },
      ...(text ? { search: text } : {}),
    });
    const choices = rows.map((row) => ({ ...row, acct_code: row['code'], acct_desc: row['name'] }));
    // Columns are known by name at run time only; the reply is held to its schema where it is sent.
    return makePage(choices, total, page, addressOf(request)) as never;
  });
}

interface ParentChoice {
  id: number;
  code: string;
  name: string;
  acct_code: string;
  acct_desc: string;
  acct_type: string | null;
  acct_class: string | null;
  acct_group: string | null;
}

const NO_PARENT_CHOICE: ParentChoice = {
  id: 0,
  code: NO_PARENT.value,
  name: NO_PARENT.label,
  acct_code: NO_PARENT.value,
  acct_desc: NO_PARENT.label,
  acct_type: null,
  acct_class: null,
  acct_group: null,
};
