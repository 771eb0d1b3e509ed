import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewApprovalRoute } from '@talaan/contract/documents/entry-page/entry-page.contract';
import type { BatchDetail, RouteStage } from '@talaan/contract/documents/batch-view.contract';
import { STATUS } from '@talaan/core/documents/status';
import { amountText } from '@talaan/core/money/money';
import { callServer } from '../../../api/client.ts';
import type { DocumentType } from '@talaan/core/documents/document-type';
import type { DocumentAmount } from './edited-document.ts';
import { useRested } from './use-rested.ts';

export interface ApprovalRoute {
  /** Why nobody could approve it; null when somebody can. */
  readonly refusal: string | null;
  /** What somebody does between the draft and the ledger. */
  readonly steps: readonly RouteStage[];
}

/**
 * Who has to approve an entry and who could, asked anew when its amount has come to rest (decisions §3). `totalMinor` is in
 * minor units of the currency, of a series that of all its cheques. Undefined until an amount is typed and the answer is there.
 */
export function useApprovalRoute({
  type,
  totalMinor,
  writtenOffMinor = 0n,
  currencyId,
  rate,
}: DocumentAmount & { type: DocumentType }): ApprovalRoute | undefined {
  const query = useRested(
    [type, amountText(totalMinor), currencyId, rate || '1', amountText(writtenOffMinor)].join(' '),
  );
  const [document_type, total_amount, currency, dollar_rate, written_off] = query.split(' ') as [
    never,
    string,
    string,
    string,
    string,
  ];
  const preview = useQuery({
    queryKey: ['entry-page', 'route', query],
    queryFn: async ({ signal }) =>
      (
        await callServer(previewApprovalRoute, {
          query: { document_type, total_amount, currency_id: Number(currency), dollar_rate, written_off },
          signal,
        })
      ).data,
    enabled: total_amount !== '0.00',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  if (total_amount === '0.00' || preview.data === undefined) return undefined;
  return { refusal: preview.data.refusal, steps: preview.data.route.filter(isStep) };
}

/**
 * A stored batch on the route that it would take as it is typed now: another amount may need more levels, or fewer. Steps
 * that somebody took stay as they are; without a known route all do.
 */
export function onRoute(batch: BatchDetail, route: ApprovalRoute | undefined): BatchDetail {
  if (route === undefined) return batch;
  const taken = new Map(batch.route.filter(({ state }) => state !== 'pending').map((stage) => [stage.status, stage]));
  return { ...batch, route: route.steps.map((step) => taken.get(step.status) ?? step) };
}

function isStep({ status }: RouteStage): boolean {
  return status !== STATUS.ACTIVE && status !== STATUS.APPROVED;
}
