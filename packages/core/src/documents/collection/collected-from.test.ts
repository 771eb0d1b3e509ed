import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requireRate } from '../../money/rate.ts';
import { applicationOf, givenOf, givenOldestFirst, readCollected, readMinor } from './collected-from.ts';

const APPLIED = { billing_invoice_no: ' bi-hob0000001 ', withholding_amount: '', write_off_amount: '' };
const GIVEN = {
  received_amount: '100.00',
  advance_amount: '10.00',
  currency_id: 2,
  dollar_rate: '57.00',
  collection_details: [{ ...APPLIED, cash_amount: '100.00' }],
};
/** USD 200.00 billed at 56 and open whole, and USD 20.00 of advances that came in at 55. */
const INVOICE = { open_minor: 200_00n, open_php_minor: 11_200_00n, rate: requireRate('56.00') };
const ADVANCE = { amount_minor: 20_00n, php_minor: 1_100_00n };
const KNOWN = { invoices: new Map([['BI-HOB0000001', INVOICE]]), advance: ADVANCE };

/** Pesos at which the receivable and the advance leave the books. */
function pesosOf(...[given, from]: Parameters<typeof readCollected>): readonly [bigint, bigint] {
  const { settled, advance_php_minor } = readCollected(given, from).collected;
  return [settled[0]!.receivable_php_minor, advance_php_minor];
}

describe('what is collected', () => {
  it('leaves the books at the pesos at which it stands there', () => {
    expect(pesosOf(GIVEN, KNOWN)).toEqual([5_600_00n, 550_00n]);
    const all = { ...GIVEN, collection_details: [{ ...APPLIED, cash_amount: '200.00' }] };
    expect(
      pesosOf(all, { ...KNOWN, invoices: new Map([['BI-HOB0000001', { ...INVOICE, open_php_minor: 11_199_99n }]]) })[0],
    ).toBe(11_199_99n);
  });

  it('leaves them at the rate of the collection while it is not known, so that no difference is told', () => {
    expect(pesosOf(GIVEN, { invoices: new Map(), advance: undefined })).toEqual([5_700_00n, 570_00n]);
  });

  it('is as much in pesos where it is collected in pesos, whatever rate is said', () => {
    const pesos = { ...GIVEN, currency_id: 1 };
    expect(pesosOf(pesos, { invoices: new Map(), advance: ADVANCE })).toEqual([100_00n, 10_00n]);
    expect(readCollected(pesos, KNOWN).collected.rate).toEqual(requireRate('1.00'));
  });

  it('is of the invoices that are named, however their numbers are written', () => {
    const [first] = readCollected(GIVEN, KNOWN).applications;
    expect(first).toMatchObject({ billing_invoice_no: 'BI-HOB0000001', invoice: INVOICE, cash_minor: 100_00n });
  });

  it('stands in the branch of its invoice, and in none while that is not known', () => {
    const inBranch = new Map([['BI-HOB0000001', { ...INVOICE, branch_id: 7 }]]);
    expect(readCollected(GIVEN, { ...KNOWN, invoices: inBranch }).collected.settled[0]!.branch_id).toBe(7);
    expect(readCollected(GIVEN, { ...KNOWN, invoices: new Map() }).collected.settled[0]!.branch_id).toBeNull();
  });

  it('reads amounts between spaces, nothing as none, and no rate as that of pesos', () => {
    const given = { ...GIVEN, received_amount: ' 100.00 ', advance_amount: ' ', dollar_rate: null };
    const { received_minor, advance_minor, rate } = readCollected(given, KNOWN).collected;
    expect([received_minor, advance_minor, rate]).toEqual([100_00n, 0n, requireRate('1.00')]);
    expect([readMinor(' '), readMinor('1x')]).toEqual([0n, null]);
  });
});

describe('what is applied', () => {
  it('is given so that it is read back', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });
    fc.assert(
      fc.property(amount, amount, amount, (cash_minor, withheld_minor, written_off_minor) => {
        const application = { cash_minor, withheld_minor, written_off_minor };
        expect(applicationOf(givenOf(application))).toEqual(application);
      }),
    );
  });

  it('is given of the oldest invoices first, without those of which nothing is settled', () => {
    const offered = ['1', '2', '3'].map((billing_invoice_no) => ({
      billing_invoice_no,
      open_minor: 50_00n,
      is_disputed: false,
    }));
    expect(givenOldestFirst(offered, 60_00n)).toEqual([
      { billing_invoice_no: '1', cash_amount: '50.00', withholding_amount: '', write_off_amount: '' },
      { billing_invoice_no: '2', cash_amount: '10.00', withholding_amount: '', write_off_amount: '' },
    ]);
  });
});
