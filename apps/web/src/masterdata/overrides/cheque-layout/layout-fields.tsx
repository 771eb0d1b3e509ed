import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useFieldArray, useWatch, type Control } from 'react-hook-form';
import {
  CHEQUE_FIELDS,
  layoutFaults,
  STANDARD_CHEQUE,
  type ChequeFieldName,
} from '@talaan/core/documents/cheque/cheque-layout';
import type { ChildrenField } from '@talaan/contract/resource/field';
import { placesOf } from '@talaan/contract/resources/books/cheque-layout.resource';
import { readChequeSample } from '@talaan/contract/resources/books/cheque-stock.contract';
import { callServer } from '../../../api/client.ts';
import { stockPicture } from '../../../page/files/stock-picture.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { IconPlus } from '../../../ui/icons.tsx';
import { controlId, useFormSurroundings } from '../../fields/form-context.ts';
import { textIn } from '../../record/record-text.ts';
import type { MasterRecord } from '../../record/resource-calls.ts';
import styles from './cheque-layout.module.css';
import { FieldsTable } from './fields-table.tsx';
import { FIELD_NAMES, standardField, type LayoutValues } from './layout-values.ts';
import { sampleMarks, SPECIMEN } from './sample-marks.ts';
import { StockDrawing, type Placed } from './stock-drawing.tsx';
import { StockPicture, usePictureFault } from './stock-picture-file.tsx';

const MM_OF_INCH = 25.4;

/** The fields of a layout: on a picture of the stock, where they are dragged, and as a table of numbers. */
export function LayoutFields({ name, shape }: { name: string; shape: ChildrenField }) {
  const { readOnly, record, idPrefix } = useFormSurroundings();
  const values = useLayoutValues();
  const { rows, fields, layout, layout_name, width_mm, height_mm } = values;
  const [selected, setSelected] = useState<number | null>(null);
  const [showsStock, setShowsStock] = useState(true);
  const [snaps, setSnaps] = useState(true);
  const [picture, setPicture] = useState(record === null ? null : textIn(record, 'picture') || null);
  const moving = useId();
  const sample = useSample(record);
  const marks = fields.map((field) => sampleMarks({ width_mm, height_mm }, field, sample));
  const faults = fields.length === 0 ? [] : layoutFaults(layout);
  const unfit = marks.flatMap((mark, at) => (typeof mark === 'string' ? [{ at, message: mark }] : []));
  const pictureFault = usePictureFault(picture, layout);

  return (
    <Field group id={controlId(idPrefix, name)} label={`${shape.label} (${rows.length})`} hint={shape.hint}>
      <div className={styles.parts}>
        <div className={styles.bar}>
          <Checkbox label="Show stock" checked={showsStock} onChange={(event) => setShowsStock(event.target.checked)} />
          {readOnly ? null : (
            <Checkbox label="Snap to 0.5 mm" checked={snaps} onChange={(event) => setSnaps(event.target.checked)} />
          )}
          <span className="text-2">
            {sample === SPECIMEN ? 'A specimen as sample' : `Batch ${sample.batch_number} as sample`}
          </span>
          <span className={`text-2 figures ${styles.size}`}>{sizeText(layout)}</span>
        </div>
        <div className={styles.sight}>
          <StockDrawing
            layout={layout}
            marks={marks.map((mark) => (typeof mark === 'string' ? [] : mark))}
            stock={
              showsStock ? stockPicture({ width_mm, height_mm, picture, fields: drawable(fields) }, layout_name) : null
            }
            faulty={new Set([...faults, ...unfit].flatMap(({ at }) => at ?? []))}
            selected={selected}
            onSelect={setSelected}
            snaps={snaps}
            onPlace={readOnly ? undefined : values.place}
            describedBy={moving}
          />
        </div>
        {readOnly ? null : (
          <p id={moving} className="text-2 small">
            Drag a field, or move it by the arrow keys: 0.5 mm, with Shift 5 mm. Its corners resize it, or with Ctrl the
            arrow keys. A change of a layout needs a second person.
          </p>
        )}
        {[...faults, ...unfit, ...(pictureFault === null ? [] : [{ message: pictureFault }])].map(({ message }) => (
          <p key={message} className="danger small" role="status">
            {message}
          </p>
        ))}
        <FieldsTable
          name={name}
          shape={shape}
          keys={rows.map(({ rowKey }) => rowKey)}
          fields={fields}
          selected={selected}
          onSelect={setSelected}
          onRemove={values.remove}
        />
        {readOnly ? null : <LayoutActs values={values} />}
        <StockPicture picture={picture} onChanged={setPicture} />
        {record === null ? null : <AccountsOfStock accounts={textIn(record, 'accounts')} />}
      </div>
    </Field>
  );
}

function AccountsOfStock({ accounts }: { accounts: string }) {
  return (
    <p className="text-2 small">
      {accounts === ''
        ? 'No account writes its cheques on this stock yet. Choose it in the form of the account.'
        : `Cheques of ${accounts} are written on this stock.`}
    </p>
  );
}

/** What of the form is the layout, and what is done to it as a whole. */
function useLayoutValues() {
  const { form, readOnly, record } = useFormSurroundings();
  // The form's values are made by field; the library knows fixed paths only.
  const control = form.control as unknown as Control<LayoutValues>;
  const { fields: rows, append, remove } = useFieldArray({ control, name: 'fields', keyName: 'rowKey' });
  const [layout_name, width_mm, height_mm, watched] = useWatch({
    control,
    name: ['layout_name', 'width_mm', 'height_mm', 'fields'],
  });
  const fields = watched ?? [];
  const missing = FIELD_NAMES.filter((field) => fields.every((row) => row.field !== field));
  const isEmptyNew = record === null && rows.length === 0 && !readOnly;

  // A new layout starts from the places of the standard stock.
  useEffect(() => {
    if (isEmptyNew) form.setValue('fields', FIELD_NAMES.map(standardField) as never);
  }, [isEmptyNew, form]);

  function place(index: number, { left, top, width, height }: Placed): void {
    const texts = { left_mm: left, top_mm: top, field_width: width, field_height: height };
    // What is typed and is no number yet stays as it is typed.
    for (const [column, mm] of Object.entries(texts).filter(([, number]) => Number.isFinite(number)))
      form.setValue(`fields.${index}.${column}`, mm.toFixed(2), { shouldDirty: true, shouldTouch: true });
  }

  function reset(): void {
    form.setValue('width_mm', STANDARD_CHEQUE.width.toFixed(2), { shouldDirty: true });
    form.setValue('height_mm', STANDARD_CHEQUE.height.toFixed(2), { shouldDirty: true });
    // A row that is stored stays the same row.
    const values = FIELD_NAMES.map((field) => ({
      ...fields.find((row) => row.field === field),
      ...standardField(field),
    }));
    form.setValue('fields', values, { shouldDirty: true });
  }

  return {
    rows,
    fields,
    layout: placesOf({ width_mm, height_mm, fields }),
    layout_name,
    width_mm,
    height_mm,
    missing,
    append,
    remove,
    place,
    reset,
  };
}

/** The last cheque on this stock, as a sample of what is printed; a specimen where there is none. */
function useSample(record: MasterRecord | null) {
  const found = useQuery({
    queryKey: ['cheque-sample', record?.id],
    queryFn: () => callServer(readChequeSample, { params: { id: record!.id } }),
    enabled: record !== null,
    retry: false,
  });
  return found.data?.data ?? SPECIMEN;
}

/** Adds what the layout lacks, and gives it the places of the standard stock. */
function LayoutActs({ values: { missing, append, reset } }: { values: ReturnType<typeof useLayoutValues> }) {
  return (
    <div className={styles.acts}>
      {missing.map((field: ChequeFieldName) => (
        <Button key={field} size="sm" icon={<IconPlus />} onClick={() => append(standardField(field))}>
          {`Add ${CHEQUE_FIELDS[field]}`}
        </Button>
      ))}
      <Button size="sm" onClick={reset}>
        Reset to bank default
      </Button>
    </div>
  );
}

/** '8 × 3 in, 203.2 × 76.2 mm'. */
function sizeText({ width, height }: { width: number; height: number }): string {
  const inches = (mm: number) => Number((mm / MM_OF_INCH).toFixed(2));
  return `${inches(width)} × ${inches(height)} in, ${width} × ${height} mm`;
}

const drawable = (fields: LayoutValues['fields']) =>
  fields
    .filter(({ left_mm, top_mm, field_width, field_height }) =>
      [left_mm, top_mm, field_width, field_height].every((text) => Number.isFinite(Number(text))),
    )
    .map((field) => ({ ...field, size_pt: Number(field.size_pt), align: field.align as 'L' | 'C' | 'R' }));
