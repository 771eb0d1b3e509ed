import { expect, it } from 'vitest';
import { SERIES_FORMS } from '../numbering/series.ts';
import {
  asksNumberOnRestore,
  DOCUMENT_TYPES,
  documentTypeText,
  isDocumentType,
  moduleOf,
  readDocumentType,
  receiptLabel,
  receiptSeries,
} from './document-type.ts';

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

it('lets money leave by disbursements alone, and by none that nobody releases', () => {
  const paying = Object.entries(DOCUMENT_TYPES).filter(([, { pays }]) => pays);
  expect(paying.map(([type]) => type)).toEqual(['CV', 'CW', 'OB', 'DM']);
  expect(paying.every(([, { has_release_stage }]) => has_release_stage)).toBe(true);
});

it('shows code and label', () => {
  expect(documentTypeText('CV')).toBe('CV · Cheque Voucher');
});

it('asks for payee and bank what decisions §4 says, and neither of a journal', () => {
  const facts = (['CV', 'CW', 'OB', 'DM', 'CR', 'JE'] as const).map((type) => {
    const { payee, bank_side, bank_required, cheque, receipt } = DOCUMENT_TYPES[type].header;
    return [type, payee, bank_side, bank_required, cheque, receipt];
  });
  expect(facts).toEqual([
    ['CV', true, 'credit', true, true, false],
    ['CW', true, 'credit', true, true, false],
    ['OB', true, 'credit', true, false, false],
    ['DM', true, 'credit', true, false, false],
    ['CR', true, 'debit', false, false, true],
    ['JE', false, null, false, false, false],
  ]);
});

it('asks about the number when what has a voucher number is restored', () => {
  expect((['CV', 'CW', 'OB', 'DM', 'CR', 'JE'] as const).filter(asksNumberOnRestore)).toEqual(['CV', 'CW']);
});

it('reads is_or_ar as 1 official, 2 acknowledgement, 3 one of each', () => {
  expect([0, 1, 2, 3, 4].map(receiptSeries)).toEqual([[], ['or'], ['ar'], ['or', 'ar'], []]);
  expect([null, 1, 2, 3, 4].map(receiptLabel)).toEqual(['', 'Official Receipt', 'Acknowledgement Receipt', 'Both', '']);
});

it('guards each document type by its own flag', () => {
  expect((['CV', 'CW', 'OB', 'DM'] as const).map(moduleOf)).toEqual(Array.from({ length: 4 }, () => 'disbursement'));
  expect([moduleOf('JE'), moduleOf('BI')]).toEqual(['general_journal', 'general_journal']);
  expect([moduleOf('CR'), moduleOf('CN')]).toEqual(['cash_receipt', 'cash_receipt']);
  expect(moduleOf('PO')).toBeNull();
});
