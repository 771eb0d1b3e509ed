import { requireSum } from '@talaan/core/money/money';
import { AGE_LABELS } from '@talaan/core/receivables/aging';
import type { Customer } from '@talaan/contract/documents/customer/customer.contract';
import { showAmount, showDate } from '../../batches/record/batch-texts.ts';
import styles from './aging-bar.module.css';

/** What is open by age: a bar in which each age has its share, and its amount below. */
export function AgingBar({
  receivables: { ages, open_php, as_of },
}: {
  receivables: NonNullable<Customer['receivables']>;
}) {
  const whole = requireSum(open_php);
  const aged = ages.map(({ age, open_php: open }) => {
    const minor = requireSum(open);
    // In tenths of a percent: a share, no amount.
    return { age, open, share: whole <= 0n || minor <= 0n ? 0 : Number((minor * 1000n) / whole) / 10 };
  });
  return (
    <section className={styles.aging} aria-label="Aging">
      <h2 className={styles.title}>
        Aging <small className="muted small">{`days since billing, as of ${showDate(as_of)}`}</small>
      </h2>
      <div className={styles.bar} aria-hidden="true">
        {aged.map(({ age, share }, place) =>
          share === 0 ? null : <i key={age} style={{ flexGrow: share, background: `var(--age-${place + 1})` }} />,
        )}
      </div>
      <dl className={styles.legend}>
        {aged.map(({ age, open, share }, place) => (
          <div key={age}>
            <dt className="muted small">
              <i className={styles.swatch} style={{ background: `var(--age-${place + 1})` }} aria-hidden="true" />
              {`${AGE_LABELS[age]} · ${share.toFixed(1)} %`}
            </dt>
            <dd className="figures">{showAmount(open)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
