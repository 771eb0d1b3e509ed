import { DOCUMENT_TYPES, TRANSACTION_CODES } from '@talaan/core/documents/document-type';
import type { ResourceRow } from '../../resource/define-resource.ts';
import { defineResource } from '../../resource/define-resource.ts';
import { field } from '../../resource/field.ts';

const { CV, CW, OB, DM, CR, JE } = DOCUMENT_TYPES;
/** The documents that the four transaction codes are entered as; billing, collection and orders have no such code. */
const ENTERED_AS = { CV: CV.label, CW: CW.label, OB: OB.label, DM: DM.label, CR: CR.label, JE: JE.label } as const;

/** Kinds of transactions, each with the books it belongs to and the document it is entered as (spec 1 §3). */
export const transactionType = defineResource({
  name: 'transaction_type',
  title: { one: 'transaction type', many: 'Transaction Type' },
  fields: {
    trns_code: field.code({ label: 'Code', max: 60 }),
    trns_desc: field.general({ label: 'Description', max: 250 }),
    document_type: field.choice({ label: 'Document type', of: TRANSACTION_CODES }),
    list_document_type: field.choice({
      label: 'Entered as',
      of: ENTERED_AS,
      optional: true,
      hint: 'The document that such a transaction is entered as',
    }),
    status: field.flag({ label: 'Status', on: 'Active', off: 'Inactive', default: 1 }),
  },
  key: 'trns_code',
  unique: [['trns_code']],
  active: 'status',
  list: {
    columns: ['trns_code', 'trns_desc', 'document_type', 'list_document_type', 'status'],
    search: ['trns_code', 'trns_desc'],
    filters: ['document_type', 'list_document_type', 'status'],
    sort: 'trns_code',
  },
  dropdown: { name: ['trns_desc'], extra: ['document_type', 'list_document_type'] },
  form: {
    width: 480,
    sections: [
      {
        title: 'Transaction type',
        fields: ['trns_code', 'trns_desc', 'document_type', 'list_document_type', 'status'],
      },
    ],
  },
  describe: (row) => `${row.trns_desc} ${row.trns_code}`,
});
export type TransactionType = ResourceRow<typeof transactionType>;
