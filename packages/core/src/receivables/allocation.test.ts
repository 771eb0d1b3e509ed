import { expect, it } from 'vitest';
import fc from 'fast-check';
import { sumMinor } from '../money/money.ts';
import { applicationFault, appliedMinor, NOTHING, placeOldestFirst, unplacedMinor } from './allocation.ts';

const invoice = (open_minor: bigint, is_disputed = false) => ({
  billing_invoice_no: 'BI-HOB0000131',
  open_minor,
  is_disputed,
});

it('settles the oldest first, leaves out what is disputed, and the rest is the customer’s advance', () => {
  const kept = [{ ...NOTHING, written_off_minor: 50_00n }, NOTHING, { ...NOTHING, withheld_minor: 1_200_00n }, NOTHING];
  const placed = placeOldestFirst(
    [invoice(50_000_00n), invoice(80_000_00n, true), invoice(67_200_00n), invoice(10_000_00n)],
    118_000_00n,
    kept,
  );
  expect(placed.map(({ cash_minor }) => cash_minor)).toEqual([49_950_00n, 0n, 66_000_00n, 2_050_00n]);
  expect(placed[0]!.written_off_minor).toBe(50_00n);
  expect(unplacedMinor(placed, 118_000_00n)).toBe(0n);
  expect(unplacedMinor(placeOldestFirst([invoice(100n)], 250n), 250n)).toBe(150n);
});

it('leaves what was placed by name on a disputed invoice, and gives the older ones the rest of the cash', () => {
  const named = { cash_minor: 30_000_00n, withheld_minor: 1_000_00n, written_off_minor: 0n };
  const invoices = [invoice(50_000_00n), invoice(80_000_00n, true), invoice(10_000_00n)];
  const placed = placeOldestFirst(invoices, 70_000_00n, [NOTHING, named, NOTHING]);
  expect(placed.map(({ cash_minor }) => cash_minor)).toEqual([40_000_00n, 30_000_00n, 0n]);
  expect(placed[1]).toEqual(named);
  const [withheld] = placeOldestFirst([invoice(100_00n)], 50_00n, [{ ...NOTHING, withheld_minor: 120_00n }]);
  expect(withheld!.cash_minor).toBe(0n);
  const short = placeOldestFirst(invoices, 20_000_00n, [NOTHING, named, NOTHING]);
  expect(short.map(({ cash_minor }) => cash_minor)).toEqual([0n, 30_000_00n, 0n]);
});

it('never takes more than is open, nor more than came in, and leaves nothing unplaced while something is open', () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 9n });
  fc.assert(
    fc.property(fc.array(fc.tuple(amounts, fc.boolean()), { maxLength: 12 }), amounts, (facts, received) => {
      const invoices = facts.map(([open, disputed]) => invoice(open, disputed));
      const placed = placeOldestFirst(invoices, received);
      const left = unplacedMinor(placed, received);
      expect(placed.every((application, at) => appliedMinor(application) <= invoices[at]!.open_minor)).toBe(true);
      const open = sumMinor(invoices.map(({ open_minor, is_disputed }) => (is_disputed ? 0n : open_minor)));
      expect(left).toBe(received > open ? received - open : 0n);
      // An invoice is begun when the one before it is settled.
      const begun = placed.map(({ cash_minor }) => cash_minor > 0n);
      const last = begun.lastIndexOf(true);
      expect(
        placed
          .slice(0, Math.max(last, 0))
          .every((application, at) =>
            invoices[at]!.is_disputed
              ? appliedMinor(application) === 0n
              : appliedMinor(application) === invoices[at]!.open_minor,
          ),
      ).toBe(true);
    }),
  );
});

it('says what stays open where more is taken, and asks for an amount', () => {
  expect(applicationFault(invoice(100_00n), { ...NOTHING, cash_minor: 90_00n, withheld_minor: 10_00n })).toBeNull();
  expect(applicationFault(invoice(100_00n), { ...NOTHING, cash_minor: 100_00n, written_off_minor: 1n })).toBe(
    'Only 100.00 of BI-HOB0000131 is still open.',
  );
  expect(applicationFault(invoice(100_00n), NOTHING)).toBe('Invoice BI-HOB0000131: an amount is required.');
});
