import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePercentage } from '../money/rate.ts';
import { splitTaxes, VAT_TYPE } from '../money/withholding.ts';
import { withholdingDoubts, type WithholdingLine } from './withholding-check.ts';

const rateOf = (text: string) => parsePercentage(text)!;
const RIGHT: WithholdingLine = {
  line_no: 3,
  role: 'EWT',
  debit_minor: 0n,
  credit_minor: 1_000_00n,
  tax_base_minor: 50_000_00n,
  tax_code: { atc_code: 'WC120', rate: rateOf('2.00') },
  payee: { name: 'BANTAY KUNWARI', has_tin: true },
};
const told = (change: Partial<WithholdingLine>) =>
  withholdingDoubts([{ ...RIGHT, ...change }]).map(({ kind, text }) => `${kind}: ${text}`);

describe('withholdingDoubts', () => {
  it.each<[string, Partial<WithholdingLine>, string[]]>([
    ['the rate of the base', {}, []],
    [
      'too much',
      { credit_minor: 5_000_00n },
      ['amount: line 3 withholds 5,000.00: WC120, 2 % of 50,000.00, is 1,000.00, so that is 4,000.00 too much'],
    ],
    [
      'a centavo too little',
      { credit_minor: 999_99n },
      ['amount: line 3 withholds 999.99: WC120, 2 % of 50,000.00, is 1,000.00, so that is 0.01 too little'],
    ],
    [
      'a rate of half a percent',
      { tax_code: { atc_code: 'WC516', rate: rateOf('0.50') } },
      ['amount: line 3 withholds 1,000.00: WC516, 0.5 % of 50,000.00, is 250.00, so that is 750.00 too much'],
    ],
    ['nothing', { credit_minor: 0n, tax_code: null }, []],
    ['no ATC', { tax_code: null }, ['no_tax_code: line 3 withholds 1,000.00 without an ATC']],
    ['no base', { tax_base_minor: null }, ['no_base: line 3 withholds 1,000.00 without its tax base']],
    [
      'a payee without TIN',
      { payee: { name: 'ALING NENA', has_tin: false } },
      ['no_tin: line 3 withholds 1,000.00 from ALING NENA, who has no TIN'],
    ],
    ['tax paid to the government', { debit_minor: 1_000_00n, credit_minor: 0n, tax_code: null }, []],
    ['tax that a customer takes back', { role: 'CWT', tax_code: { atc_code: 'WC120', rate: rateOf('9') } }, []],
    ['tax of a customer whose certificate is to come', { ...asCustomer(1_000_00n), tax_code: null }, []],
    [
      'tax of a customer that his code does not give',
      asCustomer(900_00n),
      ['amount: line 3 withholds 900.00: WC120, 2 % of 50,000.00, is 1,000.00, so that is 100.00 too little'],
    ],
  ])('%s', (_name, change, texts) => {
    expect(told(change)).toEqual(texts);
  });

  it('says what should be withheld', () => {
    const [found] = withholdingDoubts([{ ...RIGHT, credit_minor: 5_000_00n }]);
    expect(found).toMatchObject({ kind: 'amount', expected_minor: 1_000_00n });
  });

  it.each([
    ['up', 39n, '10.00', 35n, 3n],
    ['down', 71n, '15.00', 63n, 10n],
  ])('takes tax of the unrounded base where that was rounded %s', (_way, total, percent, base, tax) => {
    const rate = rateOf(percent);
    const split = splitTaxes(total, VAT_TYPE.VATABLE, rate);
    expect([split.base_minor, split.withheld_minor]).toEqual([base, tax]);
    expect(told({ credit_minor: tax, tax_base_minor: base, tax_code: { atc_code: 'WC120', rate } })).toEqual([]);
    const beside = base === 35n ? 2n : 11n;
    expect(told({ credit_minor: beside, tax_base_minor: base, tax_code: { atc_code: 'WC120', rate } })).toHaveLength(1);
  });

  it('never doubts what the helper computes', () => {
    const rates = fc.constantFrom('0.50', '1.00', '2.00', '5.00', '10.00', '15.00').map(rateOf);
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 13n }),
        fc.constantFrom(...Object.values(VAT_TYPE)),
        rates,
        (total, vat, rate) => {
          const split = splitTaxes(total, vat, rate);
          const line = { credit_minor: split.withheld_minor, tax_base_minor: split.base_minor };
          expect(told({ ...line, tax_code: { atc_code: 'WC120', rate } })).toEqual([]);
        },
      ),
    );
  });
});

it('asks a customer, whose certificate comes later, for neither ATC nor base nor TIN', () => {
  const lacking = { tax_code: null, tax_base_minor: null, payee: { name: 'KUNWARI', has_tin: false } };
  expect(told({ ...lacking, ...asCustomer(100n) })).toEqual([]);
  expect(told({ ...lacking, credit_minor: 100n })).toHaveLength(3);
});

function asCustomer(debit_minor: bigint): Partial<WithholdingLine> {
  return { role: 'CWT', debit_minor, credit_minor: 0n };
}
