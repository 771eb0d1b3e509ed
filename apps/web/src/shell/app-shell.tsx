import { FocusTrap } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useId, useState, type ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import { openDialogLayer, useActiveShortcuts, useShortcut, type Shortcut } from '../ui/keyboard/shortcuts.ts';
import { DialogLayerContext } from '../ui/keyboard/dialog-layers.ts';
import { useOneSearch } from '../page/one-search.ts';
import { CommandPalette } from './palette/command-palette.tsx';
import { MaintenanceBanner } from '../session/maintenance.tsx';
import { changePreferences, usePreferences } from '../page/preferences.ts';
import { groupOf, useMenuScreens, type Screen } from '../page/screen.ts';
import { PreviewBanner } from '../session/preview.tsx';
import { SessionBanner, useSessionSeconds } from '../session/session-countdown.tsx';
import { SessionExpiredDialog } from '../access/session-expired-dialog.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { useChangesNotice } from '../session/waiting-changes.ts';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';
import styles from './app-shell.module.css';

const NARROW = '(max-width: 991px)';
const RAIL_BY_ITSELF = '(max-width: 1279px)';

/** Pages on which lines are typed: they need the width. */
const ENTRY_PAGE = /\/(create|edit\/.*)$/;

/**
 * Top bar, menu and the page. From 1280 px the menu is open, from 992 a rail, below a drawer; on entry pages it is a rail
 * by itself, too (ux §1.1, §12).
 */
export function AppShell({ children }: { children: ReactNode }) {
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const railByItself = useMediaQuery(RAIL_BY_ITSELF, false, { getInitialValueInEffect: false });
  const { menu } = usePreferences();
  const location = useLocation();
  const seconds = useSessionSeconds();
  const [drawer, setDrawer] = useState(false);
  const [palette, setPalette] = useState<string | null>(null);
  useChangesNotice();
  const [sheet, setSheet] = useState<readonly Shortcut[] | null>(null);
  const active = useActiveShortcuts();
  const wantsRail = railByItself || ENTRY_PAGE.test(location.pathname);
  const rail = !narrow && (menu === 'rail' || (menu === 'auto' && wantsRail));
  const showShortcuts = useCallback(() => setSheet(active), [active]);

  useEffect(() => setDrawer(false), [location.pathname]);
  useOneSearch(setPalette);
  useShortcut('mod+k', 'Command palette', () => setPalette(''), { scope: 'global' });
  useShortcut('?', 'Keyboard shortcuts', showShortcuts, { scope: 'global' });
  useShortcut('F6', 'Next region', focusNextRegion, { scope: 'global' });

  function toggleMenu(): void {
    if (narrow) setDrawer(!drawer);
    else changePreferences({ menu: rail ? 'open' : 'rail' });
  }

  return (
    <div className={classNames(styles.app, rail && styles.withRail)}>
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      <TopBar
        narrow={narrow}
        menuOpen={narrow ? drawer : !rail}
        onMenu={toggleMenu}
        onPalette={() => setPalette('')}
        onShowShortcuts={showShortcuts}
        secondsLeft={seconds}
      />
      <PreviewBanner />
      <MaintenanceBanner />
      <div className={styles.columns}>
        {narrow ? (
          <Drawer open={drawer} onClose={() => setDrawer(false)}>
            <SideMenu pathname={location.pathname} />
          </Drawer>
        ) : (
          <nav id="main-menu" className={styles.menu} aria-label="Main menu" data-region>
            <SideMenu rail={rail} pathname={location.pathname} onPreload={preload} />
          </nav>
        )}
        <main id="main" className={styles.main} tabIndex={-1} data-region>
          <SessionBanner seconds={seconds} />
          {children}
        </main>
      </div>
      <GoToShortcuts />
      <CommandPalette text={palette} onClose={() => setPalette(null)} onShowShortcuts={showShortcuts} />
      <ShortcutSheet shortcuts={sheet} onClose={() => setSheet(null)} />
      <SessionExpiredDialog />
    </div>
  );
}

/** The menu as a drawer over the page: the focus stays inside; Esc, the scrim and navigation close it. */
function Drawer({ open, onClose, children }: { open: boolean; onClose: () => void; children: ReactNode }) {
  const layer = useId();
  useEffect(() => {
    if (!open) return;
    const opener = document.activeElement;
    const closeLayer = openDialogLayer(layer);
    return () => {
      closeLayer();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [open, layer]);
  if (!open) return null;
  return (
    <DialogLayerContext.Provider value={layer}>
      <DrawerKeys onClose={onClose} />
      <div className={styles.scrim} onClick={onClose} aria-hidden="true" />
      <FocusTrap active>
        <nav id="main-menu" className={styles.drawer} aria-label="Main menu" data-region>
          {children}
        </nav>
      </FocusTrap>
    </DialogLayerContext.Provider>
  );
}

function DrawerKeys({ onClose }: { onClose: () => void }) {
  useShortcut('Escape', 'Close menu', onClose);
  return null;
}

/** G then a letter: the screens that have keys and that the user may open, and the approvals. */
function GoToShortcuts() {
  const screens = useMenuScreens();
  const navigate = useNavigate();
  useShortcut('g a', 'Go to approvals', () => void navigate({ to: '/', search: { view: 'approvals' } }), {
    scope: 'global',
  });
  return screens.map((screen) =>
    screen.keys === undefined ? null : <GoToShortcut key={screen.path} screen={screen} keys={screen.keys} />,
  );
}

function GoToShortcut({ screen, keys }: { screen: Screen; keys: string }) {
  const navigate = useNavigate();
  useShortcut(keys, `Go to ${screen.label} (${groupOf(screen).label})`, () => void navigate({ to: screen.path }), {
    scope: 'global',
  });
  return null;
}

/** F6: top bar, menu, page, and panels in the page, in turn. */
function focusNextRegion(): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')];
  const current = regions.findLastIndex((region) => region.contains(document.activeElement));
  const following = [...regions.slice(current + 1), ...regions.slice(0, current + 1)];
  // One that holds nothing to stop at is passed over.
  following
    .map(startOf)
    .find((start) => start !== null)
    ?.focus();
}

function startOf(region: HTMLElement): HTMLElement | null {
  if (region.tagName === 'MAIN') return region;
  return (
    region.querySelector<HTMLElement>('[data-region-start]') ??
    region.querySelector<HTMLElement>('a[href], button:not([tabindex="-1"]), input:not([type="file"])') ??
    (region.matches('[tabindex]') ? region : null)
  );
}

function skipToMain(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** The pointer rests on an entry: its code is fetched before the click. */
function preload(screen: Screen): void {
  // A failed fetch shows itself when the screen is opened.
  screen.load().catch(() => undefined);
}
