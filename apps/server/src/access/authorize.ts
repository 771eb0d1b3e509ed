import { ACCESS, levelMissingText, type AccessLevel } from '@talaan/core/access/access-level';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import type { ModuleName } from '@talaan/contract/access/modules';
import type { Access } from '@talaan/contract/http/route';
import { choosingModules } from '@talaan/contract/resources/choice-access';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { forbidden, sessionMissing, type Problem } from '../platform/http/problem.ts';
import type { Principal } from '../platform/http/principal.ts';
import { levelOn } from './may-open.ts';

/**
 * Lets a caller through a route's rule, or throws: 401 `SESSION_EXPIRED` without a session, 403 that names the module,
 * the level that is needed and the level that the caller has (decisions §8). A document route opens for the level on
 * any document module; `requireDocumentLevel` decides when the type is known.
 */
export function authorize(principal: Principal | null, access: Access): void {
  if (access.kind === 'public') return;
  if (!principal) throw sessionMissing();
  if (access.kind === 'session') return;
  const { modules, level } = neededFor(access);
  if (!modules.some((module) => levelOn(principal, module) >= level)) throw levelMissing(principal, modules, level);
}

function neededFor(access: Exclude<Access, { kind: 'public' | 'session' }>): {
  modules: readonly string[];
  level: AccessLevel;
} {
  switch (access.kind) {
    case 'module':
      return { modules: typeof access.module === 'string' ? [access.module] : access.module, level: access.level };
    case 'choices':
      return { modules: choosingModules(access.of), level: ACCESS.select };
    case 'document':
      return { modules: documentModules(access.level), level: access.level };
  }
}

/** The modules that open a document route: those of the types, and to read also Payment, which lists what was released. */
function documentModules(level: AccessLevel): readonly string[] {
  return level === ACCESS.select ? LISTING_MODULES : WRITING_MODULES;
}

const WRITING_MODULES: readonly string[] = [...new Set<string>(Object.values(DOCUMENT_MODULES))];
const LISTING_MODULES: readonly string[] = [...WRITING_MODULES, 'Payment'];

/** Throws 403 unless the caller has the level on the module. */
export function requireModuleLevel(principal: Principal, module: ModuleName, level: AccessLevel): void {
  if (levelOn(principal, module) < level) throw levelMissing(principal, [module], level);
}

/** Throws 403 unless the caller has the level on the module of the document's type. */
export function requireDocumentLevel(principal: Principal, documentType: DocumentType, level: AccessLevel): void {
  requireModuleLevel(principal, DOCUMENT_MODULES[documentType], level);
}

function levelMissing(principal: Principal, modules: readonly string[], level: AccessLevel): Problem {
  const held = modules.map((module) => levelOn(principal, module)).reduce((best, one) => (one > best ? one : best));
  return forbidden('module_access', levelMissingText(modules, level, held));
}
