import { isJournal } from '../../batches/names-a-type.ts'; // bites: import-direction

export const query = (type: string): string[] => [
  isJournal(type) ? `select remarks from journal_entry e join document d on d.id = e.document_id` : '', // bites: reports-read-what-is-posted
  `select is_confidential from posted_document`,
  `select status from unposted_document`,
];
