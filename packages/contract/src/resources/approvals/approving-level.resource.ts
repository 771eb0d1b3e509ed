import { parseAmount } from '@talaan/core/money/money';
import type { FieldFault, ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

/** Approval levels: at most three, in pesos, sorted by the least amount they are the stages 3, 4 and 5 (decisions §3). */
export const approvingLevel = defineResource({
  name: 'approving_level',
  title: { one: 'approving level', many: 'Approving Levels' },
  fields: {
    level_code: field.code({ label: 'Level code', max: 60 }),
    level_name: field.general({ label: 'Level name', max: 250 }),
    min_amount: field.amount({ label: 'Min amount' }),
    max_amount: field.amount({ label: 'Max amount', hint: '0.00 means no limit' }),
  },
  key: 'level_code',
  unique: [['level_code'], ['min_amount']],
  list: {
    columns: [
      'level_code',
      'level_name',
      { field: 'min_amount', label: 'Min', line: true },
      { field: 'max_amount', label: 'Max' },
    ],
    search: ['level_code', 'level_name'],
    sort: 'min_amount',
  },
  dropdown: { name: ['level_name'], extra: ['min_amount', 'max_amount'] },
  form: {
    width: 480,
    sections: [{ title: 'Approving level', fields: ['level_code', 'level_name', 'min_amount', 'max_amount'] }],
  },
  describe: (row) => `${row.level_name} ${row.level_code}`,
  check: checkLimits,
});
export type ApprovingLevel = ResourceRow<typeof approvingLevel>;

/** A least amount above the most is refused; a most of 0.00 or none means no limit (decisions §3). */
export function checkLimits(row: { min_amount: string | null; max_amount: string | null }): FieldFault[] {
  const least = parseAmount(row.min_amount ?? '0');
  const most = parseAmount(row.max_amount ?? '0');
  return least !== null && most !== null && most !== 0n && most < least
    ? [{ field: 'max_amount', message: 'Max amount must be at least min amount, or 0 for no limit.' }]
    : [];
}
