import { useRef, useState, type ReactNode } from 'react';
import { fieldOf } from '@talaan/contract/resource/define-resource';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { IconFilters, IconHistory, IconUndo } from '../../ui/icons.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { SearchBox } from '../../ui/table/search-box.tsx';
import { Toolbar } from '../../ui/menus/toolbar.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { FilterControl } from './filter-control.tsx';
import { isNarrowed } from '../record/list-state.ts';
import type { ListViewProps, ResourceParts } from '../record/resource-parts.ts';
import styles from './list-toolbar.module.css';

/** So many filters stand in the bar, one more when it is the last; the others open with 'More filters'. */
const FILTERS_IN_SIGHT = 4;

export type ListToolbarProps = Pick<
  ListViewProps,
  'parts' | 'state' | 'change' | 'columns' | 'onColumns' | 'onShowDeleted' | 'onShowBulkChanges'
> & {
  /** A view with controls of its own leaves out what it has no use for. */
  plain?: boolean;
  /** In the place of search and filters: what such a view asks. */
  children?: ReactNode;
};

/** Search, filters, the choice of view and of columns, above a list (ux §3). */
export function ListToolbar(props: ListToolbarProps) {
  const { parts, state, change, columns, onColumns, onShowDeleted, onShowBulkChanges, plain = false, children } = props;
  const { definition, override } = parts;
  const firstFilter = useRef<HTMLSpanElement>(null);
  const [all, setAll] = useState(false);
  const names = definition.list.filters;
  const open = all || names.slice(FILTERS_IN_SIGHT).some((name) => state.filters[name] !== undefined);
  const inSight = open || names.length <= FILTERS_IN_SIGHT + 1 ? names : names.slice(0, FILTERS_IN_SIGHT);
  useShortcut('f', 'Filters', () => firstFilter.current?.querySelector('button')?.focus(), {
    enabled: !plain && names.length > 0,
  });

  function clear(): void {
    change({ q: '', page: 1, filters: Object.fromEntries(names.map((name) => [name, []])) });
  }

  const end = (
    <>
      {(override.views ?? []).map(({ id, label, icon }) => (
        <Button
          key={id}
          variant={state.view === id ? 'plain' : 'ghost'}
          aria-pressed={state.view === id}
          icon={icon}
          onClick={() => change({ view: state.view === id ? '' : id, page: 1 })}
        >
          {label}
        </Button>
      ))}
      {onShowDeleted === undefined ? null : (
        <IconButton label={`Deleted ${definition.title.many}`} icon={<IconHistory />} onClick={onShowDeleted} />
      )}
      {onShowBulkChanges === undefined ? null : (
        <IconButton
          label={`Bulk changes of ${definition.title.many}`}
          icon={<IconUndo />}
          onClick={onShowBulkChanges}
        />
      )}
      {plain ? null : <ColumnMenu definition={definition} chosen={columns} onChange={onColumns} />}
    </>
  );
  if (plain) return <Toolbar end={end}>{children}</Toolbar>;
  return (
    <Toolbar end={end}>
      <SearchBox
        value={state.q}
        onSearch={(q) => change({ q, page: 1 }, { replace: true })}
        label={`Search ${definition.title.many}`}
        keys="s"
      />
      {inSight.map((name, index) => (
        <span key={name} ref={index === 0 ? firstFilter : undefined} className={styles.filter}>
          <FilterControl
            name={name}
            label={filterLabel(parts, name)}
            shape={fieldOf(definition, name)}
            selected={state.filters[name] ?? []}
            onChange={(selected) => change({ page: 1, filters: { [name]: selected } })}
          />
        </span>
      ))}
      {inSight.length < names.length ? (
        <Button variant="ghost" icon={<IconFilters />} onClick={() => setAll(true)}>
          More filters
        </Button>
      ) : null}
      {isNarrowed(state) ? (
        <Button variant="ghost" onClick={clear}>
          Clear
        </Button>
      ) : null}
    </Toolbar>
  );
}

/** The label of the column that shows the field, else of the field. */
function filterLabel({ definition }: ResourceParts, name: string): string {
  const column = definition.list.columns.find((one) => typeof one !== 'string' && one.field === name);
  const label = typeof column === 'object' ? column.label : undefined;
  return label ?? fieldOf(definition, name).label;
}
