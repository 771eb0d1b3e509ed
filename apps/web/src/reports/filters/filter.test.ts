import { expect, it } from 'vitest';
import { anyReport } from '@talaan/contract/reports/kit/define-report';
import { auditTrailReport } from '@talaan/contract/reports/audit-trail.report';
import { booksOfAccountReport } from '@talaan/contract/reports/books-of-account.report';
import { trialBalanceReport } from '@talaan/contract/reports/trial-balance.report';
import { callsOf, plainFilter, readFilter } from './filter.ts';

const BOOKS = anyReport(booksOfAccountReport);
const BALANCE = anyReport(trialBalanceReport);
const TRAIL = anyReport(auditTrailReport);
const MAY = { type: 'ftm', year: '2025', month: '5' };

it('says of a filter no more than a call needs', () => {
  const said = { ...MAY, date_from: '2025-05-01', by: 'none', closing: '0', brnc_code: '', of_account_code: '102101' };
  expect(plainFilter(BALANCE, said)).toEqual({ ...MAY, closing: '0' });
});

it('takes for a choice that must be made what its control shows', () => {
  expect(readFilter(TRAIL, MAY)).toMatchObject({ filter: { given: { ...MAY, doc_type: 'DM' } }, faults: {} });
  expect(plainFilter(TRAIL, { ...MAY, doc_type: 'BI' })).toEqual({ ...MAY, doc_type: 'BI' });
});

it('tells each fault where it is, and has no filter then', () => {
  expect(readFilter(BALANCE, { type: 'ftm', year: '1900', month: '13', by: 'x' })).toEqual({
    filter: null,
    faults: {
      year: 'year must be 1901 to 2100.',
      month: 'month must be 1 to 12.',
      by: 'by must be none, branch, department or section.',
    },
  });
});

it('goes by the call whose path says what was chosen', () => {
  const { filter } = readFilter(BOOKS, { ...MAY, doc_type: 'JE' });
  expect(filter).toMatchObject({ given: { doc_type: 'JE' }, values: { doc_type: 'JE' } });
  expect(callsOf(BOOKS, filter).read.path).toBe('/rpt/boaje');
  expect(callsOf(BOOKS, readFilter(BOOKS, MAY).filter).read.path).toBe('/rpt/boadisb');
});

it('makes the calls of a report once', () => {
  const { filter } = readFilter(BALANCE, MAY);
  expect(callsOf(BALANCE, filter)).toBe(callsOf(BALANCE, null));
});
