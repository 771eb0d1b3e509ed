import { queryOptions } from '@tanstack/react-query';
import { listBudgets } from '@talaan/contract/reports/budgets/budget.contract';
import { callServer } from '../../api/client.ts';

/** The versions of budgets, the newest of the latest year first. */
export const budgetsQuery = queryOptions({
  queryKey: ['budgets'],
  queryFn: async ({ signal }) => (await callServer(listBudgets, { signal })).data,
  staleTime: 0,
});
