import { describeCombination, type KeyCombination } from './key-combination.ts';
import styles from './keyboard-hint.module.css';

/**
 * The keys of an action as small key caps; `keys` is a combination such as `mod+s` or `g d`. Decoration only: the style sheet draws them, so
 * that they are no part of the text of what they stand in.
 */
export function KeyboardHint({ keys }: { keys: KeyCombination }) {
  return (
    <span className={styles.keys} aria-hidden="true">
      {describeCombination(keys).map((text, index) => (
        // A sequence may repeat a key, so the position is the identity.
        // oxlint-disable-next-line react/no-array-index-key
        <kbd key={index} className={styles.key} data-key={text} />
      ))}
    </span>
  );
}
