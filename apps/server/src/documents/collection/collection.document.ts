import type { DocumentDefinition } from '../../batches/record/document-definition.ts';
import { issueReceipts } from '../receipt/issue-receipts.ts';

/** A collection is answered with a receipt once it is in the ledger; the schema settles its invoices (decisions §5, §6). */
export const collectionDocument: DocumentDefinition = { document_type: 'CN', onApproved: issueReceipts };
