/** How far an approved invoice is collected (decisions §6); computed, never chosen. */
import type { StatusHue } from '../status.ts';

export const COLLECTION_STATUS = { UNCOLLECTED: 0, PARTIALLY_COLLECTED: 1, COLLECTED: 2, CANCELLED: 20 } as const;
export type CollectionStatus = (typeof COLLECTION_STATUS)[keyof typeof COLLECTION_STATUS];

/** Label and hue as screens show them (ux §2). */
export const COLLECTION_STATUSES: Readonly<
  Record<CollectionStatus, { readonly label: string; readonly hue: StatusHue }>
> = {
  0: { label: 'Uncollected', hue: 'neutral' },
  1: { label: 'Partially Collected', hue: 'amber' },
  2: { label: 'Collected', hue: 'green' },
  20: { label: 'Cancelled', hue: 'red' },
};

/** What a billing is in the books: 7 posted, 20 cancelled, 0 neither (decisions §4, §6). */
export const ACCOUNTING_STATUSES = {
  0: { label: 'Open', hue: 'neutral' },
  7: { label: 'Posted', hue: 'neutral' },
  20: { label: 'Cancelled', hue: 'red' },
} as const satisfies Readonly<Record<number, { readonly label: string; readonly hue: StatusHue }>>;

/** What has become of an invoice: amounts in minor units of its currency. */
export function collectionStatus(invoice: {
  readonly is_cancelled: boolean;
  readonly total_minor: bigint;
  readonly collected_minor: bigint;
}): CollectionStatus {
  if (invoice.is_cancelled) return COLLECTION_STATUS.CANCELLED;
  if (invoice.collected_minor === 0n) return COLLECTION_STATUS.UNCOLLECTED;
  return invoice.collected_minor < invoice.total_minor
    ? COLLECTION_STATUS.PARTIALLY_COLLECTED
    : COLLECTION_STATUS.COLLECTED;
}
