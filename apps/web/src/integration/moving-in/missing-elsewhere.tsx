import { Link } from '@tanstack/react-router';
import type { MoveView } from '@talaan/contract/integration/moving-in.contract';
import { useMenuScreens } from '../../page/screen.ts';
import { many } from '../uploads/upload-words.ts';
import styles from './moving-in.module.css';

/** What has imports of its own and still misses; it keeps no move from being confirmed. */
export function MissingElsewhere({ missing }: Pick<MoveView, 'missing'>) {
  const paths = useMenuScreens().map(({ path }) => path);
  const lines = [
    ['/payee', missing.payees_without_tin, 'payee of the files has no TIN', 'payees of the files have no TIN'],
    [
      '/profitability',
      missing.branches_without_counts,
      'branch has no counts of transactions',
      'branches have no counts of transactions',
    ],
    [
      '/profitability',
      missing.accounts_without_map,
      'account of results has no line in the profitability map',
      'accounts of results have no line in the profitability map',
    ],
  ] as const;
  const missed = lines.filter(([, count]) => count > 0);
  return (
    <section aria-label="Besides" data-region className={styles.box}>
      <h2>Besides</h2>
      <p className="text-2 small">These have imports of their own, before or after the move.</p>
      {missed.length === 0 ? <p>Nothing misses.</p> : null}
      <ul className={styles.files}>
        {missed.map(([path, count, one, more]) => {
          const words = many(count, one, more);
          return <li key={words}>{paths.includes(path) ? <Link to={path}>{words}</Link> : words}</li>;
        })}
      </ul>
    </section>
  );
}
