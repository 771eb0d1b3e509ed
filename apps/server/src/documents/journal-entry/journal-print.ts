import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { journalDetailsPaper } from '@talaan/contract/documents/journal-entry/journal-details.paper';
import { JOURNALS } from '@talaan/contract/documents/journal-entry/journal-entry.kind';
import { readBatch } from '../../batches/reading/read-batch.ts';
import { aboutBatch, type PaperKind } from '../print/paper-kind.ts';
import { verifiedDocument } from '../print/verify-paper.ts';

export const JOURNAL_DETAILS: PaperKind<BatchDetail> = {
  kind: JOURNALS.paper.name,
  paper: journalDetailsPaper,
  about: aboutBatch,
};

export const VERIFIED_JOURNAL = verifiedDocument(JOURNAL_DETAILS, JOURNALS.types, readBatch);
