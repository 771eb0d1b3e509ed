import type { RowGroup } from '@talaan/contract/papers/paper-table';

/** A line of the table as the screen shows it: the head of a group, or a row of an open group. */
export type ShownRow<Row> =
  | { readonly kind: 'group'; readonly key: string; readonly group: RowGroup<Row>; readonly open: boolean }
  | { readonly kind: 'row'; readonly key: string; readonly row: Row };

/** The lines in sight: every group head, and the rows of the groups that are not collapsed. A group without a code has no head. */
export function shownRows<Row>(
  groups: readonly RowGroup<Row>[],
  collapsed: ReadonlySet<string>,
  rowKey: (row: Row) => string,
): ShownRow<Row>[] {
  return groups.flatMap((group) => {
    const open = !collapsed.has(group.code);
    const head: ShownRow<Row>[] = group.code === '' ? [] : [{ kind: 'group', key: `group ${group.code}`, group, open }];
    return open ? [...head, ...group.rows.map((row): ShownRow<Row> => ({ kind: 'row', key: rowKey(row), row }))] : head;
  });
}
