import { seriesSupply } from '@talaan/core/numbering/series';
import type { AllocatedKind } from '@talaan/contract/resources/numbers/number-series.fields';
import { IconInbox } from '../../ui/icons.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { issuedNumbersView } from '../issued-numbers/issued-numbers.tsx';
import { textIn } from '../record/record-text.ts';
import type { MasterRecord } from '../record/resource-calls.ts';
import type { ScreenOverride } from '../record/resource-parts.ts';

export const voucherSeriesOverride = numberSeriesScreen('voucher');
export const officialReceiptSeriesOverride = numberSeriesScreen('or');
export const acknowledgementReceiptSeriesOverride = numberSeriesScreen('ar');
export const billingInvoiceSeriesOverride = numberSeriesScreen('bi');

/** Series of one kind: how many numbers are left, with a warning in time, and the register of those issued (ux §4). */
function numberSeriesScreen(kind: AllocatedKind): ScreenOverride {
  return {
    cells: {
      remaining: (record) => <RemainingCell record={record} />,
      user_name: (record) => textIn(record, 'user_name') || <span className="muted">Everybody</span>,
      prog_code: (record) => textIn(record, 'prog_code') || <span className="muted">Every program</span>,
    },
    subtitle: (record) => `${textIn(record, 'series_text')} · ${leftText(record)} left`,
    views: [{ id: 'issued', label: 'Issued numbers', icon: <IconInbox />, View: issuedNumbersView(kind) }],
  };
}

const leftText = (record: MasterRecord) => (record['remaining'] as number).toLocaleString('en');

function RemainingCell({ record }: { record: MasterRecord }) {
  const left = leftText(record);
  // A record of the list, read by the schema of its resource, which has these columns.
  const supply = seriesSupply(record as unknown as Parameters<typeof seriesSupply>[0]);
  if (supply === 'none') return <StatusChip hue="slate" label="Used up" />;
  return supply === 'few' ? <StatusChip hue="amber" label={`Only ${left} left`} /> : left;
}
