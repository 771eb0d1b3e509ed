import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

/** Days on which nobody is expected to release payments, beside Saturdays and Sundays: they are told as a risk. */
export const holiday = defineResource({
  name: 'holiday',
  title: { one: 'holiday', many: 'Holidays' },
  fields: {
    holiday_date: field.date({ label: 'Date' }),
    holiday_name: field.wording({ label: 'Holiday', max: 250 }),
  },
  key: 'holiday_date',
  unique: [['holiday_date']],
  list: {
    columns: [{ field: 'holiday_date', width: 120 }, 'holiday_name'],
    search: ['holiday_name'],
    sort: '-holiday_date',
  },
  dropdown: { name: ['holiday_name'] },
  form: { width: 480, sections: [{ title: 'Holiday', fields: ['holiday_date', 'holiday_name'] }] },
  describe: (row) => `${row.holiday_name} ${row.holiday_date}`,
});
export type Holiday = ResourceRow<typeof holiday>;
