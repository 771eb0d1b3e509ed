import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import type { ModuleType } from '@talaan/contract/access/modules';
import { MODULE_TYPES } from '@talaan/contract/resources/access/module.resource';
import { ROLE_ACCESS_LEVELS } from '@talaan/contract/resources/access/role-access.resource';
import { refreshSession } from '../../session/session.ts';
import { useWhyNot } from '../../session/why-not.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { CodeSelect } from '../../ui/fields/combobox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { allChoicesOf } from '../record/choices.ts';
import { ListToolbar } from '../list/list-toolbar.tsx';
import { MatrixFooter } from './matrix-footer.tsx';
import { useModuleFinder, type ModuleChoice } from './module-finder.tsx';
import type { MasterRecord } from '../record/resource-calls.ts';
import type { ListViewProps, ResourceParts } from '../record/resource-parts.ts';
import { useSaveEntries, type EntryChange } from '../record/save-entries.ts';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import styles from './matrix.module.css';

const ROLE = 'roles';
const TYPES = Object.keys(MODULE_TYPES) as ModuleType[];
/** Levels that an entry gives; No Access is no entry. */
const GIVEN_LEVELS = Object.entries(ROLE_ACCESS_LEVELS)
  .map(([level, label]) => ({ level: Number(level), label }))
  .filter(({ level }) => level > ACCESS.none);

/** What one role may do on every module, in a column for each module type; saved as role access entries. */
export function AccessMatrix(props: ListViewProps) {
  const { parts, state, change, abilities } = props;
  const { definition, calls } = parts;
  const role = state.filters[ROLE]?.[0] ?? '';
  const roles = useQuery(allChoicesOf('role'));
  const { query: modules, modules: all, box, finds } = useModuleFinder();
  const entries = useQuery({ ...calls.all({ [ROLE]: role }), enabled: role !== '' });
  const { chosen, busy, levelOf, give, discard, saveAll } = useGivenLevels(parts, role, entries.data ?? []);
  // A module is taken away by deleting its entry.
  const blocked = useWhyNot(definition.module, ACCESS.delete, abilities.delete);
  const shown = all.filter(finds);
  const waiting = modules.isPending || (role !== '' && entries.isPending);
  return (
    <>
      <ListToolbar {...props} plain>
        <span className={styles.picker}>
          <CodeSelect
            label="Role"
            placeholder="Choose a role"
            options={(roles.data ?? []).map((row) => ({ value: row.code, label: row.name }))}
            value={role}
            disabled={chosen.size > 0}
            onChange={(name) => change({ filters: { [ROLE]: name === '' ? [] : [name] } })}
          />
        </span>
        {box}
      </ListToolbar>
      <div className={styles.scroll}>
        {role === '' ? <p className={styles.note}>Choose a role to see what it may do.</p> : null}
        <LoadState
          query={{ ...(modules.isError ? modules : entries), isPending: waiting }}
          what="this list"
          className={styles.note}
        />
        {role === '' || waiting ? null : (
          <div className={styles.columns}>
            {TYPES.map((type) => (
              <TypeColumn
                key={type}
                type={type}
                modules={shown.filter((module) => module.type === type)}
                levelOf={levelOf}
                isChanged={(name) => chosen.has(name)}
                fixed={blocked !== undefined}
                onGive={give}
              />
            ))}
          </div>
        )}
      </div>
      <MatrixFooter
        changes={chosen.size}
        blocked={blocked}
        busy={busy}
        onDiscard={discard}
        onSave={() => void saveAll()}
      />
    </>
  );
}

/** The levels of a role as they are stored and changed here, and the call that stores them. */
function useGivenLevels(parts: ResourceParts, role: string, entries: readonly MasterRecord[]) {
  const save = useSaveEntries(parts);
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(new Map());
  const [busy, setBusy] = useState(false);
  const stored = new Map(entries.map((record) => [String(record['module_name']), record]));
  const levelOf = (name: string): number => chosen.get(name) ?? storedLevel(stored.get(name));
  const discard = () => setChosen(new Map());

  function give(levels: readonly (readonly [name: string, level: number])[]): void {
    const next = new Map(chosen);
    for (const [name, level] of levels) {
      if (level === storedLevel(stored.get(name))) next.delete(name);
      else next.set(name, level);
    }
    setChosen(next);
  }

  async function saveAll(): Promise<void> {
    setBusy(true);
    const saved = await save(changesOf(role, stored, chosen), role);
    setBusy(false);
    if (!saved) return;
    discard();
    // The role may be one of the user's own: menu and buttons follow at once.
    await refreshSession();
  }

  return { chosen, busy, levelOf, give, discard, saveAll };
}

interface TypeColumnProps {
  type: ModuleType;
  modules: readonly ModuleChoice[];
  levelOf: (name: string) => number;
  isChanged: (name: string) => boolean;
  fixed: boolean;
  onGive: (levels: readonly (readonly [name: string, level: number])[]) => void;
}

function TypeColumn({ type, modules, levelOf, isChanged, fixed, onGive }: TypeColumnProps) {
  const given = modules.filter(({ name }) => levelOf(name) > ACCESS.none);
  const all = modules.length > 0 && given.length === modules.length;
  const levels = new Set(given.map(({ name }) => levelOf(name)));

  function giveAll(on: boolean): void {
    onGive(modules.map(({ name }) => [name, on ? levelOf(name) || ACCESS.select : ACCESS.none]));
  }

  return (
    <section className={styles.column} aria-label={MODULE_TYPES[type]}>
      <div className={styles.head}>
        <h2>
          <Checkbox
            label={`${MODULE_TYPES[type]} (${given.length} of ${modules.length})`}
            checked={all}
            indeterminate={!all && given.length > 0}
            disabled={fixed || modules.length === 0}
            onChange={(event) => giveAll(event.target.checked)}
          />
        </h2>
        <LevelSelect
          label={`Level of all chosen ${MODULE_TYPES[type]} modules`}
          level={levels.size === 1 ? [...levels][0]! : null}
          disabled={fixed || given.length === 0}
          onChange={(level) => onGive(given.map(({ name }) => [name, level]))}
        />
      </div>
      <ul>
        {modules.map(({ name }) => {
          const level = levelOf(name);
          return (
            <li key={name} className={classNames(styles.line, isChanged(name) && styles.changed)}>
              <Checkbox
                label={name}
                checked={level > ACCESS.none}
                disabled={fixed}
                onChange={(event) => onGive([[name, event.target.checked ? ACCESS.select : ACCESS.none]])}
              />
              {level > ACCESS.none ? (
                <LevelSelect
                  label={`Level on ${name}`}
                  level={level}
                  disabled={fixed}
                  onChange={(next) => onGive([[name, next]])}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Select, Insert, Update, Delete; null while the modules it stands for differ. */
function LevelSelect(props: {
  label: string;
  level: number | null;
  disabled: boolean;
  onChange: (level: number) => void;
}) {
  const { label, level, disabled, onChange } = props;
  return (
    <select
      className={styles.level}
      aria-label={label}
      value={level ?? ''}
      disabled={disabled}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {level === null ? (
        <option value="" disabled>
          {disabled ? '' : 'Several'}
        </option>
      ) : null}
      {GIVEN_LEVELS.map((given) => (
        <option key={given.level} value={given.level}>
          {given.label}
        </option>
      ))}
    </select>
  );
}

function storedLevel(record: MasterRecord | undefined): number {
  return Number(record?.['access_level'] ?? ACCESS.none);
}

/** A module without a level loses its entry, a new one gets one, the others change theirs. */
function changesOf(
  role: string,
  stored: ReadonlyMap<string, MasterRecord>,
  chosen: ReadonlyMap<string, number>,
): EntryChange[] {
  return [...chosen].map(([name, level]): EntryChange => {
    const record = stored.get(name);
    if (record === undefined) return { action: 'add', entry: { [ROLE]: role, module_name: name, access_level: level } };
    return level === ACCESS.none
      ? { action: 'delete', record }
      : { action: 'update', record, change: { access_level: level } };
  });
}
