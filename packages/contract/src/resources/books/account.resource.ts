import { MESSAGES } from '../../errors/messages.ts';
import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';
import { CASH_FLOWS } from '@talaan/core/ledger/cash-flow';
import { ACCOUNT_ROLES } from '@talaan/core/ledger/account-role';
import { CURRENCY_PESO } from '@talaan/core/money/currency';

const ACCOUNT_TYPES = { G: 'General', D: 'Detail', P: 'Parent', S: 'Subsidiary' } as const;
const ACCOUNT_CLASSES = { B: 'Balance Sheet Account', I: 'Income and Expense Account' } as const;
const ACCOUNT_GROUPS = { A: 'Asset', L: 'Liability', C: 'Capital', E: 'Expenses', I: 'Income' } as const;

/** The parent of a main account: wire code 0, shown as NONE (spec 1 §5). */
export const NO_PARENT = { value: '0', label: MESSAGES.none } as const;

/**
 * The chart of accounts, a tree. Type P stands at its top; only type S takes postings and has no accounts below it; an
 * account has the group of its parent; only assets and liabilities carry a foreign currency (decisions §10). The older
 * letter M (main) reads as P.
 */
export const account = defineResource({
  name: 'account',
  title: { one: 'account', many: 'Chart of Accounts' },
  fields: {
    acct_type: field.choice({ label: 'Type', of: ACCOUNT_TYPES, aliases: { M: 'P' } }),
    acct_parent: field.reference({ label: 'Parent account', to: 'account', optional: true, none: NO_PARENT }),
    acct_parent_desc: field.lookup({ label: 'Parent', through: 'acct_parent', shows: ['acct_desc'] }),
    acct_code: field.code({ label: 'Account code', max: 20 }),
    acct_desc: field.general({ label: 'Description', max: 250 }),
    acct_class: field.choice({ label: 'Class', of: ACCOUNT_CLASSES }),
    acct_group: field.choice({ label: 'Group', of: ACCOUNT_GROUPS }),
    normal_balance: field.choice({
      label: 'Normal balance',
      of: { D: 'Debit', C: 'Credit' },
      hint: 'Empty: debit for assets and expenses, credit for the others',
      optional: true,
      filled: true,
    }),
    currency_id: field.referenceById({
      label: 'Currency',
      to: 'currency',
      default: CURRENCY_PESO,
      hint: 'Only asset and liability accounts may carry a foreign currency',
    }),
    cur_desc: field.lookup({ label: 'Currency name', through: 'currency_id', shows: ['cur_desc'] }),
    role: field.choice({ label: 'Role in the books', of: ACCOUNT_ROLES, optional: true }),
    cash_flow: field.choice({
      label: 'Cash flow',
      of: CASH_FLOWS,
      hint: 'Empty: operating, listed apart',
      optional: true,
    }),
    status: field.flag({ label: 'Status', on: 'Active', off: 'Inactive', default: 1 }),
  },
  key: 'acct_code',
  unique: [['acct_code']],
  active: 'status',
  list: {
    columns: [
      { field: 'acct_code', width: 104 },
      'acct_desc',
      'acct_type',
      { field: 'acct_class', width: 184 },
      { field: 'acct_group', width: 80 },
      { field: 'acct_parent', label: 'Parent', width: 72 },
      { field: 'cur_desc', label: 'Currency', width: 72 },
      { field: 'cash_flow', label: 'Cash flow', width: 80 },
      'status',
    ],
    search: ['acct_code', 'acct_desc'],
    filters: ['acct_type', 'acct_class', 'acct_group', 'acct_parent', 'currency_id', 'cash_flow', 'status'],
    sort: 'acct_code',
  },
  dropdown: { name: ['acct_desc'], extra: ['acct_type', 'acct_class', 'acct_group', 'acct_parent', 'currency_id'] },
  form: {
    width: 640,
    sections: [
      {
        title: 'Account',
        fields: [
          'acct_type',
          'acct_parent',
          'acct_code',
          'acct_desc',
          'acct_class',
          'acct_group',
          'normal_balance',
          'currency_id',
          'role',
          'cash_flow',
          'status',
        ],
      },
    ],
  },
  describe: (row) => `${row.acct_desc} ${row.acct_code}`,
  check: (row) => [
    ...(row.acct_type === 'S' && row.acct_parent === null
      ? [{ field: 'acct_parent', message: 'A subsidiary account needs a parent account.' }]
      : []),
    ...(row.acct_type === 'P' && row.acct_parent !== null
      ? [
          {
            field: 'acct_parent',
            message: 'A main account has no parent; choose NONE (0), or type General or Detail.',
          },
        ]
      : []),
    ...(row.acct_class === 'I' && row.acct_group !== 'I' && row.acct_group !== 'E'
      ? [{ field: 'acct_group', message: 'An income and expense account belongs to group Income or Expenses.' }]
      : []),
    ...(row.acct_class === 'B' && (row.acct_group === 'I' || row.acct_group === 'E')
      ? [{ field: 'acct_group', message: 'A balance sheet account belongs to group Asset, Liability or Capital.' }]
      : []),
    ...(row.currency_id !== CURRENCY_PESO && row.acct_group !== 'A' && row.acct_group !== 'L'
      ? [{ field: 'currency_id', message: 'Only asset and liability accounts may carry a foreign currency.' }]
      : []),
    ...(row.cash_flow !== null && (row.acct_type !== 'S' || row.acct_class !== 'B')
      ? [{ field: 'cash_flow', message: 'Only a subsidiary account of the balance sheet has a class of cash flow.' }]
      : []),
    ...(row.role !== null && row.acct_type !== 'S'
      ? [{ field: 'role', message: 'Only a subsidiary account has a role in the books.' }]
      : []),
  ],
});
export type Account = ResourceRow<typeof account>;
