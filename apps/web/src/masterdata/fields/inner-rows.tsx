import { Fragment, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFieldArray, useFormState, useWatch, type Control } from 'react-hook-form';
import type { ChildrenField, FieldShape } from '@talaan/contract/resource/field';
import { writableFields } from '@talaan/contract/resource/define-resource';
import { Button, IconButton } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FormGrid } from '../../ui/fields/form-grid.tsx';
import { IconChevronDown, IconChevronRight, IconDelete, IconPlus } from '../../ui/icons.tsx';
import { displayValue } from '@talaan/contract/resource/display-value';
import { emptyRow, type FormRow, type FormValues } from '../record/form-values.ts';
import { controlId, useFormSurroundings } from './form-context.ts';
import styles from './inner-rows.module.css';
import { ReferenceText } from './reference-control.tsx';
import { capital } from '@talaan/core/text/capital';
import { ValueControl } from './value-control.tsx';

/** Rows of so few fields stand in a grid; longer ones, and those with a text of several lines, are blocks that open. */
const GRID_FIELDS = 3;
const isLong = (shape: FieldShape) => 'long' in shape && shape.long === true;

/** The rows that belong to a record: bank accounts of a payee, sections of a department. */
export function InnerRows({ name, shape }: { name: string; shape: ChildrenField }) {
  const { form, readOnly, idPrefix } = useFormSurroundings();
  // The form's values are made by field; the library knows lists only by their static type.
  const control = form.control as unknown as Control<{ rows: FormRow[] }>;
  const { fields: rows, append, remove } = useFieldArray({ control, name: name as 'rows', keyName: 'rowKey' });
  const columns = writableFields({ fields: shape.fields });
  const asGrid = columns.length <= GRID_FIELDS && !columns.some(([, member]) => isLong(member));
  const prefix = controlId(idPrefix, name);

  function add(): void {
    const first = controlId(idPrefix, `${name}.${rows.length}.${columns[0]![0]}`);
    flushSync(() => append(emptyRow(shape.fields), { shouldFocus: false }));
    document.getElementById(first)?.focus();
  }

  function take(index: number): void {
    remove(index);
    if (form.formState.isSubmitted) void form.trigger(name);
  }

  return (
    <Field group id={prefix} label={`${shape.label} (${rows.length})`} hint={shape.hint}>
      {asGrid && rows.length > 0 ? (
        <div className={styles.heads} aria-hidden="true">
          {columns.map(([column, member]) => (
            <span key={column}>
              {member.label}
              {member.optional || readOnly ? null : <span className="danger"> *</span>}
            </span>
          ))}
        </div>
      ) : null}
      <ol className={asGrid ? styles.grid : styles.blocks}>
        {rows.map((row, index) =>
          asGrid ? (
            <li key={row.rowKey} className={styles.line} aria-label={`${capital(shape.one)} ${index + 1}`}>
              {columns.map(([column, member]) => (
                <ValueControl key={column} path={`${name}.${index}.${column}`} shape={member} labelHidden />
              ))}
              <RemoveButton shape={shape} index={index} number={index + 1} onRemove={take} />
            </li>
          ) : (
            <Block
              key={row.rowKey}
              name={name}
              shape={shape}
              index={index}
              isNew={row.id === undefined}
              stays={shape.append_only === true && row.id !== undefined}
              onRemove={take}
            />
          ),
        )}
      </ol>
      {rows.length === 0 ? <p className="muted">{`No ${shape.one} yet`}</p> : null}
      {readOnly ? null : (
        <Button className={styles.add ?? ''} size="sm" icon={<IconPlus />} onClick={add}>
          {`Add ${shape.one}`}
        </Button>
      )}
    </Field>
  );
}

interface BlockProps {
  name: string;
  shape: ChildrenField;
  index: number;
  /** As people count it, where that is not its place in the list. */
  number?: number;
  isNew: boolean;
  /** Neither changed nor removed. */
  stays: boolean;
  onRemove: (index: number) => void;
}

/** One row as a block: closed it reads 'BPI · 0012-3456-78 · Checking Account · Peso', open it shows its fields. */
export function Block({ name, shape, index, number = index + 1, isNew, stays, onRemove }: BlockProps) {
  const { form, idPrefix, record } = useFormSurroundings();
  const [chosen, setOpen] = useState(isNew);
  const path = `${name}.${index}`;
  // As above: the path of a row is made, and the library types fixed paths only.
  const values = useWatch({ control: form.control, name: path }) as unknown as FormRow | undefined;
  const { errors } = useFormState({ control: form.control, name: path });
  const faulty = (errors[name] as unknown as unknown[] | undefined)?.[index] !== undefined;
  const open = chosen || faulty;
  const columns = writableFields({ fields: shape.fields });
  const summary = columns
    .slice(0, SUMMARY_FIELDS)
    .map(([column, member]) => ({ column, member, value: (values as FormValues | undefined)?.[column] as string }))
    .filter(({ member, value }) => Boolean(value) && !(member.kind === 'amount' && value === member.default));
  const title = `${capital(shape.one)} ${number}`;
  const body = `${controlId(idPrefix, path)}-body`;
  return (
    <li className={styles.block} aria-label={title}>
      <div className={styles.blockHead}>
        <button
          type="button"
          className={styles.opener}
          aria-expanded={open}
          aria-controls={open ? body : undefined}
          onClick={() => setOpen(!open)}
        >
          {open ? <IconChevronDown /> : <IconChevronRight />}
          <span className="strong nowrap">{title}</span>
          <span className="text-2 ellipsis figures">
            {summary.map(({ column, member, value }, at) => (
              <Fragment key={column}>
                {at === 0 ? '' : ' · '}
                {member.kind === 'reference' ? (
                  <ReferenceText name={`${path}.${column}`} shape={member} value={value} record={record} />
                ) : (
                  displayValue(member, value)
                )}
              </Fragment>
            ))}
          </span>
        </button>
        {stays ? null : <RemoveButton shape={shape} index={index} number={number} onRemove={onRemove} />}
      </div>
      {open ? (
        <div id={body} className={styles.body}>
          <FormGrid>
            {columns.map(([column, member]) => (
              <ValueControl key={column} path={`${path}.${column}`} shape={member} stays={stays} />
            ))}
          </FormGrid>
        </div>
      ) : null}
    </li>
  );
}

const SUMMARY_FIELDS = 5;

function RemoveButton({
  shape,
  index,
  number,
  onRemove,
}: {
  shape: ChildrenField;
  index: number;
  number: number;
  onRemove: (index: number) => void;
}) {
  const { readOnly } = useFormSurroundings();
  if (readOnly) return null;
  return <IconButton label={`Remove ${shape.one} ${number}`} icon={<IconDelete />} onClick={() => onRemove(index)} />;
}
