import type { BatchDetail } from '@talaan/contract/documents/batch-view.contract';
import { journalDetailsPaper } from '@talaan/contract/documents/journal-entry/journal-details.paper';
import { JOURNALS } from '@talaan/contract/documents/journal-entry/journal-entry.kind';
import { aboutBatch, type PaperKind } from '../print/paper-kind.ts';

export const JOURNAL_DETAILS: PaperKind<BatchDetail> = {
  kind: JOURNALS.paper.name,
  paper: journalDetailsPaper,
  about: aboutBatch,
};
