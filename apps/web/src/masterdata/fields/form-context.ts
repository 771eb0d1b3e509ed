import { createContext, useContext } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ResourceName } from '@talaan/contract/resource/resource-index';
import type { FormValues } from '../record/form-values.ts';
import type { MasterRecord } from '../record/resource-calls.ts';
import type { ResourceParts } from '../record/resource-parts.ts';

/** The form around a control. */
export interface FormSurroundings {
  parts: ResourceParts;
  form: UseFormReturn<FormValues>;
  /** The stored record; null for a new one. */
  record: MasterRecord | null;
  /** The user may look, not change. */
  readOnly: boolean;
  /** Makes the ids of this form's controls unlike those of another form on the page. */
  idPrefix: string;
  /**
   * Opens a dialog for a new record of another resource, from the text typed so far; told about the one that was added.
   * Null where the form offers only records that are there.
   */
  onAddRecord:
    | ((to: ResourceName, typed: string, added: (record: MasterRecord, parts: ResourceParts) => void) => void)
    | null;
}

export const FormContext = createContext<FormSurroundings | null>(null);

export function useFormSurroundings(): FormSurroundings {
  const surroundings = useContext(FormContext);
  if (surroundings === null) throw new Error('A field control stands outside a record form.');
  return surroundings;
}

/** The id of the control at a path of the form. */
export function controlId(idPrefix: string, path: string): string {
  return `${idPrefix}-${path.replaceAll('.', '-')}`;
}
