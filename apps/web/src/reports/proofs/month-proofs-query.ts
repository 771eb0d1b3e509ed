import { queryOptions, useQueries, useQuery, keepPreviousData } from '@tanstack/react-query';
import { monthProofs } from '@talaan/contract/reports/month-proofs/month-proofs.contract';
import { MONTH_NAMES } from '@talaan/core/calendar/calendar-date';
import { callServer } from '../../api/client.ts';
import { useToday } from '../../ui/dates/today.tsx';
import { differs } from './proof-documents.tsx';

/** 'June 2023' of '2023-06'. */
export const monthWords = (month: string): string => `${MONTH_NAMES[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

/** What the calls ask for of a month, 'YYYY-MM'. */
export function monthFilter(month: string) {
  return { year: month.slice(0, 4), month: String(Number(month.slice(5))) };
}

function monthQuery(month: string) {
  const query = monthFilter(month);
  return queryOptions({
    queryKey: ['month proofs', month],
    queryFn: ({ signal }) => callServer(monthProofs, { query, signal }),
  });
}

/** The proofs of a month; those of the month before stay in sight while others come. */
export function useMonthProofs(month: string) {
  return useQuery({ ...monthQuery(month), placeholderData: keepPreviousData });
}

/** Nothing is known of a month that has not been proven yet. */
export type MonthState = 'agrees' | 'differs' | 'unknown';

/** What is known of the months of a year that have begun: the others are proven one after the other, once the one in sight is. */
export function useMonthsOfYear(month: string): { value: string; state: MonthState }[] {
  const today = useToday();
  const year = month.slice(0, 4);
  const begun = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`).filter(
    (value) => value <= today.slice(0, 7) || value === month,
  );
  const known = useQueries({ queries: begun.map((value) => ({ ...monthQuery(value), enabled: false })) });
  const next = known.findIndex(({ data, isError }) => data === undefined && !isError);
  // Nothing else is proven while this page waits for what it shows.
  const isIdle = known[begun.indexOf(month)]?.data !== undefined;
  useQuery({ ...monthQuery(begun[next] ?? month), enabled: isIdle && next !== -1 });
  return begun.map((value, at) => {
    const proof = known[at]!.data?.data.flatMap((report) => report.proof);
    return { value, state: proof === undefined ? 'unknown' : proof.some(differs) ? 'differs' : 'agrees' };
  });
}
