import type { MoveProofLine, MoveView } from '@talaan/contract/integration/moving-in.contract';
import { IconAlert, IconCheckCircle } from '../../ui/icons.tsx';
import { many } from '../uploads/upload-words.ts';
import { MOVING_FILES } from '@talaan/core/integration/moving-in/moving-files';
import { signed } from './signed-amount.ts';
import styles from './moving-in.module.css';

/** Every line of the proof against the old trial balance; a difference lists its rows. */
export function MoveProof({ move }: { move: MoveView }) {
  const red = move.proof.filter(({ is_green }) => !is_green).length;
  return (
    <section aria-label="Proof" data-region className={styles.box}>
      <h2>Proof</h2>
      <p role="status" className={red === 0 ? styles.good : styles.bad}>
        {red === 0 ? 'Every line agrees.' : `${red} of ${many(move.proof.length, 'line', 'lines')} do not agree.`}
      </p>
      <ul className={styles.files}>
        {move.proof.map((line) => (
          <ProofLine key={`${line.rule} ${line.subject}`} line={line} />
        ))}
      </ul>
    </section>
  );
}

function ProofLine({ line }: { line: MoveProofLine }) {
  const { subject, is_green, message, given_label, given, other_label, other, difference, currency, rows, row_count } =
    line;
  return (
    <li>
      <div className={is_green ? styles.good : styles.bad}>
        {is_green ? <IconCheckCircle /> : <IconAlert />}
        <b>{subject}</b>
        <span className="visually-hidden">{is_green ? 'agrees' : 'does not agree'}</span>
      </div>
      <dl className={`${styles.sides} small`}>
        <dt>{given_label}</dt>
        <dd className="figures">{signed(given)}</dd>
        <dt>{other_label}</dt>
        <dd className="figures">{signed(other)}</dd>
        {difference === '0.00' ? null : (
          <>
            <dt>Difference</dt>
            <dd className={`${styles.bad} figures`}>{`${currency} ${signed(difference)}`}</dd>
          </>
        )}
      </dl>
      {message === null ? null : <p className="small">{message}</p>}
      {rows.length === 0 ? null : (
        <details className="small">
          <summary>{`${many(row_count, 'row', 'rows')} behind it${row_count > rows.length ? `, the first ${rows.length}` : ''}`}</summary>
          <ul className={styles.rows}>
            {rows.map(({ kind, row, text, amount }) => (
              <li key={`${kind} ${row}`}>
                <span>{`${MOVING_FILES[kind].title}, row ${row.toLocaleString('en')}: ${text}`}</span>
                <span className="figures">{signed(amount)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
