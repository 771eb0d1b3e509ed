import { excessMinor, nothingReceived, type Collected } from '@talaan/core/documents/collection/collection-lines';
import { amountInWords } from '@talaan/core/money/amount-in-words';
import { currencyById } from '@talaan/core/money/currency';
import { formatAmount, sumMinor } from '@talaan/core/money/money';
import { appliedMinor } from '@talaan/core/receivables/allocation';
import { SidePart } from '../../batches/record/side-part.tsx';

/** What a collection comes to, for the foot of its page. */
export function collectedFigures(collected: Collected, currency: string) {
  const excess = excessMinor(collected);
  return {
    Received: `${currency} ${formatAmount(collected.received_minor)}`,
    Applied: formatAmount(sumMinor(collected.settled.map(appliedMinor))),
    [excess < 0n ? 'Beyond' : 'To advances']: formatAmount(excess < 0n ? -excess : excess),
  };
}

/** What the receipt of a collection says: cash, what the customer withheld, and both in words (worked example convention C5). */
export function ReceiptPart({ collected, currencyId }: { collected: Collected; currencyId: number }) {
  const withheld = sumMinor(collected.settled.map(({ withheld_minor }) => withheld_minor));
  const total = collected.received_minor + withheld;
  return (
    <SidePart
      title="Receipt"
      rows={[
        { name: 'Cash', figure: formatAmount(collected.received_minor) },
        { name: 'Tax withheld', figure: formatAmount(withheld) },
        { name: 'Total received', figure: formatAmount(total), strong: true },
      ]}
    >
      {collected.settled.length > 0 && nothingReceived(collected) ? (
        <p className="small" role="status">
          Neither cash nor tax withheld comes in: it takes no receipt number, and nothing is printed or mailed.
        </p>
      ) : null}
      {total === 0n ? null : (
        <p className="small text-2">{amountInWords(total, currencyById(currencyId)?.word ?? '')}</p>
      )}
    </SidePart>
  );
}
