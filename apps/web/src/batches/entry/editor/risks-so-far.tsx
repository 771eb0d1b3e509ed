import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewRisks } from '@talaan/contract/documents/entry-page/entry-page.contract';
import { isCalendarDate } from '@talaan/core/calendar/calendar-date';
import { amountText } from '@talaan/core/money/money';
import { callServer } from '../../../api/client.ts';
import { SidePart } from '../../record/side-part.tsx';
import { RiskList } from '../../risks/risk-list.tsx';
import { useRested } from '../frame/use-rested.ts';
import type { EntryHeader } from '../form/entry-form.ts';

/** What an approver will be told of a payment, looked for anew when what is typed has come to rest. */
export function RisksSoFar({
  header,
  totalMinor,
  batchNumber,
}: {
  header: EntryHeader;
  /** Of one document, in minor units of its currency. */
  totalMinor: bigint;
  /** Of a stored payment that is changed; null for a new one. */
  batchNumber: string | null;
}) {
  const dates = (header.series?.cheques.map(({ date }) => date) ?? [header.document_date]).filter(isCalendarDate);
  const asked = useRested(
    header.payee === null || totalMinor === 0n || dates.length === 0
      ? ''
      : JSON.stringify({
          document_type: header.document_type,
          batch_number: batchNumber,
          payee_id: header.payee.id,
          payee_bank_id: header.payee_bank_id,
          currency_id: header.currency_id,
          dollar_rate: header.dollar_rate || '1',
          total_amount: amountText(totalMinor),
          dates,
          remarks: header.remarks,
          regular_trx: header.regular_trx,
        }),
  );
  const { data: risks } = useQuery({
    queryKey: ['entry-page', 'risks', asked],
    // The text is the key of the query and was made of such a body.
    queryFn: async ({ signal }) => (await callServer(previewRisks, { body: JSON.parse(asked) as never, signal })).data,
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  const isKnown = asked !== '' && risks !== undefined;
  return (
    <SidePart title="Risks so far" {...(isKnown ? { aside: risks.length } : {})}>
      {!isKnown ? (
        <p className="muted small">Shown as soon as payee and amount are typed.</p>
      ) : risks.length === 0 ? (
        <p className="small">None.</p>
      ) : (
        <RiskList risks={risks} newTab />
      )}
    </SidePart>
  );
}
