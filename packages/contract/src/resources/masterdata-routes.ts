import type { Route } from '../http/route.ts';
import { resourceRoutes } from '../resource/resource-routes.ts';
import { accountRoutes } from './books/account.contract.ts';
import { bankRoutes } from './books/bank.contract.ts';
import { servedResources } from './resource-table.ts';

/** Every call of the master data: the generic ones of each resource, and those of the chart of accounts and the banks. */
export const masterdataRoutes: readonly Route[] = [
  ...Object.values(accountRoutes),
  ...Object.values(bankRoutes),
  ...servedResources().flatMap((definition) => Object.values(resourceRoutes(definition))),
];
