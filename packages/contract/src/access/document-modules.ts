import type { DocumentType } from '@talaan/core/documents/document-type';
import type { ModuleName } from './modules.ts';

/** The module that governs each document type: its name is the menu label (spec 1 §6, decisions §8). */
export const DOCUMENT_MODULES = {
  CV: 'Disbursements',
  CW: 'Disbursements',
  OB: 'Disbursements',
  DM: 'Disbursements',
  JE: 'Journal Entries',
  CR: 'Cash Receipt',
  BI: 'Billing',
  CN: 'Collection',
  PO: 'Purchase Order',
} as const satisfies Record<DocumentType, ModuleName>;
