import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { field } from '../../resource/field.ts';

/** What approving and billing officers have in common: who approves at a level, in which currency and within which limits. */
export const OFFICER_FIELDS = {
  user_id: field.referenceById({ label: 'User', to: 'user' }),
  approver_name: field.lookup({
    label: 'Approver name',
    through: 'user_id',
    shows: ['user_first_name', 'user_last_name'],
  }),
  level: field.reference({
    label: 'Level',
    to: 'approving_level',
    brings: ['min_amount', 'max_amount'],
  }),
  level_name: field.lookup({ label: 'Level name', through: 'level', shows: ['level_name'] }),
  currency_id: field.referenceById({ label: 'Currency', to: 'currency', default: CURRENCY_PESO }),
  cur_desc: field.lookup({ label: 'Currency name', through: 'currency_id', shows: ['cur_desc'] }),
  min_amount: field.amount({ label: 'Min amount', default: '0.00' }),
  max_amount: field.amount({ label: 'Max amount', hint: '0.00 or empty means no limit', optional: true }),
} as const;

export const OFFICER_LIST = {
  columns: [
    { field: 'approver_name', label: 'Name', width: 240 },
    { field: 'level_name', label: 'Level', width: 200 },
    { field: 'cur_desc', label: 'Currency', width: 96, line: true },
    { field: 'min_amount', label: 'Min', line: true },
    { field: 'max_amount', label: 'Max' },
  ],
  search: ['approver_name', 'level_name', 'cur_desc'],
  filters: ['user_id', 'level', 'currency_id'],
  sort: 'approver_name,level,currency_id',
} as const;

export const OFFICER_DROPDOWN = {
  code: 'level',
  name: ['approver_name'],
  extra: ['user_id', 'level_name', 'currency_id', 'min_amount', 'max_amount'],
} as const;

/** In the order of the form. */
export const OFFICER_ENTERED = ['user_id', 'level', 'currency_id', 'min_amount', 'max_amount'] as const;
