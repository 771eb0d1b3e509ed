import { expect, it } from 'vitest';
import { SERIES_FORMS } from '../numbering/series.ts';
import { DOCUMENT_TYPES, documentTypeText, isDocumentType, readDocumentType } from './document-type.ts';

it('maps the older set of types to the list types', () => {
  expect(readDocumentType('AE')).toEqual({ document_type: 'JE', adjusting: true });
  expect(readDocumentType('JV')).toEqual({ document_type: 'JE', adjusting: false });
  expect(readDocumentType('CD')).toEqual({ document_type: 'CV', adjusting: false });
});

it('reads the list types as they are and nothing else', () => {
  for (const type of ['CV', 'CW', 'OB', 'DM', 'JE', 'CR', 'BI', 'CN', 'PO']) {
    expect(readDocumentType(type)).toEqual({ document_type: type, adjusting: false });
  }
  for (const text of ['je', 'XX', '', 'toString', '__proto__']) {
    expect(readDocumentType(text)).toBeNull();
    expect(isDocumentType(text)).toBe(false);
  }
});

it('gives cheque vouchers and cheque writes one voucher number, the others their own form', () => {
  expect(Object.entries(DOCUMENT_TYPES).map(([type, { document_series }]) => `${type} ${document_series}`)).toEqual([
    'CV voucher',
    'CW voucher',
    'OB ob',
    'DM dm',
    'JE je',
    'CR cr',
    'BI bi',
    'CN collection',
    'PO po',
  ]);
  expect(SERIES_FORMS[DOCUMENT_TYPES.JE.document_series].prefix).toBe('JE');
});

it('shows code and label', () => {
  expect(documentTypeText('CV')).toBe('CV · Cheque Voucher');
});
