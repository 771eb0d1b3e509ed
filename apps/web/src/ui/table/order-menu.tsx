import { Button } from '../buttons/button.tsx';
import { IconArrowDown, IconArrowUp } from '../icons.tsx';
import { ActionMenu } from '../menus/action-menu.tsx';
import type { DataTableProps, Sort } from './table-props.ts';
import styles from './data-table.module.css';

const DIRECTIONS: readonly Sort['direction'][] = ['ascending', 'descending'];

/** The order of a list whose cards have no headings: a menu of the columns that sort, both ways. Shown on a phone. */
export function OrderMenu<Row>({ columns, sort, onSort }: Pick<DataTableProps<Row>, 'columns' | 'sort' | 'onSort'>) {
  const sortable = columns.filter((column) => column.sortable);
  if (onSort === undefined || sortable.length === 0) return null;
  const current = sortable.find(({ id }) => id === sort?.column);
  return (
    <div className={styles.order}>
      <ActionMenu
        label="Order"
        target={
          <Button
            variant="ghost"
            iconAfter={current && (sort?.direction === 'descending' ? <IconArrowDown /> : <IconArrowUp />)}
          >
            {current === undefined ? 'Order' : `Order: ${current.header}`}
          </Button>
        }
        groups={sortable.map(({ id, header }) => ({
          actions: DIRECTIONS.map((direction) => ({
            id: `${id} ${direction}`,
            label: `${header}, ${direction}`,
            checked: sort?.column === id && sort.direction === direction,
            onSelect: () => onSort({ column: id, direction }),
          })),
        }))}
      />
    </div>
  );
}
