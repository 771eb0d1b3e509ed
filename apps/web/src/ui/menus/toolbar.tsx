import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../buttons/button.tsx';
import { classNames } from '../class-names.ts';
import { IconFilters } from '../icons.tsx';
import { useShortcut } from '../keyboard/shortcuts.ts';
import styles from './toolbar.module.css';

/**
 * The row of controls over a list: search and month on the left, then its filters, `end` on the right. With `filters` it is
 * one line at any width; without, it wraps when it is narrow.
 */
export function Toolbar({
  label = 'Filters',
  children,
  filters,
  onClear,
  views,
  end,
}: {
  label?: string;
  children: ReactNode;
  filters?: ReactNode;
  /** Takes all filters away; undefined while there is none. */
  onClear?: (() => void) | undefined;
  /** The choice of view, which a phone shows too, where it folds `end` away with the filters. */
  views?: ReactNode;
  end?: ReactNode;
}) {
  return (
    <div className={classNames(styles.toolbar, filters !== undefined && styles.line)} role="group" aria-label={label}>
      {children}
      {filters === undefined ? null : <Filters onClear={onClear}>{filters}</Filters>}
      {views === undefined ? null : <div className={styles.views}>{views}</div>}
      {end === undefined ? null : <div className={styles.end}>{end}</div>}
    </div>
  );
}

const NARROWS = '[data-narrows], [aria-pressed=true]';

/**
 * As many filters as the line has room for, what narrows the list first, and on a phone none; a button unfolds the others,
 * and counts those among them that narrow it.
 */
function Filters({ onClear, children }: { onClear: (() => void) | undefined; children: ReactNode }) {
  const line = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [folded, setFolded] = useState({ count: 0, chosen: 0, all: false });

  useLayoutEffect(() => {
    const box = line.current!;
    const items = [...box.children] as HTMLElement[];
    const measure = (): void => {
      const all = box.offsetParent === null;
      const top = Math.min(...items.map((item) => item.offsetTop));
      const end = box.offsetLeft + box.offsetWidth;
      // The first one stays in the first line also where that is too short for it.
      const out = items.filter((item) => all || item.offsetTop > top || item.offsetLeft + item.scrollWidth > end + 1);
      for (const item of items) item.toggleAttribute('data-folded', out.includes(item));
      const count = out.length;
      const chosen = out.filter((item) => item.matches(NARROWS)).length;
      setFolded((before) =>
        before.count === count && before.chosen === chosen && before.all === all ? before : { count, chosen, all },
      );
    };
    measure();
    // A filter grows with the name of what it narrows to.
    const observer = new ResizeObserver(measure);
    for (const element of [box, ...items]) observer.observe(element);
    return () => observer.disconnect();
  });

  useShortcut('f', 'Filters', () => {
    if (line.current?.offsetParent === null) flushSync(() => setOpen(true));
    line.current?.querySelector('button')?.focus();
  });

  return (
    <>
      <div ref={line} className={classNames(styles.filters, open && styles.open)}>
        {children}
      </div>
      {open || folded.count > 0 ? (
        <Button variant="ghost" icon={<IconFilters />} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open
            ? 'Fewer filters'
            : `${folded.all ? 'Filters' : 'More filters'}${folded.chosen === 0 ? '' : ` (${folded.chosen})`}`}
        </Button>
      ) : null}
      {onClear === undefined ? null : (
        <Button variant="ghost" className={styles.clear} onClick={onClear}>
          Clear
        </Button>
      )}
    </>
  );
}

/** Takes the toolbar's place while rows are selected: how many, what to do with them, and how to get out. */
export function SelectionBar({
  count,
  sums,
  onClear,
  children,
}: {
  count: number;
  /** What they come to. */
  sums?: ReactNode;
  onClear: () => void;
  children: ReactNode;
}) {
  useShortcut('Escape', 'Clear the selection', onClear);
  return (
    <div className={`${styles.toolbar} ${styles.selection}`} role="group" aria-label="Selected rows">
      <b className="figures" role="status">{`${count} selected`}</b>
      {sums}
      {children}
      <Button variant="ghost" keys="Escape" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}
