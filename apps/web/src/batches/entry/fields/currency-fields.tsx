import type { ReactNode } from 'react';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import type { EntryChoices } from '../../record/batch-calls.ts';
import { CodeSelect } from '../../../ui/fields/combobox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { ReadOnlyValue, TextInput } from '../../../ui/fields/text-input.tsx';
import type { RateOnFile } from './entry-date.ts';
import { headId } from './head-id.ts';
import styles from './head.module.css';

interface CurrencyHeader {
  readonly currency_id: number;
  readonly dollar_rate: string;
  readonly own_rate: boolean;
}

/** The currency of a document with its rate, which follows the rate file until it is typed. */
export function CurrencyFields({
  header,
  onFile,
  choices,
  faults,
  onChange,
}: {
  header: CurrencyHeader;
  /** The rate of the rate file; null where there is none. */
  onFile: RateOnFile | null;
  choices: EntryChoices;
  /** What is wrong with it, by field of the wire. */
  faults: Readonly<Record<string, string>>;
  onChange: (change: Partial<CurrencyHeader>) => void;
}): ReactNode {
  const isForeign = header.currency_id !== CURRENCY_PESO;
  const currencies = choices.currencies.map(({ id, iso_code }) => ({ value: String(id), label: iso_code }));
  return (
    <div className={styles.pair}>
      <Field id={headId('currency_id')} label="Currency" error={faults['currency_id']}>
        <CodeSelect
          options={currencies}
          value={String(header.currency_id)}
          onChange={(value) => onChange({ currency_id: Number(value), own_rate: false })}
        />
      </Field>
      <Field
        id={headId('dollar_rate')}
        label="Rate"
        error={faults['dollar_rate']}
        {...(isForeign ? { required: true, hint: rateHint(header, onFile) } : {})}
      >
        {isForeign ? (
          <TextInput
            amount
            inputMode="decimal"
            value={header.dollar_rate}
            onChange={(event) => onChange({ dollar_rate: event.target.value, own_rate: true })}
            onBlur={() => {
              if (header.dollar_rate === '' && onFile !== null) onChange({ dollar_rate: onFile.rate, own_rate: false });
            }}
          />
        ) : (
          <ReadOnlyValue amount>1.00</ReadOnlyValue>
        )}
      </Field>
    </div>
  );
}

function rateHint(header: CurrencyHeader, onFile: RateOnFile | null): string {
  if (onFile === null) return 'No rate on file';
  const kind = onFile.acct_class === 'I' ? 'income and expense' : 'balance accounts';
  return header.own_rate && header.dollar_rate !== onFile.rate
    ? `On file: ${onFile.rate}, ${kind}`
    : `On file, ${kind}`;
}
