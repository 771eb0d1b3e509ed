import {
  COLLECTION_ROLES,
  COLLECTION_TAG,
  collectionLines,
  excessMinor,
  type Collected,
  type CollectionAccounts,
  type CollectionLine,
} from '@talaan/core/documents/collection/collection-lines';
import { codesOf } from '@talaan/core/ledger/account-role';
import { CURRENCY_PESO } from '@talaan/core/money/currency';
import { formatAmount, sumMinor } from '@talaan/core/money/money';
import { multiplyByRate, RATE_ONE } from '@talaan/core/money/rate';
import type { EntryChoices } from '../../batches/record/batch-calls.ts';
import { LedgerCards } from '../../batches/record/ledger-table.tsx';
import type { CollectionHeader } from './collection-form.ts';

/** Where the cash of a collection goes, and what it books: amounts are in its currency, the exchange difference in pesos. */
export function CollectionCards({
  collected,
  header: { bank_id, currency_id, write_off_account },
  choices,
}: {
  collected: Collected;
  header: Pick<CollectionHeader, 'bank_id' | 'currency_id' | 'write_off_account'>;
  choices: EntryChoices;
}) {
  const usual = codesOf(choices.accounts, COLLECTION_ROLES);
  const bank = choices.banks.find(({ id }) => id === bank_id)?.acct_code ?? '';
  const accounts = { ...usual, write_off: write_off_account || usual.write_off, bank };
  const lines = collectionLines(collected, accounts);
  // Without a rate nothing is known in pesos.
  const isForeign = currency_id !== CURRENCY_PESO && collected.rate !== RATE_ONE;
  return (
    <LedgerCards
      title="Where the cash goes"
      when="when issued"
      lines={lines.filter(({ tag }) => tag !== COLLECTION_TAG.DIFFERENCE)}
      choices={choices}
      note={isForeign ? differenceText(lines, accounts) : null}
      rows={placedFigures(collected, isForeign)}
    />
  );
}

/** What the rate of the collection brings beyond the pesos at which receivable and advance stand in the books, or less. */
function differenceText(
  lines: readonly CollectionLine[],
  { gain, loss }: Pick<CollectionAccounts, 'gain' | 'loss'>,
): string {
  const total = sumMinor(
    lines
      .filter(({ tag, account_code }) => tag === COLLECTION_TAG.DIFFERENCE && [gain, loss].includes(account_code))
      .map(({ debit_php_minor, credit_php_minor }) => credit_php_minor - debit_php_minor),
  );
  if (total === 0n) return 'No exchange difference.';
  return total > 0n
    ? `Exchange gain of PHP ${formatAmount(total)}, to ${gain} when it is saved.`
    : `Exchange loss of PHP ${formatAmount(-total)}, to ${loss} when it is saved.`;
}

/** What came in, what is placed on invoices, and what becomes an advance. */
function placedFigures(collected: Collected, isForeign: boolean) {
  const { received_minor, advance_minor, settled, rate } = collected;
  const excess = excessMinor(collected);
  const cash = sumMinor(settled.map(({ cash_minor }) => cash_minor));
  const count = settled.filter(({ cash_minor }) => cash_minor > 0n).length;
  return [
    { name: 'Received', figure: formatAmount(received_minor) },
    ...(isForeign && received_minor > 0n
      ? [{ name: 'In pesos', figure: formatAmount(multiplyByRate(received_minor, rate)) }]
      : []),
    ...(advance_minor === 0n ? [] : [{ name: 'From advances', figure: formatAmount(advance_minor) }]),
    { name: count === 1 ? 'To 1 invoice' : `To ${count} invoices`, figure: formatAmount(cash) },
    excess < 0n
      ? { name: 'Placed beyond it', figure: formatAmount(-excess), strong: true }
      : { name: 'To customer advances', figure: formatAmount(excess), strong: true },
  ];
}
