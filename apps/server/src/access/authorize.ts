import { ACCESS, levelMissingText, type AccessLevel } from '@talaan/core/access/access-level';
import { DOCUMENT_MODULES } from '@talaan/contract/access/document-modules';
import { MODULES, type ModuleName } from '@talaan/contract/access/modules';
import type { Access } from '@talaan/contract/http/route';
import { choosingModules } from '@talaan/contract/resources/choice-access';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { forbidden, sessionMissing, type Problem } from '../platform/http/problem.ts';
import type { Principal } from '../platform/http/principal.ts';

/**
 * The modules whose levels a rule needs: a document route asks every transaction module, since the type is not known yet,
 * as does one whose answer tells of transactions.
 */
export function modulesOf(access: Access): readonly string[] {
  switch (access.kind) {
    case 'public':
      return [];
    case 'session':
      return access.transactions ? TRANSACTION_MODULES : [];
    case 'module':
      return access.transactions ? [...namedModules(access), ...TRANSACTION_MODULES] : namedModules(access);
    case 'choices':
      return choosingModules(access.of);
    case 'document':
      return TRANSACTION_MODULES;
  }
}

function namedModules({ module }: Access & { kind: 'module' }): readonly string[] {
  return typeof module === 'string' ? [module] : module;
}

const TRANSACTION_MODULES = Object.keys(MODULES).filter((name) => MODULES[name as ModuleName] === 'T');

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
      return { modules: namedModules(access), level: access.level };
    case 'choices':
      return { modules: choosingModules(access.of), level: ACCESS.select };
    case 'document':
      return { modules: documentModules(access.level), level: access.level };
  }
}

/** The modules that open a document route: those of the types, and to read also Payment, which lists what was released. */
function documentModules(level: AccessLevel): readonly string[] {
  const modules = [...new Set<string>(Object.values(DOCUMENT_MODULES))];
  return level === ACCESS.select ? [...modules, 'Payment'] : modules;
}

/** Throws 403 unless the caller has the level on the module. */
export function requireModuleLevel(principal: Principal, module: ModuleName, level: AccessLevel): void {
  if (levelOn(principal, module) < level) throw levelMissing(principal, [module], level);
}

/** Throws 403 unless the caller has the level on the module of the document's type. */
export function requireDocumentLevel(principal: Principal, documentType: DocumentType, level: AccessLevel): void {
  requireModuleLevel(principal, DOCUMENT_MODULES[documentType], level);
}

function levelOn(principal: Principal, module: string): AccessLevel {
  return principal.levels[module] ?? 0;
}

function levelMissing(principal: Principal, modules: readonly string[], level: AccessLevel): Problem {
  const held = modules.map((module) => levelOn(principal, module)).reduce((best, one) => (one > best ? one : best));
  return forbidden('module_access', levelMissingText(modules, level, held));
}
