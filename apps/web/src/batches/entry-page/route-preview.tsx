import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { previewApprovalRoute } from '@talaan/contract/documents/batch.contract';
import type { RouteStage } from '@talaan/contract/documents/batch-view.contract';
import { STATUS } from '@talaan/core/documents/document-status';
import { amountText } from '@talaan/core/money/money';
import { callServer } from '../../api/client.ts';
import { eligibleNames } from '../batch-timeline.tsx';
import type { EntryType } from '../document-kind.ts';
import { SidePart } from '../side-part.tsx';
import { IconAlert } from '../../ui/icons.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import styles from './route-preview.module.css';

const PAUSE_MS = 400;

/** Who has to approve the entry and who could, asked anew when its amount has come to rest (decisions §3, ux §5). */
export function RoutePreview({
  type,
  totalMinor,
  currencyId,
  rate,
}: {
  type: EntryType;
  /** In minor units of the currency; of a series that of all its cheques. */
  totalMinor: bigint;
  currencyId: number;
  rate: string;
}) {
  const query = useRested(`${type} ${amountText(totalMinor)} ${currencyId} ${rate || '1'}`);
  const [document_type, total_amount, currency, dollar_rate] = query.split(' ') as [EntryType, string, string, string];
  const preview = useQuery({
    queryKey: ['entry-page', 'route', query],
    queryFn: async ({ signal }) =>
      (
        await callServer(previewApprovalRoute, {
          query: { document_type, total_amount, currency_id: Number(currency), dollar_rate },
          signal,
        })
      ).data,
    enabled: total_amount !== '0.00',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  const shown = total_amount === '0.00' ? undefined : preview.data;
  return (
    <SidePart title="Approval route">
      {shown === undefined ? (
        <p className="muted small">Shown as soon as an amount is typed.</p>
      ) : (
        <>
          {shown.refusal === null ? null : (
            <p className={`${styles.refusal} warning small`} role="status">
              <IconAlert size={14} />
              {shown.refusal}
            </p>
          )}
          {!shown.route.some(isStep) ? (
            <p className="small">Needs no approval.</p>
          ) : (
            <Timeline
              label="Approval route"
              steps={shown.route.filter(isStep).map((stage) => ({
                id: String(stage.status),
                title: stage.label.replace(/^For /, ''),
                state: 'pending' as const,
                aside: namesOf(stage),
              }))}
            />
          )}
        </>
      )}
    </SidePart>
  );
}

/** What somebody does between the draft and the ledger. */
function isStep({ status }: RouteStage): boolean {
  return status !== STATUS.ACTIVE && status !== STATUS.APPROVED;
}

function namesOf(stage: RouteStage): string {
  const names = eligibleNames(stage);
  return names.length <= 1 ? (names[0] ?? 'nobody') : `${names[0]} + ${names.length - 1}`;
}

/** A text once it has stayed the same for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
