import { CHEQUE_FIELDS, STANDARD_CHEQUE, type ChequeFieldName } from '@talaan/core/documents/cheque/cheque-layout';

/** A field of a layout as the form holds it. */
export interface FieldValues {
  id?: number;
  field: string;
  left_mm: string;
  top_mm: string;
  field_width: string;
  field_height: string;
  size_pt: string;
  align: string;
}

/** A layout as the form holds it. */
export interface LayoutValues {
  layout_name: string;
  width_mm: string;
  height_mm: string;
  fields: FieldValues[];
}

export const FIELD_NAMES = Object.keys(CHEQUE_FIELDS) as ChequeFieldName[];

const OTHER_TYPE: Readonly<Partial<Record<ChequeFieldName, Pick<FieldValues, 'size_pt' | 'align'>>>> = {
  document_no: { size_pt: '10', align: 'R' },
  figures: { size_pt: '11', align: 'R' },
  signature_1: { size_pt: '9', align: 'L' },
  signature_2: { size_pt: '9', align: 'L' },
};

/** A field where it stands on the standard stock. */
export function standardField(field: ChequeFieldName): FieldValues {
  const [left, top, width, height] = STANDARD_CHEQUE.fields[field];
  return {
    field,
    left_mm: left.toFixed(2),
    top_mm: top.toFixed(2),
    field_width: width.toFixed(2),
    field_height: height.toFixed(2),
    ...(OTHER_TYPE[field] ?? { size_pt: '11', align: 'L' }),
  };
}
