import { SERIES_FORMS, type SeriesKind } from '../numbering/series.ts';
import { ALL_DOCUMENT_TYPES, DOCUMENT_TYPES, isDocumentType, type DocumentType } from './document-type.ts';

/**
 * Whether a number alone names a batch of this type: those of the series of batches, and those whose number begins with
 * letters. A billing request may have the figures of a batch.
 */
export function isNamedByNumber(type: DocumentType): boolean {
  const { batch_series } = DOCUMENT_TYPES[type];
  return batch_series === 'batch' || SERIES_FORMS[batch_series].prefix !== '';
}

/** The types whose batches take their numbers from a series: a number of it is none of another series. */
export function typesNumberedBy(series: SeriesKind): DocumentType[] {
  return ALL_DOCUMENT_TYPES.filter((type) => DOCUMENT_TYPES[type].batch_series === series);
}

/** How lists and addresses name a batch: `0010234`, `PO0000012`; where the number alone does not name it, `BI-0000012`. */
export function batchKey({ document_type, batch_number }: { document_type: string; batch_number: string }): string {
  const isBare = !isDocumentType(document_type) || isNamedByNumber(document_type);
  return isBare ? batch_number : `${document_type}-${batch_number}`;
}

/** How messages name a batch, as `batch_name` of the schema does: `BI 0000030`; a number that begins with its type stands alone. */
export function batchName({ document_type, batch_number }: { document_type: string; batch_number: string }): string {
  return batch_number.startsWith(document_type) ? batch_number : `${document_type} ${batch_number}`;
}

/** The batch that such a text names; its type is null where the number says it. */
export function readBatchKey(key: string): { document_type: DocumentType | null; batch_number: string } {
  const [, type = '', number = ''] = /^([A-Z]{2})-(\d+)$/.exec(key.trim().toUpperCase()) ?? [];
  return isDocumentType(type) && !isNamedByNumber(type)
    ? { document_type: type, batch_number: number }
    : { document_type: null, batch_number: key.trim() };
}
