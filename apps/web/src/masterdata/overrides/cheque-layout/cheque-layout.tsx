import { useFormState } from 'react-hook-form';
import { useFormSurroundings } from '../../fields/form-context.ts';
import type { ScreenOverride } from '../../record/resource-parts.ts';
import { Calibration } from './calibration.tsx';
import { LayoutFields } from './layout-fields.tsx';

/** The stock on which the fields of a cheque are dragged, the same fields as numbers, and what a printer misses them by. */
export const chequeLayoutOverride: ScreenOverride = {
  rows: { fields: LayoutFields },
  below: { Fields: ({ record }) => (record === null ? null : <OfLayout id={record.id} />) },
};

function OfLayout({ id }: { id: number }) {
  const { form } = useFormSurroundings();
  const { isDirty } = useFormState({ control: form.control });
  return <Calibration layoutId={id} isChanged={isDirty} />;
}
