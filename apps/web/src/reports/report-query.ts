import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { layoutOf, type AnyReport, type AnyRow, type ReportLayout } from '@talaan/contract/reports/kit/define-report';
import { flattenRows } from '@talaan/contract/reports/kit/lines/nested-rows';
import type { ReportGroup, ReportProof, ReportReply } from '@talaan/contract/reports/kit/report-reply';
import { callServer } from '../api/client.ts';
import { failureMessage } from '../api/report-failure.ts';
import { callsOf, type Filter } from './filters/filter.ts';

/** Rows of a further page: the first one is short, so that it is there at once. */
const ROWS_OF_FURTHER_PAGE = 1000;

/** Rows up to which further ones are read without being asked for: folded groups take little room. */
export const MOST_ROWS_UNASKED = 20_000;

/** A page of a report with the filter that it answers, which the figures stand under until the next ones come. */
interface AnsweredPage extends ReportReply<AnyRow> {
  readonly asked: Filter;
}

/** What is known of a report: the rows so far, the rest of its first answer. */
export interface ReportSoFar {
  readonly asked: Filter;
  readonly layout: ReportLayout<AnyRow>;
  readonly header: ReportReply<AnyRow>['header'];
  readonly totals: ReportReply<AnyRow>['totals'];
  readonly proof: ReportReply<AnyRow>['proof'];
  readonly data: readonly AnyRow[];
  readonly groups: readonly ReportGroup[];
  /** All rows are here. */
  readonly ended: boolean;
}

/** Reads a page of a report: the first one, or that after a cursor. */
export async function readPage(
  report: AnyReport,
  filter: Filter,
  after: string | null,
  signal: AbortSignal,
): Promise<ReportReply<AnyRow>> {
  const page = after === null ? {} : { after, limit: ROWS_OF_FURTHER_PAGE };
  const query = { ...filter.given, ...page } as never;
  const answer = (await callServer(callsOf(report, filter).read, { query, signal })) as unknown as ReportReply<AnyRow>;
  return { ...answer, data: flattenRows(report, answer.data) };
}

/** The report that a filter asks for, page by page; nothing is asked without a filter. */
export function useReport(report: AnyReport, filter: Filter | null) {
  const queries = useQueryClient();
  const queryKey = [report.name, 'report', filter?.given];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<AnsweredPage> => ({
      ...(await readPage(report, filter!, pageParam, signal)),
      asked: filter!,
    }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    enabled: filter !== null,
  });
  const { data, error, isFetchNextPageError } = query;
  const soFar = useMemo(() => (data === undefined ? undefined : gathered(report, data.pages)), [report, data]);
  const failure = error === null ? undefined : failureMessage(error);
  return {
    soFar,
    /** What is in sight answers an earlier filter. */
    isEarlier: query.isPlaceholderData,
    isBuilding: query.isFetching && !query.isFetchingNextPage,
    failure: isFetchNextPageError ? undefined : failure,
    /** The call was stopped before anything came. */
    isStopped: filter !== null && data === undefined && query.fetchStatus === 'idle' && error === null,
    further: {
      awaited: query.hasNextPage,
      asksItself: (soFar?.data.length ?? 0) < MOST_ROWS_UNASKED,
      failure: isFetchNextPageError ? failure : undefined,
      read: () => void (query.isFetching ? undefined : query.fetchNextPage()),
    },
    /** Builds it again from its first page. */
    again: () => {
      queries.setQueryData<InfiniteData<AnsweredPage, string | null>>(queryKey, (known) =>
        known === undefined ? known : { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
      );
      void query.refetch();
    },
    stop: () => void queries.cancelQueries({ queryKey }),
  };
}

/** Reads the proofs of a report that cost more than its figures; none of one that has no such proof. */
export async function readProofsBeside(report: AnyReport, filter: Filter, signal: AbortSignal): Promise<ReportProof[]> {
  if (!report.provenBeside) return [];
  return (await callServer(callsOf(report, filter).proofs, { query: filter.given, signal })).data;
}

/** All proofs of a report in sight: those that came with it, and those that are asked for beside it once it is there. */
export function useProofs(report: AnyReport, { asked, header, proof }: ReportSoFar) {
  const query = useQuery({
    // Generated again, it is proven again.
    queryKey: [report.name, 'proofs', asked.given, header.generated_at],
    queryFn: ({ signal }) => readProofsBeside(report, asked, signal),
    enabled: report.provenBeside === true,
  });
  return {
    proof: [...proof, ...(query.data ?? [])],
    isProving: query.isFetching,
    failure: query.error === null ? undefined : failureMessage(query.error),
    again: () => void query.refetch(),
  };
}

function gathered(report: AnyReport, pages: readonly AnsweredPage[]): ReportSoFar {
  const { asked, header, totals, proof } = pages[0]!;
  return {
    asked,
    layout: layoutOf(report, asked.values as never),
    header,
    totals,
    proof,
    data: pages.flatMap((page) => page.data),
    groups: pages.flatMap((page) => page.groups),
    ended: pages.at(-1)!.next === null,
  };
}
