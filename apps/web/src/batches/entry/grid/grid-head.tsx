import type { PointerEvent } from 'react';
import { LEAST_WIDTH } from './grid-columns.ts';
import type { GridColumn, LineCells } from './grid-line.ts';
import styles from './lines-grid.module.css';

/** The headings of the grid, which also give its columns their widths; each can be dragged at its right edge. */
export function GridHead<Line, Field extends string>({
  columns,
  cells,
  onResize,
}: {
  columns: readonly GridColumn<Field>[];
  cells: LineCells<Line, Field>;
  /** Null: back to the declared width. */
  onResize: (field: Field, width: number | null) => void;
}) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={styles.number}>
          #
        </th>
        {columns.map(({ field, header, width, least = width, required, grows }) => (
          <th
            key={field}
            scope="col"
            data-column={field}
            className={cells.styleOf(field) === 'figure' ? styles.figure : undefined}
            style={{ minWidth: least, width: grows ? undefined : width }}
          >
            {header}
            {required ? (
              <span className={styles.required} aria-hidden="true">
                {' *'}
              </span>
            ) : null}
            <span
              className={styles.grip}
              aria-hidden="true"
              title="Drag to make the column wider; double-click for its own width"
              onPointerDown={(event) => drag(event, (dragged) => onResize(field, dragged))}
              onDoubleClick={() => onResize(field, null)}
            />
          </th>
        ))}
        <td className={styles.end} />
      </tr>
    </thead>
  );
}

/** Follows the pointer with the width of the heading, and tells it when the pointer is let go. */
function drag(event: PointerEvent<HTMLElement>, onEnd: (width: number) => void): void {
  const grip = event.currentTarget;
  const heading = grip.parentElement;
  if (heading === null || event.button !== 0) return;
  event.preventDefault();
  const from = event.clientX - heading.offsetWidth;
  let width: number | null = null;
  const follow = ({ clientX }: globalThis.PointerEvent): void => {
    width = Math.max(LEAST_WIDTH, clientX - from);
    heading.style.width = heading.style.minWidth = `${width}px`;
  };
  const end = (): void => {
    grip.removeEventListener('pointermove', follow);
    if (width !== null) onEnd(width);
  };
  grip.setPointerCapture(event.pointerId);
  grip.addEventListener('pointermove', follow);
  grip.addEventListener('lostpointercapture', end, { once: true });
}
