import { useNavigate } from '@tanstack/react-router';
import { ACCESS } from '@talaan/core/access/access-level';
import type { CalendarDate } from '@talaan/core/calendar/calendar-date';
import type { BatchDetail, BatchRow } from '@talaan/contract/documents/batch-view.contract';
import { readBatch } from '@talaan/contract/documents/batch.contract';
import { takeBatchNumber } from '@talaan/contract/documents/entry-page.contract';
import { putDraft } from '@talaan/contract/documents/draft.contract';
import { callServer } from '../../../api/client.ts';
import { reportFailure } from '../../../api/report-failure.ts';
import { useWhyNot } from '../../../session/why-not.ts';
import type { MenuAction } from '../../../ui/menus/action-menu.tsx';
import { withPleaseWait } from '../../../ui/feedback/feedback.ts';
import { useToday } from '../../../ui/dates/today.tsx';
import { kindOf } from '@talaan/contract/documents/document-kinds';
import { newDraftId } from '../drafts/draft-id.ts';
import { draftOf, entryOfCopy, type EntryForm } from './entry-form.ts';

/**
 * 'Duplicate' of a batch's menu (ux §3): a new entry that begins as its copy, dated today. Empty for a type that is not
 * entered; off, with the reason, for whoever may not create.
 */
export function useDuplicate(batch: Pick<BatchRow, 'batch_number' | 'document_type'>): readonly MenuAction[] {
  const kind = kindOf(batch.document_type);
  const disabledReason = useWhyNot(kind?.module ?? [], ACCESS.insert, kind === null ? true : undefined);
  const today = useToday();
  const navigate = useNavigate();
  if (kind === null) return [];

  async function open(page: string): Promise<void> {
    try {
      const draft = await withPleaseWait(draftCopy(batch.batch_number, today));
      await navigate({ to: page, search: { draft } });
    } catch (failure) {
      reportFailure(failure);
    }
  }
  return [{ id: 'duplicate', label: 'Duplicate', disabledReason, onSelect: () => void open(kind.page) }];
}

/** Keeps a copy of a batch as an unsaved entry under a number of its own, and answers the draft's id. */
async function draftCopy(batchNumber: string, today: CalendarDate): Promise<string> {
  const batch: BatchDetail = (await callServer(readBatch, { params: { id: batchNumber }, query: {} })).data;
  return keepAsDraft(entryOfCopy(batch, today));
}

/** Keeps an entry that nobody has saved yet as a draft under a number of its own, and answers the draft's id. */
async function keepAsDraft(entry: EntryForm): Promise<string> {
  const { document_type } = entry.header;
  const id = newDraftId();
  const { data: reserved } = await callServer(takeBatchNumber, { query: { draft_id: id, document_type } });
  const { batch_number } = reserved;
  await callServer(putDraft, {
    params: { id },
    body: { document_type, batch_number, body: draftOf(entry, undefined) },
  });
  return id;
}
