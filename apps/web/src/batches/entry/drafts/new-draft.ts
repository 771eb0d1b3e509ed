import { putDraft } from '@talaan/contract/documents/draft.contract';
import { takeBatchNumber } from '@talaan/contract/documents/entry-page/entry-page.contract';
import type { DocumentType } from '@talaan/core/documents/document-type';
import { callServer } from '../../../api/client.ts';
import { newDraftId } from './draft-id.ts';

/** What an unsaved entry begins with. */
export interface Made {
  readonly document_type: DocumentType;
  readonly body: Record<string, unknown>;
}

/** Keeps an entry that nobody has saved yet as a draft under a number of its own, and answers the draft's id. */
export async function keepNewDraft({ document_type, body }: Made): Promise<string> {
  const id = newDraftId();
  const { batch_number } = (await callServer(takeBatchNumber, { query: { draft_id: id, document_type } })).data;
  await callServer(putDraft, { params: { id }, body: { document_type, batch_number, body } });
  return id;
}
