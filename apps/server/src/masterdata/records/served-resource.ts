import type { AnyResource } from '@talaan/contract/resource/define-resource';
import type { ResourceOverride } from './resource-override.ts';
import type { ResourceSql } from './resource-sql.ts';

/** A resource with what the server built for it. */
export interface ServedResource {
  readonly definition: AnyResource;
  readonly override: ResourceOverride;
  readonly sql: ResourceSql;
}
