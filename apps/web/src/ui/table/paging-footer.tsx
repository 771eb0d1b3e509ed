import { IconButton } from '../buttons/button.tsx';
import { IconChevronDown, IconChevronLeft, IconChevronRight, IconFirstPage, IconLastPage } from '../icons.tsx';
import styles from './paging-footer.module.css';

export interface PagingFooterProps {
  /** Position of the first and last row shown, from 1; both 0 for an empty list. */
  from: number;
  to: number;
  total: number;
  /** From 1. */
  page: number;
  lastPage: number;
  perPage: number;
  /** Choices of rows per page. */
  choices: readonly number[];
  onPage: (page: number) => void;
  /** The caller goes back to page 1. */
  onPerPage: (rows: number) => void;
  /** The pointer or the focus came to the next button: a good moment to fetch that page. */
  onPrefetchNext?: () => void;
}

/** 'from - to of total' with first, previous, next and last, and the choice of rows per page (spec 1 §2). */
export function PagingFooter({
  from,
  to,
  total,
  page,
  lastPage,
  perPage,
  choices,
  onPage,
  onPerPage,
  onPrefetchNext,
}: PagingFooterProps) {
  const atStart = page <= 1;
  const atEnd = page >= lastPage;
  return (
    <nav className={styles.pager} aria-label="Pages">
      <label className={styles.rows}>
        <span className={styles.caption}>Rows per page</span>
        <span className={styles.choice}>
          <select className="figures" value={perPage} onChange={(event) => onPerPage(Number(event.target.value))}>
            {choices.map((rows) => (
              <option key={rows} value={rows}>
                {rows}
              </option>
            ))}
          </select>
          <IconChevronDown />
        </span>
      </label>
      <span className={`${styles.range} figures`} role="status">{`${from} - ${to} of ${total}`}</span>
      <span className={styles.buttons}>
        <IconButton
          size="sm"
          label="First page"
          side="top"
          icon={<IconFirstPage />}
          disabled={atStart}
          onClick={() => onPage(1)}
        />
        <IconButton
          size="sm"
          label="Previous page"
          side="top"
          icon={<IconChevronLeft />}
          disabled={atStart}
          onClick={() => onPage(page - 1)}
        />
        <IconButton
          size="sm"
          label="Next page"
          side="top"
          icon={<IconChevronRight />}
          disabled={atEnd}
          onClick={() => onPage(page + 1)}
          onPointerEnter={atEnd ? undefined : onPrefetchNext}
          onFocus={atEnd ? undefined : onPrefetchNext}
        />
        <IconButton
          size="sm"
          label="Last page"
          side="top"
          icon={<IconLastPage />}
          disabled={atEnd}
          onClick={() => onPage(lastPage)}
        />
      </span>
    </nav>
  );
}
