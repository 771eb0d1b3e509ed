import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { writableFields } from '@talaan/contract/resource/define-resource';
import { entrySchema } from '@talaan/contract/resource/row-schema';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm, type FieldErrors, type UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import { formValuesOf, type FormValues } from '../record/form-values.ts';
import type { MasterRecord } from '../record/resource-calls.ts';

/** One message of a form, at the path of its value: 'acct_code', 'payee_banks.0.bank_code'. */
export interface FormFault {
  path: string;
  message: string;
}

export interface RecordForm {
  form: UseFormReturn<FormValues>;
  /** The faults that show now, in the order of the form. */
  faults: readonly FormFault[];
  /** The checked entry in wire form; null when the form has faults, which then show. */
  readEntry: () => Promise<Record<string, unknown> | null>;
  /** What the entry changes on the record that the form started with; all of it for a new record. */
  changesOf: (entry: Record<string, unknown>) => Record<string, unknown>;
  /** Shows the server's messages at their fields. Those of fields that the form does not show are left out. */
  showServerFaults: (errors: Readonly<Record<string, readonly string[]>>) => void;
  /** Starts anew from a stored record, or empty. `kept` are values that stay as typed. */
  restart: (record: MasterRecord | null, kept?: Partial<FormValues>) => void;
  /** Counts the attempts to save that found faults. */
  attempts: number;
}

/** Reads what the controls hold into the entry in wire form. */
type EntrySchema = z.ZodType<Record<string, unknown>, FormValues>;

/**
 * The form of one record. Each field is checked when it is left, and from then on at every change, with the schema that
 * the server uses (ux §4). In: the definition, the stored record (null: a new one) and values to begin with.
 */
export function useRecordForm(
  definition: AnyResource,
  record: MasterRecord | null,
  start: Partial<FormValues> = {},
): RecordForm {
  // The form holds every field by name; what the schema gives is typed by its definition.
  const schema = useMemo(() => entrySchema(definition) as unknown as EntrySchema, [definition]);
  const [attempts, setAttempts] = useState(0);
  const started = useRef(formValuesOf(definition, record));
  const form = useForm<FormValues>({
    mode: 'onTouched',
    defaultValues: started.current,
    // The form keeps what was typed; the entry is read from it when it is saved.
    resolver: useMemo(() => zodResolver(schema, undefined, { raw: true }), [schema]),
    shouldFocusError: false,
  });
  const { errors } = form.formState;
  const faults = faultsOf(definition, errors);

  useEffect(() => {
    for (const [name, value] of Object.entries(start)) form.setValue(name, value!, { shouldDirty: true });
    // Only what the form begins with: later values are the user's.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  useMendedFaults(definition, form);

  return {
    form,
    faults,
    attempts,
    async readEntry() {
      let entry: Record<string, unknown> | null = null;
      await form.handleSubmit(
        (values) => {
          entry = schema.parse(values);
        },
        () => setAttempts((count) => count + 1),
      )();
      return entry;
    },
    changesOf(entry) {
      const before = schema.safeParse(started.current);
      if (record === null || !before.success) return entry;
      const unchanged = before.data;
      return Object.fromEntries(
        Object.entries(entry).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(unchanged[name])),
      );
    },
    showServerFaults(given) {
      for (const [path, [message]] of Object.entries(given)) {
        const [field = ''] = path.split('.');
        if (field in definition.fields) form.setError(path, { type: FROM_SERVER, message: message ?? '' });
      }
      setAttempts((count) => count + 1);
    },
    restart(stored, kept = {}) {
      started.current = formValuesOf(definition, stored);
      form.reset(started.current);
      for (const [name, value] of Object.entries(kept)) form.setValue(name, value!, { shouldDirty: true });
      setAttempts(0);
    },
  };
}

const FROM_SERVER = 'server';

/** A change may mend the fault of another field: a least amount above the most, a missing parent. */
function useMendedFaults(definition: AnyResource, form: UseFormReturn<FormValues>): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          const others = faultsOf(definition, form.formState.errors).filter(
            ({ path }) => path !== name && form.getFieldState(path).error?.type !== FROM_SERVER,
          );
          if (others.length > 0) void form.trigger(others.map(({ path }) => path));
        },
      }),
    [definition, form],
  );
}

/** The messages of nested errors, in the order of the definition's form. */
function faultsOf(definition: AnyResource, errors: FieldErrors<FormValues>): FormFault[] {
  const order = definition.form.sections.flatMap((section) => section.fields);
  const names = [...new Set([...order, ...writableFields(definition).map(([name]) => name)])];
  return names.flatMap((name) => collect(name, (errors as Record<string, unknown>)[name]));
}

function collect(path: string, error: unknown): FormFault[] {
  if (error === undefined || error === null || typeof error !== 'object') return [];
  const { message, ref: _ref, type: _type, types: _types, root, ...members } = error as Record<string, unknown>;
  if (typeof message === 'string') return [{ path, message }];
  return [
    ...collect(path, root),
    ...Object.entries(members).flatMap(([name, member]) => collect(`${path}.${name}`, member)),
  ];
}
