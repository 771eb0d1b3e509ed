import { describe, expect, it } from 'vitest';
import { MODULES } from '@talaan/contract/access/modules';
import specified from '../../../packages/contract/src/conformance/routes.json';
import { SCREEN_TABLE } from './paths.ts';

/** One route that the specification names; `menu` and `breadcrumb` stand where they differ from the ordinary screen. */
interface SpecifiedRoute {
  path: string;
  title: string;
  area: string;
  menu?: string;
  breadcrumb?: boolean;
}

/** Served by the router itself: e2e opens them. */
const WITHOUT_TABLE = ['/', '/about', '/{anything else}'];

/**
 * Four-eyes (decisions §8) and outgoing mail have lists that the old product did not have, nor had it a general ledger; a billing is
 * edited as an order is. Reports were sent to nobody.
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
  '/webhooks',
  '/report-schedules',
  '/trx-billing/edit/{data}',
  '/entries',
  '/month-end-proofs',
  '/report-month-end-proofs/{data}',
  '/trx-integrated/refused',
  '/moving-in',
  '/certificates-due',
  '/report-certificates-due/{data}',
  '/balance-sheet',
  '/report-balance-sheet/{data}',
  '/income-statement/budgets',
  '/cash-flow',
  '/cash-flow/by-day',
  '/report-cash-flow/{data}',
  '/report-cash-by-day/{data}',
  '/income-statement',
  '/report-income-statement/{data}',
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
const SPECIFIED = ROUTES.filter(({ path }) => !WITHOUT_TABLE.includes(path));

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
  it.each(SPECIFIED.map((route) => [route.path, route] as const))(
    '%s has its title, its group of the menu, its breadcrumb or none',
    (path, route) => {
      const built = BUILT.find((one) => one.path === path);
      const isChild = path.split('/').length > 2;
      // What a paper is called is its definition's.
      const isPaper = path.startsWith('/preview-');
      const isScreen = route.area !== 'print' && route.breadcrumb !== false && !isChild;
      expect(built).toEqual({
        path,
        title: isPaper ? built?.title : route.title,
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
