import { MODULES, type ModuleName } from '../access/modules.ts';
import { OFFERED_RECORDS } from '../documents/entry-page/offered-records.ts';
import type { AnyResource } from '../resource/define-resource.ts';
import type { FieldShape, ReferenceField, ReferencesField } from '../resource/field.ts';
import type { ResourceName } from '../resource/resource-index.ts';
import { allResources, resourceNamed } from './resource-table.ts';

/** What only the resource's own list shows: account numbers, taxpayer numbers, and limits. */
const CONFIDENTIAL_KINDS: readonly FieldShape['kind'][] = ['bank_account', 'tin', 'amount'];

const TRANSACTION_MODULES = (Object.keys(MODULES) as ModuleName[]).filter((name) => MODULES[name] === 'T');

/**
 * The modules on any one of which Select opens the dropdown list of a resource (decisions §2): its own first, then those
 * whose forms refer to it, and all of transactions for what entry pages offer.
 */
export function choosingModules(of: string): readonly ModuleName[] {
  return CHOOSING_MODULES.get(of)!;
}

const CHOOSING_MODULES = new Map<string, readonly ModuleName[]>(
  allResources().map(({ name, module }) => {
    const referring = allResources().filter((definition) => referencesTo(name, definition).length > 0);
    const transactions = OFFERED_RECORDS.some((offered) => offered === name) ? TRANSACTION_MODULES : [];
    return [name, [...new Set([module, ...referring.map((definition) => definition.module), ...transactions])]];
  }),
);

/**
 * Confidential fields of a resource that its dropdown list keeps from whoever may not see its own module. In: whether the
 * caller has Select on a module. What a form of his brings with the choice comes, and what the record is called by.
 */
export function withheldFields(of: ResourceName, holds: (module: ModuleName) => boolean): string[] {
  const definition = resourceNamed(of);
  if (holds(definition.module)) return [];
  const shown = new Set([definition.dropdown.code, ...definition.dropdown.name]);
  for (const referring of allResources().filter(({ module }) => holds(module))) {
    for (const shape of referencesTo(of, referring)) {
      if (shape.kind === 'reference') shape.brings?.forEach((name) => shown.add(name));
    }
  }
  return Object.entries(definition.fields)
    .filter(([name, { kind }]) => CONFIDENTIAL_KINDS.includes(kind) && !shown.has(name))
    .map(([name]) => name);
}

function referencesTo(of: ResourceName, { fields }: AnyResource): (ReferenceField | ReferencesField)[] {
  return Object.values<FieldShape>(fields)
    .flatMap((shape) => (shape.kind === 'children' ? Object.values(shape.fields) : [shape]))
    .filter((shape) => shape.kind === 'reference' || shape.kind === 'references')
    .filter(({ to }) => to === of);
}
