import { expect, it } from 'vitest';
import { collectionStatus, COLLECTION_STATUSES } from './collection-status.ts';

it.each([
  ['nothing of it is collected', 0n, false, 'Uncollected', 'neutral'],
  ['a centavo of it is collected', 1n, false, 'Partially Collected', 'amber'],
  ['a centavo of it is open', 99_99n, false, 'Partially Collected', 'amber'],
  ['nothing of it is open', 100_00n, false, 'Collected', 'green'],
  ['it is cancelled', 0n, true, 'Cancelled', 'red'],
])('an invoice is told when %s', (_name, collected_minor, is_cancelled, label, hue) => {
  const status = collectionStatus({ is_cancelled, total_minor: 100_00n, collected_minor });
  expect(COLLECTION_STATUSES[status]).toEqual({ label, hue });
});
