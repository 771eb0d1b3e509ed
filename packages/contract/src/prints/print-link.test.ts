import { describe, expect, it } from 'vitest';
import { reportPrintKeys } from '../reports/kit/report-routes.ts';
import { trialBalanceReport } from '../reports/trial-balance.report.ts';
import { orderPrintKeys, receiptPrintKeys, transactionPrintKeys } from './print-keys.ts';
import { decodePrintLink, encodePrintLink } from './print-link.ts';

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

describe('the {data} of a print address', () => {
  it('carries keys there and back, in an address without special characters', () => {
    const data = encodePrintLink({ batch_number: '0010234', document_type: 'JE', user: 'Ñandú ≥ 1?' });
    expect(data).toMatch(/^[\w-]+$/);
    expect(decodePrintLink(transactionPrintKeys, data)).toEqual({ batch_number: '0010234', document_type: 'JE' });
  });

  it('reads plain base64 with padding, as old links have it, and drops the name of the user', () => {
    const keys = decodePrintLink(
      reportPrintKeys(trialBalanceReport),
      base64('{"type":"ftm","year":2025,"month":5,"user":"Anyone"}'),
    );
    expect(keys).toEqual({ type: 'ftm', year: '2025', month: '5' });
  });

  it.each([
    ['empty', ''],
    ['not base64', '%%%'],
    ['not UTF-8', btoa('{\xff}')],
    ['not JSON', base64('hello')],
    ['above 4 KB', base64(JSON.stringify({ batch_number: '1', document_type: 'JE', x: 'y'.repeat(4000) }))],
    ['nested a thousand deep', base64(`${'['.repeat(1000)}${']'.repeat(1000)}`)],
    ['an array', base64('["JE"]')],
    ['null', base64('null')],
    ['a missing key', base64('{"document_type":"JE"}')],
    ['an extra key', base64('{"batch_number":"1","document_type":"JE","payee":"<script>"}')],
    ['__proto__', base64('{"batch_number":"1","document_type":"JE","__proto__":{"admin":1}}')],
    ['an array for a value', base64('{"batch_number":["1"],"document_type":"JE"}')],
    ['markup for a value', base64('{"batch_number":"<script>","document_type":"JE"}')],
  ])('refuses %s', (_, data) => {
    expect(decodePrintLink(transactionPrintKeys, data)).toBeNull();
  });

  it('of an order holds nothing but its number', () => {
    expect(decodePrintLink(orderPrintKeys, encodePrintLink({ po_number: 'PO0000012' }))).toEqual({
      po_number: 'PO0000012',
    });
    for (const po_number of ['0000012', 'PO12', 'PO0000012 ', 'po0000012']) {
      expect(decodePrintLink(orderPrintKeys, encodePrintLink({ po_number }))).toBeNull();
    }
    expect(decodePrintLink(orderPrintKeys, encodePrintLink({ po_number: 'PO0000012', total: '1.00' }))).toBeNull();
  });

  it.each([
    [1120.5, '1120.50'],
    [0.07, '0.07'],
    ['1,120.50', '1,120.50'],
    [1.005, undefined],
    [0.1 + 0.2, undefined],
    [-1, undefined],
  ])('of a receipt of the amount %s says %s, digit by digit', (collected_amount, said) => {
    const link = encodePrintLink({ receipt_no: '000000000001', collected_amount });
    expect(decodePrintLink(receiptPrintKeys, link)?.told).toEqual(
      said === undefined ? undefined : { collected_amount: said },
    );
  });

  it('refuses a report filter that the report itself would refuse', () => {
    expect(
      decodePrintLink(reportPrintKeys(trialBalanceReport), base64('{"type":"ftm","year":2025,"month":13}')),
    ).toBeNull();
  });
});
