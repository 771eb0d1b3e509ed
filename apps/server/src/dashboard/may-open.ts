import { ACCESS, type AccessLevel } from '@talaan/core/access/access-level';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import type { ModuleName } from '@talaan/contract/access/modules';
import type { Principal } from '../platform/http/principal.ts';

/** Whether a person has the level on a module, Select where none is named. */
export function mayOpen(user: Principal, module: ModuleName, level: AccessLevel = ACCESS.select): boolean {
  return (user.levels[module] ?? ACCESS.none) >= level;
}

const TYPE_MODULES = [...new Set(Object.values(DOCUMENT_MODULES))];

/** Whether he has it on the module of some type of document. */
export function mayOpenSomeType(user: Principal, level: AccessLevel = ACCESS.select): boolean {
  return TYPE_MODULES.some((module) => mayOpen(user, module, level));
}
