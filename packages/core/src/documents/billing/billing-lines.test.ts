import { expect, it } from 'vitest';
import fc from 'fast-check';
import { sumMinor } from '../../money/money.ts';
import type { VatType } from '../../money/withholding.ts';
import { billingLines, invoiceSums } from './billing-lines.ts';

const ACCOUNTS = { receivable: '105010', output_vat: '203010' };
const service = (vat: VatType, total_minor: bigint, income_account: string) => ({
  billing_service_id: 1,
  vat,
  total_minor,
  income_account,
});

/** Worked examples E01 to E03: what is billed, and the lines in centavos. */
const EXAMPLES = [
  ['E01', service(1, 112_000_00n, '408010'), ['105010 Dr 11200000', '408010 Cr 10000000', '203010 Cr 1200000']],
  ['E02', service(3, 85_000_00n, '408020'), ['105010 Dr 8500000', '408020 Cr 8500000']],
  ['E03', service(2, 47_250_75n, '408030'), ['105010 Dr 4725075', '408030 Cr 4725075']],
] as const;

it.each(EXAMPLES)('bills %s', (_name, billed, lines) => {
  const told = billingLines([billed], ACCOUNTS).map(({ account_code, debit_minor, credit_minor }) =>
    debit_minor > 0n ? `${account_code} Dr ${debit_minor}` : `${account_code} Cr ${credit_minor}`,
  );
  expect(told).toEqual(lines);
});

it('adds up each kind of sale at the foot of the invoice', () => {
  const sums = invoiceSums([
    service(1, 112_000_00n, '408010'),
    service(3, 85_000_00n, '408020'),
    service(2, 10_00n, '408030'),
    service(0, 5_00n, '408030'),
  ]);
  expect(sums).toEqual({
    vatable_minor: 100_000_00n,
    exempt_minor: 15_00n,
    zero_rated_minor: 85_000_00n,
    vat_minor: 12_000_00n,
    total_minor: 197_015_00n,
  });
});

it('balances to the centavo, whatever is billed', () => {
  const anyService = fc.record({
    billing_service_id: fc.nat(),
    vat: fc.constantFrom<VatType>(0, 1, 2, 3),
    total_minor: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    income_account: fc.constantFrom('408010', '408020'),
  });
  fc.assert(
    fc.property(fc.array(anyService, { minLength: 1, maxLength: 20 }), (services) => {
      const lines = billingLines(services, ACCOUNTS);
      expect(sumMinor(lines.map(({ debit_minor }) => debit_minor))).toBe(
        sumMinor(lines.map(({ credit_minor }) => credit_minor)),
      );
    }),
  );
});
