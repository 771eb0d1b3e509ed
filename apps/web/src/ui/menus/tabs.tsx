import { Tabs as MantineTabs } from '@mantine/core';
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

/** A row or column of tabs; arrow keys, Home and End move and open. The panel is a `TabPanel` with the same `id`. */
export function Tabs({ label, tabs, active, onChange, orientation = 'horizontal' }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  useTabInSight(list, active, orientation);

  /** The kit's tabs move the focus on Home and End, and open nothing. */
  function openEnds({ key }: KeyboardEvent): void {
    const tab = key === 'Home' ? tabs[0] : key === 'End' ? tabs.at(-1) : undefined;
    if (tab) onChange(tab.id);
  }

  return (
    <MantineTabs
      unstyled
      className={styles.boxless}
      value={active}
      onChange={(id) => id !== null && onChange(id)}
      orientation={orientation}
    >
      <MantineTabs.List
        ref={list}
        aria-label={label}
        className={classNames(styles.list, orientation === 'vertical' && styles.vertical)}
        onKeyDownCapture={openEnds}
      >
        {tabs.map((tab) => (
          <MantineTabs.Tab
            key={tab.id}
            value={tab.id}
            id={tabId(tab.id)}
            aria-controls={tab.id === active ? panelId(tab.id) : undefined}
            className={styles.tab}
            classNames={{ tabLabel: styles.boxless ?? '' }}
          >
            {tab.label}
            {tab.count === undefined ? null : <CountPill count={tab.count} />}
            {tab.errors ? (
              <span className={styles.errors}>
                {tab.errors}
                <span className="visually-hidden">{tab.errors === 1 ? ' error' : ' errors'}</span>
              </span>
            ) : null}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
    </MantineTabs>
  );
}

/** Scrolls a row that is wider than its place to the open tab; the page stays where it is. */
function useTabInSight(
  list: RefObject<HTMLDivElement | null>,
  active: string,
  orientation: NonNullable<TabsProps['orientation']>,
): void {
  useEffect(() => {
    const row = list.current;
    if (row === null || orientation === 'vertical') return;
    showOpenTab(row);
    // A window that became narrower, as of a phone that was turned, keeps in sight which one is open.
    const observer = new ResizeObserver(() => showOpenTab(row));
    observer.observe(row);
    return () => observer.disconnect();
  }, [list, orientation, active]);
}

function showOpenTab(row: HTMLElement): void {
  const tab = row.querySelector<HTMLElement>('[aria-selected="true"]');
  if (tab === null) return;
  const [box, own] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  const air = parseFloat(getComputedStyle(row).paddingLeft);
  if (own.right > box.right) row.scrollLeft += own.right - box.right + air;
  else if (own.left < box.left) row.scrollLeft -= box.left - own.left + air;
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
