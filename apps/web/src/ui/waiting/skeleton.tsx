import styles from './skeleton.module.css';

/** A grey bar in the place of a text that is loading; `width` is any CSS width. */
export function Skeleton({ width = '60%', height = 12 }: { width?: string | number; height?: number }) {
  return <span className={styles.bar} style={{ width, height }} aria-hidden="true" />;
}
