import { ACCESS, type AccessLevel } from '@talaan/core/access/access-level';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import type { ModuleName } from '@talaan/contract/access/modules';
import type { Principal } from '../platform/http/principal.ts';

/** The levels of whoever is asked about; a super user has every one, the system itself among them. */
type Levels = Pick<Principal, 'super_user' | 'levels'>;

/** The level that a person has on a module. */
export function levelOn({ super_user, levels }: Levels, module: string): AccessLevel {
  return super_user ? ACCESS.delete : (levels[module] ?? ACCESS.none);
}

/** Whether he has the level on it, Select where none is named. */
export function mayOpen(user: Levels, module: ModuleName, level: AccessLevel = ACCESS.select): boolean {
  return levelOn(user, module) >= level;
}

const TYPE_MODULES = [...new Set(Object.values(DOCUMENT_MODULES))];

/** Whether he has it on the module of some type of document. */
export function mayOpenSomeType(user: Levels, level: AccessLevel = ACCESS.select): boolean {
  return TYPE_MODULES.some((module) => mayOpen(user, module, level));
}
