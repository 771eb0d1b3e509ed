import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ModuleType } from '@talaan/contract/access/modules';
import { MODULE_TYPES } from '@talaan/contract/resources/access/module.resource';
import { ROLE_ACCESS_LEVELS } from '@talaan/contract/resources/access/role-access.resource';
import { ACCESS, type AccessLevel } from '@talaan/core/access/access-level';
import { Button } from '../../ui/buttons/button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { FilterMenu } from '../../ui/menus/filter-menu.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import { ListToolbar } from '../list/list-toolbar.tsx';
import { allChoicesOf } from '../record/choices.ts';
import type { ListViewProps } from '../record/resource-parts.ts';
import { useModuleFinder, type ModuleChoice } from './module-finder.tsx';
import styles from './matrix.module.css';

const ROLE = 'roles';
const TYPES = Object.keys(MODULE_TYPES) as ModuleType[];

/** What several roles may do on every module, a column each, with what differs from the first of them marked. */
export function RoleComparison(props: ListViewProps) {
  const { parts, state, change } = props;
  const chosen = state.filters[ROLE] ?? [];
  const roles = useQuery(allChoicesOf('role'));
  const { query: modules, modules: all, box, text, finds } = useModuleFinder();
  const entries = useQuery({ ...parts.calls.all({ [ROLE]: [...chosen] }), enabled: chosen.length > 0 });
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const levels = new Map(
    (entries.data ?? []).map((entry) => [
      `${String(entry[ROLE])}/${String(entry['module_name'])}`,
      entry['access_level'],
    ]),
  );
  const rows = all.map((module) => {
    const own = chosen.map((role) => Number(levels.get(`${role}/${module.name}`) ?? ACCESS.none) as AccessLevel);
    return { ...module, levels: own, differs: new Set(own).size > 1 };
  });
  const shown = rows.filter((row) => (row.differs || !onlyDifferent) && finds(row));
  const isAsked = chosen.length > 0;
  const waiting = modules.isPending || (isAsked && (entries.isPending || entries.isPlaceholderData));
  return (
    <>
      <ListToolbar {...props} plain>
        <FilterMenu
          label="Roles"
          options={(roles.data ?? []).map((row) => ({ value: row.code, label: row.name }))}
          selected={chosen}
          onChange={(selected) => change({ filters: { [ROLE]: selected } })}
        />
        {box}
        <Checkbox
          label="Differences only"
          checked={onlyDifferent}
          onChange={(event) => setOnlyDifferent(event.target.checked)}
        />
      </ListToolbar>
      <div className={styles.scroll}>
        {isAsked ? null : <p className={styles.note}>Choose the roles to see side by side.</p>}
        <LoadState
          query={{ ...(modules.isError ? modules : entries), isPending: waiting }}
          what="this list"
          className={styles.note}
        />
        {!isAsked || waiting ? null : (
          <ComparedRoles
            roles={chosen}
            rows={shown}
            note={`${rows.filter(({ differs }) => differs).length} of ${rows.length} modules differ`}
            onEdit={(role) => change({ view: 'matrix', filters: { [ROLE]: [role] } })}
          />
        )}
        {isAsked && !waiting && shown.length === 0 ? (
          <p className={styles.note}>{onlyDifferent ? 'They differ in nothing.' : `No module for “${text}”`}</p>
        ) : null}
      </div>
    </>
  );
}

interface ComparedRolesProps {
  roles: readonly string[];
  /** The levels of each module, in the order of the roles. */
  rows: readonly (ModuleChoice & { levels: readonly AccessLevel[] })[];
  /** At the head of the modules. */
  note: string;
  onEdit: (role: string) => void;
}

/** A column for each role and a row for each module, by their types. */
function ComparedRoles({ roles, rows, note, onEdit }: ComparedRolesProps) {
  return (
    <table className={styles.compared}>
      <caption className="visually-hidden">Access of the chosen roles</caption>
      <thead>
        <tr>
          <th scope="col" className="figures">
            {note}
          </th>
          {roles.map((role) => (
            <th key={role} scope="col">
              <span className="ellipsis" title={role}>
                {role}
              </span>
              <Button size="sm" variant="ghost" aria-label={`Edit ${role}`} onClick={() => onEdit(role)}>
                Edit
              </Button>
            </th>
          ))}
        </tr>
      </thead>
      {TYPES.map((type) => {
        const own = rows.filter((row) => row.type === type);
        if (own.length === 0) return null;
        return (
          <tbody key={type}>
            <tr>
              <th scope="rowgroup" colSpan={roles.length + 1}>
                {MODULE_TYPES[type]}
              </th>
            </tr>
            {own.map(({ name, levels: given }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {roles.map((role, place) => (
                  <td key={role} className={given[place] === given[0] ? undefined : styles.changed}>
                    {ROLE_ACCESS_LEVELS[given[place]!]}
                    {given[place] === given[0] ? null : <span className="visually-hidden"> differs</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        );
      })}
    </table>
  );
}
