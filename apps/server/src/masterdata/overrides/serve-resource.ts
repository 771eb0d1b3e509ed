import type { AnyResource } from '@talaan/contract/resource/define-resource';
import type { ServedResource } from '../records/served-resource.ts';
import { OVERRIDES } from './override-table.ts';
import { resourceSql } from '../records/resource-sql.ts';

/** Makes a definition servable: with its override, and its SQL. */
export function serveResource(definition: AnyResource): ServedResource {
  const override = OVERRIDES[definition.name] ?? {};
  return { definition, override, sql: resourceSql(definition, override) };
}
