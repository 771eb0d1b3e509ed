import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readDashboard, readDashboardCharts } from '@talaan/contract/dashboard/dashboard.contract';
import { callServer } from '../api/client.ts';
import { BATCHES_KEY } from '../batches/record/batch-calls.ts';

/** What waits is asked again after so long; every move of a batch asks at once. */
const FRESH_MS = 60_000;

/** The calls of the dashboard for a month, `YYYY-MM`. */
export const dashboardCalls = {
  board: (month: string) =>
    queryOptions({
      queryKey: [BATCHES_KEY, 'dashboard', month],
      queryFn: async ({ signal }) =>
        (await callServer(readDashboard, { query: { month: `${month}-01` }, signal })).data,
      refetchInterval: FRESH_MS,
      placeholderData: keepPreviousData,
    }),
  charts: (month: string) =>
    queryOptions({
      queryKey: [BATCHES_KEY, 'dashboard-charts', month],
      queryFn: async ({ signal }) =>
        (await callServer(readDashboardCharts, { query: { month: `${month}-01` }, signal })).data,
      placeholderData: keepPreviousData,
    }),
};
