import { Link } from '@tanstack/react-router';
import { Fragment, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { ModuleType } from '@talaan/contract/access/modules';
import { IconButton } from '../ui/buttons/button.tsx';
import { classNames } from '../ui/class-names.ts';
import {
  IconChevronDown,
  IconChevronRight,
  IconDashboard,
  IconFileMaintenance,
  IconReports,
  IconSearch,
  IconStar,
  IconTransactions,
} from '../ui/icons.tsx';
import { Popover } from '../ui/layers/popover.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import { changePreferences, usePreferences } from '../page/preferences.ts';
import { MENU_GROUPS, groupOf, useMenuScreens, type Screen } from '../page/screen.ts';
import { useUser } from '../session/session.ts';
import styles from './side-menu.module.css';

const GROUP_ICONS: Record<ModuleType, typeof IconStar> = {
  F: IconFileMaintenance,
  T: IconTransactions,
  R: IconReports,
};
const FAVOURITES = 'Favourites';

interface MenuGroup {
  label: string;
  icon: typeof IconStar;
  screens: readonly Screen[];
}

/** The menu: Dashboard, favourites, and the groups of what the user may open. `rail` shows icons whose panels hold the entries. */
export function SideMenu({
  rail = false,
  pathname,
  onPreload,
}: {
  rail?: boolean;
  pathname: string;
  onPreload?: (screen: Screen) => void;
}) {
  const groups = useMenuGroups();
  return rail ? (
    <Rail groups={groups} pathname={pathname} />
  ) : (
    <FullMenu groups={groups} pathname={pathname} onPreload={onPreload} />
  );
}

function FullMenu({
  groups,
  pathname,
  onPreload,
}: {
  groups: readonly MenuGroup[];
  pathname: string;
  onPreload: ((screen: Screen) => void) | undefined;
}) {
  const [text, setText] = useState('');
  const { menu_groups: chosen } = usePreferences();
  const wanted = text.trim().toLowerCase();
  const shown = groups
    .map((group) => ({ ...group, screens: group.screens.filter(({ label }) => label.toLowerCase().includes(wanted)) }))
    .filter(({ screens }) => screens.length > 0);
  return (
    <>
      <TextInput
        className={styles.filter ?? ''}
        icon={<IconSearch />}
        aria-label="Filter menu"
        placeholder="Filter menu"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault();
            setText('');
          } else if (event.key === 'Enter' && wanted !== '') {
            stopsAround(event.currentTarget)[1]?.click();
            setText('');
          } else stepAlong(event);
        }}
      />
      {wanted === '' ? (
        <Link to="/" className={styles.entry} {...activeMark(pathname === '/')} onKeyDown={stepAlong}>
          <IconDashboard /> Dashboard
        </Link>
      ) : null}
      {shown.map((group) => {
        const open = wanted !== '' || (chosen[group.label] ?? opensByItself(group, groups, pathname));
        return (
          <FoldingGroup
            key={group.label}
            group={group}
            open={open}
            pathname={pathname}
            onFold={() => changePreferences({ menu_groups: { ...chosen, [group.label]: !open } })}
            onPreload={onPreload}
          />
        );
      })}
      {wanted !== '' && shown.length === 0 ? <p className={styles.none}>{`No entry for “${text}”`}</p> : null}
    </>
  );
}

/** A heading that opens and closes the entries below it. */
function FoldingGroup({
  group,
  open,
  pathname,
  onFold,
  onPreload,
}: {
  group: MenuGroup;
  open: boolean;
  pathname: string;
  onFold: () => void;
  onPreload: ((screen: Screen) => void) | undefined;
}) {
  const Icon = group.icon;
  return (
    <>
      <button
        type="button"
        className={classNames(
          styles.group,
          !open && group.screens.some((screen) => isOpen(screen, pathname)) && styles.holdsCurrent,
        )}
        aria-expanded={open}
        onClick={onFold}
      >
        <Icon /> {group.label}
        <span className={styles.fold}>{open ? <IconChevronDown /> : <IconChevronRight />}</span>
      </button>
      {open ? (
        <ul>
          {group.screens.map((screen) => (
            <li key={screen.path} className={styles.line}>
              <Link
                to={screen.path}
                className={styles.entry}
                {...activeMark(isOpen(screen, pathname))}
                onPointerEnter={() => onPreload?.(screen)}
                onKeyDown={stepAlong}
              >
                <span className="ellipsis">{screen.label}</span>
              </Link>
              <Star screen={screen} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** The filter box and the entries below it, from the top. */
function stopsAround(element: HTMLElement): HTMLElement[] {
  return [...element.closest('nav')!.querySelectorAll<HTMLElement>('input, a')];
}

/** ↓ and ↑ go from the filter box through the entries and back. */
function stepAlong(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const stops = stopsAround(event.currentTarget);
  stops[stops.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}

function Star({ screen }: { screen: Screen }) {
  const { id } = useUser();
  const { favourites } = usePreferences();
  const mine = favourites[id] ?? [];
  const starred = mine.includes(screen.path);
  return (
    <IconButton
      className={classNames(styles.star, starred && styles.starred)}
      size="sm"
      label={starred ? `Remove ${screen.label} from favourites` : `Add ${screen.label} to favourites`}
      icon={<IconStar size={14} />}
      aria-pressed={starred}
      side="right"
      onClick={() =>
        changePreferences({
          favourites: {
            ...favourites,
            [id]: starred ? mine.filter((path) => path !== screen.path) : [...mine, screen.path],
          },
        })
      }
    />
  );
}

function Rail({ groups, pathname }: { groups: readonly MenuGroup[]; pathname: string }) {
  return (
    <div className={styles.rail}>
      <RailTip label="Dashboard">
        <Link to="/" className={styles.entry} aria-label="Dashboard" {...activeMark(pathname === '/')}>
          <IconDashboard />
        </Link>
      </RailTip>
      {groups.map((group, index) => (
        <Fragment key={group.label}>
          {index === (groups[0]?.label === FAVOURITES ? 1 : 0) ? <hr /> : null}
          <RailGroup group={group} pathname={pathname} />
        </Fragment>
      ))}
    </div>
  );
}

function RailGroup({ group, pathname }: { group: MenuGroup; pathname: string }) {
  const [open, setOpen] = useState(false);
  const Icon = group.icon;
  const active = group.label !== FAVOURITES && group.screens.some((screen) => isOpen(screen, pathname));
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={group.label}
      side="right-start"
      flush
      target={
        <IconButton
          className={classNames(styles.entry, active && styles.active)}
          label={group.label}
          side="right"
          icon={<Icon />}
          onClick={() => setOpen(!open)}
        />
      }
    >
      <div className={styles.flyout}>
        <h2>{group.label}</h2>
        <ul>
          {group.screens.map((screen) => (
            <li key={screen.path}>
              <Link
                to={screen.path}
                className={styles.entry}
                {...activeMark(isOpen(screen, pathname))}
                onClick={() => setOpen(false)}
              >
                {screen.label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </Popover>
  );
}

function RailTip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={styles.tip} title={label}>
      {children}
    </span>
  );
}

function useMenuGroups(): readonly MenuGroup[] {
  const screens = useMenuScreens();
  const { id } = useUser();
  const { favourites } = usePreferences();
  const starred = screens.filter(({ path }) => favourites[id]?.includes(path));
  const byType = MENU_GROUPS.map(({ type, label }) => ({
    label,
    icon: GROUP_ICONS[type],
    screens: screens.filter((screen) => groupOf(screen).type === type),
  }));
  return [{ label: FAVOURITES, icon: IconStar, screens: starred }, ...byType].filter(
    (group) => group.screens.length > 0,
  );
}

/** Favourites, the group of the open screen, and on the dashboard the transactions, or whatever comes first. */
function opensByItself(group: MenuGroup, groups: readonly MenuGroup[], pathname: string): boolean {
  if (group.label === FAVOURITES) return true;
  const others = groups.filter(({ label }) => label !== FAVOURITES);
  const current = others.find(({ screens }) => screens.some((screen) => isOpen(screen, pathname)));
  return group.label === (current ?? others.find(({ icon }) => icon === GROUP_ICONS.T) ?? others[0])?.label;
}

function isOpen(screen: Screen, pathname: string): boolean {
  return pathname === screen.path || pathname.startsWith(`${screen.path}/`);
}

function activeMark(active: boolean): { 'aria-current'?: 'page'; 'data-active'?: true } {
  return active ? { 'aria-current': 'page', 'data-active': true } : {};
}
