import { describe, expect, it } from 'vitest';
import { MODULES } from '@talaan/contract/access/modules';
import { REPORTS } from '@talaan/contract/reports/report-list';
import specified from '../../../packages/contract/src/conformance/routes.json';
import { SCREEN_TABLE } from './paths.ts';

/** One route that the specification names; `menu` and `breadcrumb` stand where they differ from the ordinary screen. */
interface SpecifiedRoute {
  path: string;
  title: string;
  area: string;
  step: number;
  menu?: string;
  breadcrumb?: boolean;
}

/** Served by the router itself: e2e opens them. */
const WITHOUT_TABLE = ['/', '/about', '/{anything else}'];

/**
 * Four-eyes (decisions §8) and outgoing mail have lists that the old product did not have, nor had it a general ledger; a billing is
 * edited as an order is.
 */
const OF_OUR_OWN = [
  '/customer/{id}',
  '/ar-aging/invoices',
  '/profitability/map',
  '/regulartxns/month-run',
  '/trx-billing/regular',
  '/trx-billing/reminders',
  '/changes-to-confirm',
  '/access-log',
  '/access-log/papers',
  '/outgoing-mail',
  '/clients',
  '/trx-billing/edit/{data}',
  '/entries',
  '/month-end-proofs',
  '/certificates-due',
  '/report-certificates-due/{data}',
  '/general-ledger',
  '/report-general-ledger/{data}',
  '/report-bir-form/{data}',
  '/preview-cheque-test/{data}',
  '/preview-2307/{data}',
  '/preview-trxdisb/{data}',
  '/preview-ereceipt-billing/{data}',
];

/** The groups of the menu, by the type of their modules. */
const AREAS = { F: 'file maintenance', T: 'transactions', R: 'reports' } as const;

const ROUTES: readonly SpecifiedRoute[] = specified;
/** Screens of a later step: the templates of entries, and purchase orders. */
const AHEAD = ['/regulartxns', '/trx-purchase-order', '/trx-purchase-order/create', '/trx-purchase-order/edit/{data}'];
/** Screen and page without the shell of every report that is there. */
const OF_REPORTS = REPORTS.flatMap(({ screen, fullPage }) => [screen, `${fullPage}/{data}`]);
const SPECIFIED = ROUTES.filter(
  ({ step, path }) => (step <= 3 || AHEAD.includes(path) || OF_REPORTS.includes(path)) && !WITHOUT_TABLE.includes(path),
);

/** What the table says of every address, in the words of the specification. */
const BUILT = [
  ...SCREEN_TABLE.screens.flatMap((screen) => {
    const { label, path, title = label, children = [] } = screen;
    const area = AREAS[MODULES[label]];
    return [
      { path, title, area, menu: label, breadcrumb: true },
      ...children.map((child) => ({ path: child.path, title: child.title, area, menu: null, breadcrumb: true })),
    ];
  }),
  ...SCREEN_TABLE.plain.map(({ path, title }) => ({
    path,
    title,
    area: 'transactions',
    menu: null,
    breadcrumb: false,
  })),
  ...SCREEN_TABLE.prints.map(({ path, title }) => ({ path, title, area: 'print', menu: null, breadcrumb: false })),
].map((route) => ({ ...route, path: route.path.replace(/\$(\w+)/, '{$1}') }));

describe('addresses of the specification', () => {
  it('say of every other screen that a role may hold that it is not there yet', () => {
    const others = ROUTES.filter(({ path, area }) => area !== 'print' && !BUILT.some((built) => built.path === path));
    const withModule = others.map(({ path, title, menu = title }) => ({ path, label: menu }));
    expect(SCREEN_TABLE.later).toEqual(withModule.filter(({ path }) => !WITHOUT_TABLE.includes(path)));
  });

  it('are those of the first three steps, the templates of entries, purchase orders, and what reports there are', () => {
    const withReports = SPECIFIED.filter(({ path }) => OF_REPORTS.includes(path));
    expect(SPECIFIED).toHaveLength(45 + withReports.length);
    expect(withReports.map(({ path }) => path)).toEqual(
      expect.arrayContaining(OF_REPORTS.filter((path) => !OF_OUR_OWN.includes(path))),
    );
  });

  it.each(SPECIFIED.map((route) => [route.path, route] as const))(
    '%s has its title, its group of the menu, its breadcrumb or none',
    (path, route) => {
      const built = BUILT.find((one) => one.path === path);
      const isChild = path.split('/').length > 2;
      const isScreen = route.area !== 'print' && route.breadcrumb !== false && !isChild;
      expect(built).toEqual({
        path,
        title: route.title,
        area: route.area,
        menu: isScreen ? (route.menu ?? route.title) : null,
        breadcrumb: route.breadcrumb ?? true,
      });
    },
  );

  it('hold every address of the table: none is invented but those of what the specification leaves open', () => {
    const named = [...ROUTES.map(({ path }) => path), ...OF_OUR_OWN];
    expect(BUILT.filter(({ path }) => !named.includes(path))).toEqual([]);
  });
});
