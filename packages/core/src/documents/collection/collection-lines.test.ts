import { expect, it } from 'vitest';
import fc from 'fast-check';
import { requireRate, RATE_ONE } from '../../money/rate.ts';
import { pesosByRate } from '../../ledger/journal-entry.ts';
import { formatAmount, sumMinor } from '../../money/money.ts';
import { NOTHING } from '../../receivables/allocation.ts';
import { advancePhp, collectionLines, excessMinor, receivablePhp, type Collected } from './collection-lines.ts';

const ACCOUNTS = {
  bank: '102103',
  withheld: '108050',
  write_off: '503090',
  advances: '202090',
  receivable: '105010',
  gain: '404010',
  loss: '404020',
};
const branch_id = 1;
const told = (collected: Collected) =>
  collectionLines(collected, ACCOUNTS).map(
    ({ account_code, debit_minor, credit_minor, debit_php_minor, credit_php_minor }) =>
      `${account_code} ${debit_minor + debit_php_minor > 0n ? 'Dr' : 'Cr'} ${formatAmount(debit_minor + credit_minor + debit_php_minor + credit_php_minor)}`,
  );

it('books cash, tax withheld and write-off against the receivable, and the rest as an advance', () => {
  const settled = [
    {
      cash_minor: 49_950_00n,
      withheld_minor: 0n,
      written_off_minor: 50_00n,
      branch_id,
      receivable_php_minor: 50_000_00n,
    },
    {
      cash_minor: 252_400_00n,
      withheld_minor: 2_000_00n,
      written_off_minor: 0n,
      branch_id,
      receivable_php_minor: 254_400_00n,
    },
  ];
  const collected = { received_minor: 305_000_00n, advance_minor: 0n, advance_php_minor: 0n, rate: RATE_ONE, settled };
  expect(told(collected)).toEqual([
    '102103 Dr 305,000.00',
    '108050 Dr 2,000.00',
    '503090 Dr 50.00',
    '105010 Cr 304,400.00',
    '202090 Cr 2,650.00',
  ]);
  expect(excessMinor(collected)).toBe(2_650_00n);
});

it('takes the advance of a customer in the place of cash', () => {
  const half = { received_minor: 40_00n, advance_minor: 60_00n, advance_php_minor: 60_00n, rate: RATE_ONE };
  const placed = { ...NOTHING, cash_minor: 90_00n, branch_id, receivable_php_minor: 90_00n };
  expect(excessMinor({ ...half, settled: [placed] })).toBe(10_00n);
  const settled = [{ ...NOTHING, cash_minor: 100_00n, branch_id, receivable_php_minor: 100_00n }];
  expect(
    told({ received_minor: 40_00n, advance_minor: 60_00n, advance_php_minor: 60_00n, rate: RATE_ONE, settled }),
  ).toEqual(['102103 Dr 40.00', '202090 Dr 60.00', '105010 Cr 100.00']);
});

it('books a foreign receivable out at its own pesos, with the realised difference', () => {
  const billed = { open_minor: 1_000_00n, open_php_minor: 55_000_00n, rate: requireRate('55') };
  const settled = [
    { ...NOTHING, cash_minor: 1_000_00n, branch_id, receivable_php_minor: receivablePhp(billed, 1_000_00n) },
  ];
  const at = (rate: string) =>
    told({ received_minor: 1_000_00n, advance_minor: 0n, advance_php_minor: 0n, rate: requireRate(rate), settled });
  expect(at('56').slice(2)).toEqual(['105010 Dr 1,000.00', '404010 Cr 1,000.00']);
  expect(at('54.5').slice(2)).toEqual(['105010 Cr 500.00', '404020 Dr 500.00']);
  expect(at('55')).toHaveLength(2);
  expect(receivablePhp(billed, 400_00n)).toBe(22_000_00n);
});

it('books the receivable of each branch, and its difference, where it stands', () => {
  const settled = [
    { ...NOTHING, cash_minor: 100_00n, branch_id: 1, receivable_php_minor: 5_500_00n },
    { ...NOTHING, cash_minor: 200_00n, branch_id: 2, receivable_php_minor: 11_100_00n },
  ];
  const collected = { received_minor: 300_00n, advance_minor: 0n, advance_php_minor: 0n, settled };
  const lines = collectionLines({ ...collected, rate: requireRate('56') }, ACCOUNTS);
  const ofReceivable = lines.filter(({ account_code }) => account_code === ACCOUNTS.receivable);
  expect(ofReceivable.map((line) => [line.branch_id, line.credit_minor, line.debit_php_minor])).toEqual([
    [1, 100_00n, 0n],
    [2, 200_00n, 0n],
    [1, 0n, 100_00n],
    [2, 0n, 100_00n],
  ]);
});

it('takes a foreign advance at its average pesos, with the realised difference of both sides', () => {
  const settled = [{ ...NOTHING, cash_minor: 100_00n, branch_id, receivable_php_minor: 5_500_00n }];
  const advance = { amount_minor: 300_00n, php_minor: 15_300_00n };
  const advance_php_minor = advancePhp(advance, 100_00n);
  expect([advance_php_minor, advancePhp(advance, 300_00n), advancePhp(advance, 300_01n)]).toEqual([
    5_100_00n,
    15_300_00n,
    0n,
  ]);
  expect(advancePhp({ amount_minor: 0n, php_minor: 0n }, 0n)).toBe(0n);
  const at = (rate: string) =>
    told({ received_minor: 0n, advance_minor: 100_00n, advance_php_minor, rate: requireRate(rate), settled });
  const moved = ['202090 Dr 100.00', '105010 Cr 100.00'];
  expect(at('56')).toEqual([...moved, '105010 Dr 100.00', '202090 Cr 500.00', '404020 Dr 400.00']);
  expect(at('50')).toEqual([...moved, '105010 Cr 500.00', '202090 Dr 100.00', '404020 Dr 400.00']);
});

it('leaves nothing of a settled invoice in pesos, and every entry balances, whatever the rates and parts', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 8n });
  const rate = fc.integer({ min: 40_000_000, max: 60_000_000 }).map((scaled) => requireRate((scaled / 1e6).toFixed(6)));
  fc.assert(
    fc.property(amount, amount, rate, rate, (first, rest, billedAt, collectedAt) => {
      const open_php_minor = pesosByRate([{ debit_minor: first + rest, credit_minor: 0n }], billedAt)[0]!
        .debit_php_minor;
      const billed = { open_minor: first + rest, open_php_minor, rate: billedAt };
      const part = receivablePhp(billed, first);
      const last = receivablePhp({ ...billed, open_minor: rest, open_php_minor: open_php_minor - part }, rest);
      expect(part + last).toBe(open_php_minor);
      const settled = [{ ...NOTHING, cash_minor: rest, branch_id, receivable_php_minor: last }];
      const lines = collectionLines(
        { received_minor: rest + 5n, advance_minor: 0n, advance_php_minor: 0n, rate: collectedAt, settled },
        ACCOUNTS,
      );
      const pesos = pesosByRate(lines, collectedAt);
      const net = (code?: string) =>
        sumMinor(
          pesos.map(({ debit_php_minor, credit_php_minor }, place) =>
            code === undefined || lines[place]!.account_code === code ? debit_php_minor - credit_php_minor : 0n,
          ),
        );
      expect(net()).toBe(0n);
      expect(net(ACCOUNTS.receivable)).toBe(-last);
    }),
  );
});
