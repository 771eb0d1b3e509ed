/** A row before or after a write, by the keys of its fields. */
export type ChangedRow = Readonly<Record<string, unknown>>;

/** A field whose changes people are told. */
export interface ToldField {
  /** Where its value stands in a row. */
  readonly key: string;
  /** A value that is there, as people read it; null for none. */
  readonly read: (value: unknown) => string | null;
  /** It names a record: two records differ although they are called alike. */
  readonly names?: boolean;
  /** Kept from everybody: that it was written is all that is told. */
  readonly hidden?: boolean;
}

/** A field with its value before and after, as people read it; null for none. */
export interface ToldChange<Field extends ToldField> {
  readonly field: Field;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * What changed between two states of a row, in the order of the fields: the one reader of changes for documents, records of
 * master data and changes that wait for a second person. Null stands for a row that was not there before, or is gone. Empty
 * and absent read the same on a screen, so they are the same here.
 */
export function changesTold<Field extends ToldField>(
  fields: readonly Field[],
  before: ChangedRow | null,
  after: ChangedRow | null,
): ToldChange<Field>[] {
  return fields.flatMap((field) => {
    if (field.hidden) return after !== null && field.key in after ? [{ field, before: null, after: null }] : [];
    const [old, now] = [before?.[field.key], after?.[field.key]];
    const change = { field, before: textOf(field, old), after: textOf(field, now) };
    const isOther = field.names === true && plain(old) !== plain(now);
    return change.before !== change.after || isOther ? [change] : [];
  });
}

function textOf(field: ToldField, value: unknown): string | null {
  return plain(value) === '' ? null : field.read(value) || null;
}

/** A value as text, for comparing it and where it says all there is to say; '' for none. */
export function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
