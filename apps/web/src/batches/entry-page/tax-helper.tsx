import { useId } from 'react';
import { DOCUMENT_TYPES } from '@talaan/core/documents/document-type';
import { proposeLines } from '@talaan/core/documents/proposed-lines';
import { amountText, formatAmount, parseAmount } from '@talaan/core/money/money';
import { parsePercentage } from '@talaan/core/money/rate';
import { isVatType, rateOn, splitTaxes, VAT_TYPE, type TaxSplit } from '@talaan/core/money/withholding';
import type { EntryChoices } from '../batch-calls.ts';
import type { Choice, EntryLine } from '../entry/entry-line.ts';
import { SidePart } from '../side-part.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { askToConfirm } from '../../ui/feedback/feedback.ts';
import { KeyboardHint } from '../../ui/keyboard-hint.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import type { EntryHeader } from './entry-form.ts';
import styles from './tax-helper.module.css';

export const TAX_AMOUNT_ID = 'entry-tax-amount';

/**
 * VAT and withholding of an amount with their arithmetic, and the lines that follow from them: they are added, or take
 * the place of a former proposal after a question, never silently (ux §5).
 */
export function TaxHelper({
  header,
  choices,
  currency,
  lines,
  onChange,
  onInsert,
}: {
  header: EntryHeader;
  choices: EntryChoices;
  /** ISO code of the entry's currency. */
  currency: string;
  lines: readonly EntryLine[];
  onChange: (change: Partial<EntryHeader>) => void;
  onInsert: (lines: readonly Partial<EntryLine>[]) => void;
}) {
  const note = useId();
  const taxCode = choices.tax_codes.find(({ code }) => code === header.atc_code);
  const total = parseAmount(header.tax_total);
  const vat = header.vat !== null && isVatType(header.vat) ? header.vat : VAT_TYPE.NA;
  const percent = taxCode === undefined ? null : rateOn(taxCode, header.document_date);
  const rate = percent === null ? null : parsePercentage(percent);
  const split = total === null || total <= 0n ? null : splitTaxes(total, vat, rate);
  const proposed = lines.filter(({ part }) => part !== null).length;

  useShortcut('h', 'VAT and withholding helper', () => document.getElementById(TAX_AMOUNT_ID)?.focus());

  async function insert(): Promise<void> {
    if (split === null) return;
    if (proposed > 0) {
      const sure = await askToConfirm({
        title: `Replace ${proposed === 1 ? 'the line' : `the ${proposed} lines`} inserted before?`,
        text: 'Their amounts are computed anew. Accounts and analysis that you typed on them stay, and so do all other lines.',
        confirmLabel: 'Replace',
      });
      if (!sure) return;
    }
    onInsert(linesOf(split, header, choices, lines));
  }

  return (
    <SidePart title="VAT and withholding" aside={<KeyboardHint keys="h" />}>
      <div className={styles.helper}>
        <Field id={TAX_AMOUNT_ID} label={vat === VAT_TYPE.VATABLE ? 'Amount with VAT' : 'Amount'}>
          <AmountField currency={currency} value={header.tax_total} onChange={(tax_total) => onChange({ tax_total })} />
        </Field>
        {split === null ? (
          <p className="muted small">VAT type and ATC are those of the header.</p>
        ) : (
          <>
            <dl className={styles.sums} id={note}>
              {arithmetic(split, vat, taxCode?.code, percent).map(({ label, how, minor }) => (
                <div key={label}>
                  <dt>
                    {label}
                    {how === '' ? null : <small className="muted figures">{how}</small>}
                  </dt>
                  <dd className="figures">{formatAmount(minor)}</dd>
                </div>
              ))}
            </dl>
            <Button aria-describedby={note} onClick={() => void insert()}>
              Insert lines
            </Button>
          </>
        )}
      </div>
    </SidePart>
  );
}

/** The rows of the computation: what, how it comes about, and the amount in minor units; of no code nothing is withheld. */
function arithmetic(
  split: TaxSplit,
  vat: number,
  code: string | undefined,
  rate: string | null,
): { label: string; how: string; minor: bigint }[] {
  const total = formatAmount(split.total_minor);
  const percent = `${Number(rate)} %`;
  const isVatable = vat === VAT_TYPE.VATABLE;
  return [
    ...(isVatable
      ? [
          { label: 'VATable base', how: `${total} / 1.12`, minor: split.base_minor },
          { label: 'VAT 12 %', how: `${total} − ${formatAmount(split.base_minor)}`, minor: split.vat_minor },
        ]
      : []),
    ...(code === undefined
      ? []
      : [
          {
            label: `Withholding ${code}`,
            how: isVatable ? `${total} / 1.12 × ${percent}` : `${total} × ${percent}`,
            minor: split.withheld_minor,
          },
        ]),
    { label: 'Net', how: `${total} − ${formatAmount(split.withheld_minor)}`, minor: split.net_minor },
  ];
}

/** The proposed lines with the accounts that are known: of the bank, of input or output VAT, of the tax withheld. */
function linesOf(
  split: TaxSplit,
  header: EntryHeader,
  choices: EntryChoices,
  lines: readonly EntryLine[],
): Partial<EntryLine>[] {
  const side = DOCUMENT_TYPES[header.document_type].header.bank_side ?? 'credit';
  const isPayment = side === 'credit';
  const codeOf = (role: string): string => choices.accounts.find((account) => account.role === role)?.code ?? '';
  const accountOf = (code: string): Choice | null => choices.accounts.find((account) => account.code === code) ?? null;
  const bank = choices.banks.find(({ id }) => id === header.bank_id);
  const branch = lines.find((line) => line.branch !== null)?.branch ?? null;
  const accounts = {
    charged: '',
    vat: codeOf(isPayment ? 'INPUT_VAT' : 'OUTPUT_VAT'),
    withheld: codeOf(isPayment ? 'EWT' : 'CWT'),
    bank: bank?.acct_code ?? '',
  };
  return proposeLines(split, { bank_side: side, accounts, atc_code: header.atc_code || null }).map((line) => ({
    part: line.part,
    account: accountOf(line.account_code),
    payee: header.payee,
    branch,
    atc: choices.tax_codes.find(({ code }) => code === line.atc_code) ?? null,
    tax_base: line.tax_base_minor === null ? '' : amountText(line.tax_base_minor),
    debit: line.debit_minor === 0n ? '' : amountText(line.debit_minor),
    credit: line.credit_minor === 0n ? '' : amountText(line.credit_minor),
  }));
}
