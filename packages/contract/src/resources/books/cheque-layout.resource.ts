import {
  CHEQUE_FIELDS,
  CHEQUE_SIZES,
  CHEQUE_TYPE,
  layoutFaults,
  type ChequeLayout as Places,
} from '@talaan/core/documents/cheque/cheque-layout';
import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

const ALIGNS = { L: 'Left', C: 'Centre', R: 'Right' } as const;

/** Where the texts of a cheque stand on the stock of a bank, in millimetres from its upper left corner (ux §12). */
export const chequeLayout = defineResource({
  name: 'cheque_layout',
  title: { one: 'cheque layout', many: 'Cheque layouts' },
  fields: {
    layout_name: field.wording({ label: 'Name', max: 250 }),
    width_mm: field.amount({ label: 'Width, mm', default: '203.20' }),
    height_mm: field.amount({ label: 'Height, mm', default: '76.20' }),
    accounts: field.generated({ label: 'Accounts', type: 'text', stored: false }),
    picture: field.generated({ label: 'Picture of the stock', type: 'text', stored: false }),
    fields: field.children({
      label: 'Fields',
      one: 'field',
      hint: 'Millimetres from the upper left corner; signatures stay empty',
      table: 'cheque_layout_field',
      link: { column: 'layout_id', field: 'layout_name', to: 'cheque_layout', stores: 'id' },
      unique: ['field'],
      copied: true,
      fields: {
        field: field.choice({ label: 'Field', of: CHEQUE_FIELDS }),
        left_mm: field.amount({ label: 'Left, mm' }),
        top_mm: field.amount({ label: 'Top, mm' }),
        field_width: field.amount({ label: 'Width, mm' }),
        field_height: field.amount({ label: 'Height, mm' }),
        size_pt: field.integer({ label: 'Size, pt', min: CHEQUE_TYPE.min, max: CHEQUE_TYPE.max, default: 11 }),
        align: field.choice({ label: 'Align', of: ALIGNS, default: 'L' }),
      },
    }),
  },
  key: 'layout_name',
  unique: [['layout_name']],
  list: {
    columns: ['layout_name', 'accounts', 'width_mm', 'height_mm'],
    search: ['layout_name'],
    sort: 'layout_name',
  },
  dropdown: { name: ['layout_name'] },
  form: {
    width: 960,
    layout: 'sections',
    sections: [
      { title: 'Stock', fields: ['layout_name', 'width_mm', 'height_mm'] },
      { title: 'Fields', fields: ['fields'] },
    ],
  },
  describe: (row) => row.layout_name,
  check(row) {
    const { width, height } = CHEQUE_SIZES;
    const isSize = (value: string, [least, most]: readonly [number, number]) =>
      Number(value) >= least && Number(value) <= most;
    if (!isSize(row.width_mm, width))
      return [{ field: 'width_mm', message: `Width, mm must be ${width.join(' to ')}.` }];
    if (!isSize(row.height_mm, height))
      return [{ field: 'height_mm', message: `Height, mm must be ${height.join(' to ')}.` }];
    // A file tells no fields: on a layout without them no cheque is printed.
    if (row.fields.length === 0) return [];
    return layoutFaults(placesOf(row)).map(({ at, message }) => ({
      field: at === null ? 'fields' : `fields.${at}.left_mm`,
      message,
    }));
  },
});
export type ChequeLayout = ResourceRow<typeof chequeLayout>;
export type ChequeLayoutField = ChequeLayout['fields'][number];

/** The places of a layout as numbers. In: decimal texts in mm. */
export function placesOf(layout: {
  readonly width_mm: string;
  readonly height_mm: string;
  readonly fields: readonly {
    readonly field: string;
    readonly left_mm: string;
    readonly top_mm: string;
    readonly field_width: string;
    readonly field_height: string;
  }[];
}): Places {
  return {
    width: Number(layout.width_mm),
    height: Number(layout.height_mm),
    fields: layout.fields.map(({ field: name, left_mm, top_mm, field_width, field_height }) => ({
      field: name,
      left: Number(left_mm),
      top: Number(top_mm),
      width: Number(field_width),
      height: Number(field_height),
    })),
  };
}
