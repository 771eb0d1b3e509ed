import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { PAGE_SIZES } from '@talaan/contract/http/envelope';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { TableStatus } from '../../ui/table/table-props.ts';
import { ActionMenu, type MenuAction } from '../../ui/menus/action-menu.tsx';
import { IconEdit, IconMore, IconPlus, IconView } from '../../ui/icons.tsx';
import { PagingFooter } from '../../ui/table/paging-footer.tsx';
import { useStableCalls } from '../../ui/stable-calls.ts';
import { tableColumns } from './list-columns.tsx';
import { isNarrowed, selectionOf, sortOf } from '../record/list-state.ts';
import { ListSelectionBar, NOTHING_SELECTED } from './list-selection.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import type { MasterRecord } from '../record/resource-calls.ts';
import type { ListViewProps, ScreenOverride } from '../record/resource-parts.ts';

/** The list itself: one page of the records, with paging, order and keyboard of every list (ux §3). */
export function ListTable(props: ListViewProps & { onNew: (() => void) | undefined }) {
  const { parts, state, change, abilities, columns, onOpen, onDelete, onDuplicate, onNew, flashId } = props;
  const { definition, calls } = parts;
  const client = useQueryClient();
  const query = { ...selectionOf(state), page: state.page, pages: state.pages };
  const list = useQuery(calls.list(query));
  const page = list.data;
  const rows = page?.data ?? [];
  const lastPage = page?.last_page ?? 1;
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const shown = useMemo(() => tableColumns(parts, columns), [parts, columns]);
  const acts = (parts.override.useRowActs ?? useNoActs)();
  const rowActions = useRowActions(props, acts.actsOf);
  const isSelecting = selection.all || selection.ids.size > 0;
  const narrowing = JSON.stringify([state.q, state.filters]);
  const beyondEnd = page !== undefined && !list.isPlaceholderData && state.page > lastPage;

  useEffect(() => {
    // The last record of the last page was deleted, or the address is older than the list.
    if (beyondEnd) change({ page: lastPage }, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [beyondEnd, lastPage]);

  useEffect(() => {
    // What is selected is what is in sight on these pages; another search finds other records.
    setSelection(NOTHING_SELECTED);
  }, [narrowing]);

  function turnTo(to: number): void {
    if (to >= 1 && to <= lastPage && to !== state.page) change({ page: to });
  }

  function clearFilters(): void {
    change({ q: '', page: 1, filters: Object.fromEntries(definition.list.filters.map((name) => [name, []])) });
  }

  return (
    <>
      {isSelecting ? (
        <ListSelectionBar
          parts={parts}
          state={state}
          abilities={abilities}
          selection={selection}
          total={page?.total ?? 0}
          onSelect={setSelection}
        />
      ) : (
        <ListToolbar {...props} />
      )}
      <DataTable<MasterRecord>
        cards={false}
        caption={definition.title.many}
        columns={shown}
        rows={rows}
        rowId={(record) => String(record.id)}
        status={statusOf(list)}
        onRetry={() => void list.refetch()}
        sort={sortOf(definition, state.sort)}
        onSort={(sort) =>
          change({ page: 1, sort: sort === null ? '' : `${sort.direction === 'descending' ? '-' : ''}${sort.column}` })
        }
        selection={{
          selected: selection.all ? new Set(rows.map((record) => String(record.id))) : selection.ids,
          onChange: (ids) => setSelection({ ids, all: false }),
          label: (record) => `Select ${definition.describe(record)}`,
        }}
        onOpen={(record) => onOpen(record.id)}
        {...(abilities.update ? { onEdit: (record: MasterRecord) => onOpen(record.id) } : {})}
        {...(onDelete === undefined ? {} : { onDelete: (record: MasterRecord) => onDelete(record.id) })}
        {...(onDuplicate === undefined ? {} : { onDuplicate: (record: MasterRecord) => onDuplicate(record.id) })}
        onTurnPage={(step) => turnTo(state.page + step)}
        rowActions={rowActions}
        currentId={state.id === '' ? undefined : state.id}
        flashId={flashId}
        empty={{
          title: `No ${definition.title.many} yet`,
          ...(onNew === undefined
            ? {}
            : {
                action: (
                  <Button icon={<IconPlus />} onClick={onNew}>
                    {`New ${definition.title.one}`}
                  </Button>
                ),
              }),
        }}
        noMatch={
          isNarrowed(state)
            ? {
                text: state.q === '' ? 'No result for these filters' : `No result for “${state.q}”`,
                onClear: clearFilters,
              }
            : undefined
        }
      />
      {page === undefined && list.isError ? null : (
        <PagingFooter
          from={page?.from ?? 0}
          to={page?.to ?? 0}
          total={page?.total ?? 0}
          page={state.page}
          lastPage={lastPage}
          perPage={state.pages}
          choices={PAGE_SIZES}
          onPage={turnTo}
          onPerPage={(pages) => change({ pages, page: 1 })}
          onPrefetchNext={() => void client.prefetchQuery(calls.list({ ...query, page: state.page + 1 }))}
        />
      )}
      {acts.dialog}
    </>
  );
}

const NO_ACTS = { actsOf: () => [], dialog: null } satisfies ReturnType<NonNullable<ScreenOverride['useRowActs']>>;
const useNoActs = () => NO_ACTS;

/** The button and the menu of a row; what the user's level forbids is not there. */
function useRowActions(
  { abilities, onOpen, onDelete, onDuplicate }: ListViewProps,
  actsOf: (record: MasterRecord) => readonly MenuAction[],
) {
  const calls = useStableCalls({
    open: onOpen,
    remove: (id: number) => onDelete?.(id),
    duplicate: (id: number) => onDuplicate?.(id),
  });
  const [canUpdate, canDelete, canDuplicate] = [abilities.update, onDelete !== undefined, onDuplicate !== undefined];
  return useCallback(
    (record: MasterRecord) => (
      <>
        <IconButton
          size="sm"
          label={canUpdate ? 'Edit' : 'View'}
          icon={canUpdate ? <IconEdit /> : <IconView />}
          onClick={() => calls.open(record.id)}
        />
        <ActionMenu
          target={<IconButton size="sm" label="More actions" icon={<IconMore />} />}
          groups={[
            {
              actions: [
                { id: 'open', label: canUpdate ? 'Edit' : 'View', onSelect: () => calls.open(record.id) },
                ...(canDuplicate
                  ? [{ id: 'duplicate', label: 'Duplicate', onSelect: () => calls.duplicate(record.id) }]
                  : []),
              ],
            },
            { actions: actsOf(record) },
            {
              actions: canDelete
                ? [{ id: 'delete', label: 'Delete', danger: true, onSelect: () => calls.remove(record.id) }]
                : [],
            },
          ]}
        />
      </>
    ),
    [calls, actsOf, canUpdate, canDelete, canDuplicate],
  );
}

/** How a table shows the state of its query. */
export function statusOf(query: { isPending: boolean; isError: boolean; isPlaceholderData: boolean }): TableStatus {
  if (query.isError) return 'failed';
  if (query.isPending) return 'loading';
  return query.isPlaceholderData ? 'refetching' : 'ready';
}
