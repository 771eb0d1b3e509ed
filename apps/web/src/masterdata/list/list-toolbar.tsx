import type { ReactNode } from 'react';
import { fieldOf } from '@talaan/contract/resource/define-resource';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { IconHistory, IconUndo } from '../../ui/icons.tsx';
import { SearchBox } from '../../ui/table/search-box.tsx';
import { Toolbar } from '../../ui/menus/toolbar.tsx';
import { ColumnMenu } from './column-menu.tsx';
import { FilterControl } from './filter-control.tsx';
import { isNarrowed } from '../record/list-state.ts';
import type { ListViewProps, ResourceParts } from '../record/resource-parts.ts';

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
  const names = definition.list.filters;

  function clear(): void {
    change({ q: '', page: 1, filters: Object.fromEntries(names.map((name) => [name, []])) });
  }

  const views = override.views?.map(({ id, label, icon }) => (
    <Button
      key={id}
      variant={state.view === id ? 'plain' : 'ghost'}
      data-view={id}
      aria-pressed={state.view === id}
      icon={icon}
      onClick={() => change({ view: state.view === id ? '' : id, page: 1 })}
    >
      {label}
    </Button>
  ));
  const end = (
    <>
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
  if (plain)
    return (
      <Toolbar views={views} end={end}>
        {children}
      </Toolbar>
    );
  return (
    <Toolbar
      onClear={isNarrowed(state) ? clear : undefined}
      filters={names.map((name) => (
        <FilterControl
          key={name}
          name={name}
          label={filterLabel(parts, name)}
          shape={fieldOf(definition, name)}
          selected={state.filters[name] ?? []}
          onChange={(selected) => change({ page: 1, filters: { [name]: selected } })}
        />
      ))}
      views={views}
      end={end}
    >
      <SearchBox
        value={state.q}
        onSearch={(q) => change({ q, page: 1 }, { replace: true })}
        label={`Search ${definition.title.many}`}
        keys="s"
      />
    </Toolbar>
  );
}

/** The label of the column that shows the field, else of the field. */
function filterLabel({ definition }: ResourceParts, name: string): string {
  const column = definition.list.columns.find((one) => typeof one !== 'string' && one.field === name);
  const label = typeof column === 'object' ? column.label : undefined;
  return label ?? fieldOf(definition, name).label;
}
