import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

const takes = (label: string) => field.flag({ label, on: 'Taken', off: 'Refused', default: 0 });

/**
 * A system that sends batches (decisions §7): of which types and departments, and whether they take the route of their type
 * or post when they are accepted. Whatever lets it do more waits for a second person.
 */
export const integrationSource = defineResource({
  name: 'integration_source',
  title: { one: 'source', many: 'Sources' },
  fields: {
    source_code: field.code({ label: 'Source code', max: 20 }),
    source_name: field.general({ label: 'Source name', max: 250 }),
    posting: field.choice({
      label: 'Its batches',
      of: { route: 'Take the route of their type and amount', posts: 'Post when they are accepted' },
      default: 'route',
    }),
    takes_cv: takes('Cheque Voucher (CV)'),
    takes_cw: takes('Cheque Write (CW)'),
    takes_ob: takes('Online Banking (OB)'),
    takes_dm: takes('Debit Memo (DM)'),
    takes_je: takes('General Journal (JE)'),
    takes_cr: takes('Cash Receipt (CR)'),
    signs_requests: field.flag({ label: 'Requests', on: 'Signed', off: 'Signed or not', default: 0 }),
    mails_receipts: field.flag({ label: 'Receipts', on: 'Mailed to whoever paid', off: 'Numbered alone', default: 0 }),
    departments: field.references({
      label: 'Departments',
      to: 'department',
      through: { table: 'integration_source_department', own: 'source_id', other: 'department_id' },
    }),
    status: field.flag({ label: 'Status', on: 'Active', off: 'Inactive', default: 1 }),
  },
  key: 'source_code',
  unique: [['source_code']],
  active: 'status',
  list: {
    columns: ['source_code', 'source_name', 'posting', { field: 'departments', line: true }, 'status'],
    search: ['source_code', 'source_name'],
    filters: ['posting'],
    sort: 'source_code',
  },
  dropdown: { name: ['source_name'], extra: ['posting'] },
  form: {
    width: 640,
    layout: 'sections',
    sections: [
      { title: 'Source', fields: ['source_code', 'source_name', 'posting', 'departments', 'status'] },
      { title: 'Way in and out', fields: ['signs_requests', 'mails_receipts'] },
      {
        title: 'Document types',
        fields: ['takes_cv', 'takes_cw', 'takes_ob', 'takes_dm', 'takes_je', 'takes_cr'],
      },
    ],
  },
  describe: (row) => `source ${row.source_code}`,
});
export type IntegrationSource = ResourceRow<typeof integrationSource>;
