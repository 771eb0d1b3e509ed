import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  useBlocker,
  useNavigate,
  type RouterHistory,
} from '@tanstack/react-router';
import { useMemo, type ComponentType, type FunctionComponent, type ReactNode } from 'react';
import type { ModuleName } from '@talaan/contract/access/modules';
import { NEW_PASSWORD_PATH } from '@talaan/contract/sign-in/password.contract';
import { serverNow } from './api/server-clock.ts';
import { askToDiscard } from './ui/feedback/feedback.ts';
import { calendarDateAt } from './ui/dates/company-clock.ts';
import { TodayProvider } from './ui/dates/today.tsx';
import { hasUnsaved } from './ui/layers/unsaved.ts';
import { AppShell } from './shell/app-shell.tsx';
import { FaultPage } from './page/fault-page.tsx';
import { lazyScreen } from './page/lazy-screen.tsx';
import { LoginScreen } from './access/login-screen.tsx';
import { MaintenanceDialog } from './session/maintenance.tsx';
import { groupOf, PlaceContext, ScreenTableContext, type Place, type Screen, type ScreenTable } from './page/screen.ts';
import { parseSearchText, writeSearchText } from './page/search-state.ts';
import { SessionExpiredDialog } from './access/session-expired-dialog.tsx';
import { accessLevelOn, useRoleAccess, useSession } from './session/session.ts';
import { SIGN_IN_WINDOW_PATH } from './access/sign-in-flow.ts';
import { TabLockDialog } from './shell/tab-lock-dialog.tsx';
import { UnauthorizePage } from './page/unauthorize-page.tsx';

const AboutPage = lazyScreen(async () => (await import('./shell/about-page.tsx')).AboutPage);
const DashboardScreen = lazyScreen(async () => (await import('./dashboard/dashboard-screen.tsx')).DashboardScreen);
const NewPasswordPage = lazyScreen(async () => (await import('./access/new-password-page.tsx')).NewPasswordPage);
const OwnPasswordPage = lazyScreen(async () => (await import('./access/own-password.tsx')).OwnPasswordPage);
const VerifyPage = lazyScreen(async () => (await import('./prints/verify/verify-page.tsx')).VerifyPage);
/** Opened before anybody is signed in, in a window of its own, so it is not part of the first load. */
const SignInWindow = lazyScreen(async () => (await import('./access/sign-in-window.tsx')).SignInWindow);

/** The router over a table of screens. Addresses that no screen has show the 'unauthorize' page (spec 1 §2). */
export function createAppRouter(table: ScreenTable, history?: RouterHistory) {
  const root = createRootRoute({
    component: () => <Root table={table} />,
    notFoundComponent: () => <UnauthorizePage />,
  });
  const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: ShellLayout });
  const Home = table.home === undefined ? DashboardScreen : lazyScreen(table.home);
  const inShell = (path: string, component: FunctionComponent) =>
    createRoute({ getParentRoute: () => shell, path, component });
  const bare = (path: string, component: FunctionComponent) =>
    createRoute({ getParentRoute: () => root, path, component });
  const routeTree = root.addChildren([
    bare('/about', () => <AboutPage />),
    bare(SIGN_IN_WINDOW_PATH, () => <SignInWindow />),
    bare(NEW_PASSWORD_PATH, () => <NewPasswordPage />),
    bare('/verify/$code', () => <VerifyPage />),
    ...table.prints.map(({ path, modules, load }) => bare(path, signedIn(allowed(modules, lazyScreen(load))))),
    shell.addChildren([
      inShell('/', () => <Home />),
      ...table.screens.flatMap((screen) => [
        inShell(screen.path, placed(placeOf(screen), allowed([screen.label], lazyScreen(screen.load)))),
        ...(screen.children ?? []).map((child) =>
          inShell(child.path, placed(placeOf(screen, child.title), allowed([screen.label], lazyScreen(child.load)))),
        ),
      ]),
      ...table.plain.map(({ path, modules, load }) => inShell(path, allowed(modules, lazyScreen(load)))),
      inShell('/$', () => <UnauthorizePage />),
    ]),
  ]);
  return createRouter({
    routeTree,
    ...(history === undefined ? {} : { history }),
    parseSearch: parseSearchText,
    stringifySearch: writeSearchText,
    scrollRestoration: true,
    scrollToTopSelectors: ['#main'],
    defaultPreload: false,
    defaultErrorComponent: FaultPage,
  });
}

function Root({ table }: { table: ScreenTable }) {
  const today = calendarDateAt(serverNow());
  return (
    <ScreenTableContext.Provider value={table}>
      <TodayProvider today={today}>
        <Outlet />
        <MaintenanceDialog />
      </TodayProvider>
    </ScreenTableContext.Provider>
  );
}

/** Login screen or shell, in place; a second tab is blocked either way. */
function ShellLayout() {
  return (
    <>
      <TabLockDialog />
      <SignedInOnly leadsHome>
        <AppShell>
          <UnsavedGuard />
          <Outlet />
        </AppShell>
      </SignedInOnly>
    </>
  );
}

/** What is below shows to signed-in users; the others see the login screen. After a sign-in from the shell the day begins at /. */
function SignedInOnly({ leadsHome = false, children }: { leadsHome?: boolean; children: ReactNode }) {
  const session = useSession();
  const navigate = useNavigate();
  if (session.state === 'signed_in' && session.password_due) return <OwnPasswordPage />;
  if (session.state !== 'signed_out') return children;
  return (
    <LoginScreen onSignedIn={() => leadsHome && void navigate({ to: '/' })} about={<Link to="/about">About</Link>} />
  );
}

/** Leaving a page with unsaved changes asks first. */
function UnsavedGuard() {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!hasUnsaved() || current.pathname === next.pathname) return false;
      return !(await askToDiscard());
    },
    enableBeforeUnload: false, // the fields with unsaved changes watch that themselves
  });
  return null;
}

/** A page of its own, in its own tab: session, no shell. */
function signedIn(Page: ComponentType): FunctionComponent {
  return function SignedInPage() {
    return (
      <SignedInOnly>
        <Page />
        <SessionExpiredDialog />
      </SignedInOnly>
    );
  };
}

function allowed(modules: readonly ModuleName[], Page: ComponentType): FunctionComponent {
  return function AllowedPage() {
    const roleaccess = useRoleAccess();
    return modules.some((module) => accessLevelOn(roleaccess, module) > 0) ? (
      <Page />
    ) : (
      <UnauthorizePage modules={modules} />
    );
  };
}

function placed(place: Place, Page: ComponentType): FunctionComponent {
  return function PlacedPage() {
    const stable = useMemo(() => place, []);
    return (
      <PlaceContext.Provider value={stable}>
        <Page />
      </PlaceContext.Provider>
    );
  };
}

/** Home › group › title › child. The group has no page of its own. */
function placeOf(screen: Screen, child?: string): Place {
  const title = screen.title ?? screen.label;
  return {
    module: screen.label,
    trail: [
      { label: 'Home', path: '/' },
      { label: groupOf(screen).label },
      { label: title, path: screen.path },
      ...(child === undefined ? [] : [{ label: child }]),
    ],
  };
}
