import { CURRENCIES } from '@talaan/core/money/currency';
import { conflict } from '../../platform/http/problem.ts';
import type { ResourceOverride } from '../records/resource-override.ts';

/** The product's own currencies stay: their Record IDs are fixed (decisions §10). */
export const currencyOverride: ResourceOverride = {
  async refuseDelete(_context, stored) {
    if (CURRENCIES.some((currency) => currency.id === stored.id)) {
      throw conflict(
        'built_in',
        `Currency ${String(stored['cur_code'])} belongs to the product and cannot be deleted.`,
      );
    }
  },
};
