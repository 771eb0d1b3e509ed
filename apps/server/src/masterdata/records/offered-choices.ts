import { ACCESS } from '@talaan/core/access/access-level';
import { readSort, type ListSelection } from '@talaan/contract/resource/list-query';
import { withheldFields } from '@talaan/contract/resources/choice-access';
import { requireModuleLevel } from '../../access/authorize.ts';
import { mayOpen } from '../../access/may-open.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { ServedResource } from './served-resource.ts';

/**
 * The resource as its dropdown list serves it to the caller: without the confidential fields that no form of his shows,
 * among the values and in what a search looks at. Throws 403 where the selection filters or sorts by one of them, which
 * would tell it all the same.
 */
export function offeredTo(user: Principal, resource: ServedResource, selection: ListSelection): ServedResource {
  const { definition } = resource;
  const { dropdown, list, module } = definition;
  const withheld = withheldFields(definition.name, (name) => mayOpen(user, name));
  if (withheld.length === 0) return resource;
  const sorted = readSort(definition, selection.sort ?? '')?.map(({ field }) => field) ?? [];
  if ([...Object.keys(selection.filters), ...sorted].some((name) => withheld.includes(name)))
    requireModuleLevel(user, module, ACCESS.select);
  const kept = (names: readonly string[]) => names.filter((name) => !withheld.includes(name));
  // The text that stands for all searched fields holds the withheld ones too.
  const { searchText: _all, ...override } = resource.override;
  return {
    ...resource,
    override,
    definition: {
      ...definition,
      dropdown: { ...dropdown, extra: kept(dropdown.extra) },
      list: { ...list, search: kept(list.search) },
    },
  };
}
