import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import {
  BLANK_LINE,
  blankHeader,
  type ParsedHeaderInput,
  type ParsedLineInput,
} from '@talaan/contract/documents/batch-input.contract';
import type { DocumentKind, OwnNames } from '@talaan/contract/documents/document-kind';
import type { UploadedFile } from '../platform/http/principal.ts';
import type { UpdateInput } from './entry/save-batch.ts';
import type { GivenParts } from './record/given-documents.ts';

/** What every document with a body of its own says beside its number, its date and its lines, as it is read. */
export type OwnHead = Pick<
  ParsedHeaderInput,
  'payee_id' | 'currency_id' | 'dollar_rate' | 'remarks' | 'is_confidential'
> &
  Pick<UpdateInput, 'draft_id' | 'row_version' | 'keep_attachments'>;

/** A document of a kind as it is read: its head, with number and date under their own names. */
export type OwnDocument<Names extends OwnNames> = OwnHead &
  Readonly<Record<Names['date'], CalendarDate>> &
  Readonly<Partial<Record<Names['number'], string | null | undefined>>>;

/** What follows from such a document for the engine. */
export interface FollowingEntry {
  /** What its header says beside the common fields. */
  readonly header?: Partial<ParsedHeaderInput>;
  /** Its lines of account; none while something of its parts is wrong, which says so itself. */
  readonly lines?: readonly Partial<ParsedLineInput>[];
  readonly parts: GivenParts;
  readonly files: readonly UploadedFile[];
}

/**
 * A document with a body of its own as the engine saves it: a batch of one, its terms and lines in tables of its own, with the
 * lines of account that follow from them. What it says is read already, so that nothing is parsed here.
 */
export function ownEntry<const Names extends OwnNames>(
  kind: DocumentKind & { readonly own: Names },
  document: OwnDocument<Names>,
  { header, lines = [], parts, files }: FollowingEntry,
): UpdateInput {
  const { number, date } = kind.own as { number: Names['number']; date: Names['date'] };
  const { payee_id, currency_id, dollar_rate, remarks, is_confidential, ...rest } = document;
  const common = { payee_id, currency_id, dollar_rate: dollar_rate ?? null, remarks, is_confidential };
  return {
    document_type: kind.types[0],
    headers: [{ ...blankHeader(document[date]), batch_number: document[number] ?? null, ...common, ...header }],
    details: parts.faults.length > 0 ? [] : lines.map((line) => ({ ...BLANK_LINE, ...line })),
    draft_id: rest.draft_id,
    row_version: rest.row_version,
    keep_attachments: rest.keep_attachments,
    parts,
    files,
  };
}
