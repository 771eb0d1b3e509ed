import { useEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { classNames } from '../class-names.ts';
import { CountPill } from '../status-chip.tsx';
import styles from './tabs.module.css';

export interface Tab {
  id: string;
  label: string;
  /** Shown in a pill. */
  count?: number;
  /** Number of fields with an error on the tab, shown in red. */
  errors?: number;
}

export interface TabsProps {
  /** Names the set of tabs. */
  label: string;
  tabs: readonly Tab[];
  active: string;
  onChange: (id: string) => void;
  orientation?: 'horizontal' | 'vertical';
}

/** A row or column of tabs; arrow keys move and open. The panel is a `TabPanel` with the same `id`. */
export function Tabs({ label, tabs, active, onChange, orientation = 'horizontal' }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const back = orientation === 'horizontal' ? 'ArrowLeft' : 'ArrowUp';
  const forward = orientation === 'horizontal' ? 'ArrowRight' : 'ArrowDown';

  useTabInSight(list, active, orientation);

  function move(event: KeyboardEvent): void {
    const current = tabs.findIndex((tab) => tab.id === active);
    const target = { [back]: current - 1, [forward]: current + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const tab = tabs[(target + tabs.length) % tabs.length];
    if (tab === undefined) return;
    onChange(tab.id);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(tab.id))}`)?.focus();
  }

  return (
    <div
      ref={list}
      role="tablist"
      tabIndex={-1}
      aria-label={label}
      aria-orientation={orientation}
      className={classNames(styles.list, orientation === 'vertical' && styles.vertical)}
      onKeyDown={move}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={tabId(tab.id)}
          aria-selected={tab.id === active}
          aria-controls={tab.id === active ? panelId(tab.id) : undefined}
          tabIndex={tab.id === active ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(tab.id)}
        >
          {tab.label}
          {tab.count === undefined ? null : <CountPill count={tab.count} />}
          {tab.errors ? (
            <span className={styles.errors}>
              {tab.errors}
              <span className="visually-hidden">{tab.errors === 1 ? ' error' : ' errors'}</span>
            </span>
          ) : null}
        </button>
      ))}
    </div>
  );
}

/** Scrolls a row that is wider than its place to the open tab. */
function useTabInSight(
  list: RefObject<HTMLDivElement | null>,
  active: string,
  orientation: NonNullable<TabsProps['orientation']>,
): void {
  useEffect(() => {
    document.getElementById(tabId(active))?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  useEffect(() => {
    const row = list.current;
    if (row === null || orientation === 'vertical') return;
    // A window that became narrower, as of a phone that was turned, keeps in sight which one is open; the page stays where it is.
    const observer = new ResizeObserver(() => {
      const tab = row.querySelector<HTMLElement>('[aria-selected="true"]');
      if (tab === null) return;
      const [box, own] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
      const air = parseFloat(getComputedStyle(row).paddingLeft);
      if (own.right > box.right) row.scrollLeft += own.right - box.right + air;
      else if (own.left < box.left) row.scrollLeft -= box.left - own.left + air;
    });
    observer.observe(row);
    return () => observer.disconnect();
  }, [list, orientation]);
}

/** What a tab shows. A hidden panel stays mounted, so that its fields keep what was typed. */
export function TabPanel({
  id,
  active,
  children,
  className,
}: {
  id: string;
  active: boolean;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div role="tabpanel" id={panelId(id)} aria-labelledby={tabId(id)} hidden={!active} className={className}>
      {children}
    </div>
  );
}

const tabId = (id: string): string => `tab-${id}`;
const panelId = (id: string): string => `tab-panel-${id}`;
