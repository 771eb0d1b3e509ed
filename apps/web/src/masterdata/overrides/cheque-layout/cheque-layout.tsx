import { useWatch, type Control } from 'react-hook-form';
import {
  CHEQUE_FIELDS,
  layoutFaults,
  STANDARD_CHEQUE,
  type ChequeFieldName,
} from '@talaan/core/documents/cheque/cheque-layout';
import { placesOf } from '@talaan/contract/resources/books/cheque-layout.resource';
import { Button } from '../../../ui/buttons/button.tsx';
import { useFormSurroundings } from '../../fields/form-context.ts';
import type { ScreenOverride } from '../../record/resource-parts.ts';
import { Calibration } from './calibration.tsx';
import styles from './cheque-layout.module.css';
import { StockDrawing, type PlacedField } from './stock-drawing.tsx';

/** Above the numbers of a layout the stock itself, on which its fields are dragged, and what the printer misses it by. */
export const chequeLayoutOverride: ScreenOverride = { below: { Stock } };

interface LayoutValues {
  width_mm: string;
  height_mm: string;
  fields: (PlacedField & { size_pt: string; align: string })[];
}

const STANDARD_TYPE: Readonly<Partial<Record<ChequeFieldName, { size_pt: string; align: string }>>> = {
  document_no: { size_pt: '10', align: 'R' },
  figures: { size_pt: '11', align: 'R' },
};

/** The fields of the standard stock, as a form holds them. */
const STANDARD_FIELDS = (Object.keys(CHEQUE_FIELDS) as ChequeFieldName[]).map((field) => {
  const [left, top, width, height] = STANDARD_CHEQUE.fields[field];
  return {
    field,
    left_mm: left.toFixed(2),
    top_mm: top.toFixed(2),
    field_width: width.toFixed(2),
    field_height: height.toFixed(2),
    ...(STANDARD_TYPE[field] ?? { size_pt: '11', align: 'L' }),
  };
});

function Stock() {
  const { form, readOnly, record } = useFormSurroundings();
  // The form's values are made by field; the library knows fixed paths only.
  const control = form.control as unknown as Control<LayoutValues>;
  const [width_mm, height_mm, fields] = useWatch({ control, name: ['width_mm', 'height_mm', 'fields'] });
  const layout = placesOf({ width_mm, height_mm, fields: fields ?? [] });
  const faults = layout.fields.length === 0 ? [] : layoutFaults(layout);

  function place(index: number, left: number, top: number): void {
    for (const [name, value] of [
      ['left_mm', left],
      ['top_mm', top],
    ] as const) {
      form.setValue(`fields.${index}.${name}`, value.toFixed(2), { shouldDirty: true });
    }
  }

  function reset(): void {
    form.setValue('width_mm', STANDARD_CHEQUE.width.toFixed(2), { shouldDirty: true });
    form.setValue('height_mm', STANDARD_CHEQUE.height.toFixed(2), { shouldDirty: true });
    form.setValue('fields', STANDARD_FIELDS, { shouldDirty: true });
  }

  return (
    <section className={styles.stock} aria-label="Stock">
      <StockDrawing layout={layout} fields={fields ?? []} onPlace={readOnly ? undefined : place} />
      <p className="text-2 small">
        Drag a field, or move it by the arrow keys: 0.5 mm, with Shift 5 mm. A change of a layout needs a second person.
      </p>
      {faults.map(({ message }) => (
        <p key={message} className="danger small" role="status">
          {message}
        </p>
      ))}
      {readOnly ? null : (
        <Button size="sm" onClick={reset}>
          Reset to the standard stock
        </Button>
      )}
      {record === null ? null : <Calibration layoutId={record.id} />}
    </section>
  );
}
