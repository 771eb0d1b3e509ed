import type { CSSProperties, ReactNode } from 'react';
import * as z from 'zod';
import { PAGE_SIZES } from '@talaan/contract/http/envelope';
import { useKeptFocus } from '../ui/keyboard/kept-focus.ts';
import { PagingFooter } from '../ui/table/paging-footer.tsx';
import styles from './log-screen.module.css';

/** Which page of a log its address names, and how many rows it has: `usual` ones where it says nothing. */
export const logPage = (usual: number) => ({
  page: z.coerce.number().int().min(1).catch(1),
  pages: z.coerce
    .number()
    .refine((rows) => PAGE_SIZES.includes(rows as 10))
    .catch(usual),
});

interface LogTableProps {
  /** What it is read out as, such as 'Mails, newest first'. */
  label: string;
  headings: readonly string[];
  /** Styles besides those of every log. */
  className?: string | undefined;
  /** One element for each row; without any, the place stays empty. */
  rows: readonly ReactNode[];
}

/** What happened, one row each, the newest first; it scrolls on its own. On a phone each row is a card (ux §11.16). */
export function LogTable({ label, headings, className = '', rows }: LogTableProps) {
  const kept = useKeptFocus();
  if (rows.length === 0) return <section {...kept} className={styles.scroll} tabIndex={-1} aria-label={label} />;
  return (
    // The table scrolls on its own, so the keyboard must reach it.
    <section
      {...kept}
      className={styles.scroll}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={label}
    >
      <table className={`${styles.table} ${className}`} style={labelsOf(headings)}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows}</tbody>
      </table>
    </section>
  );
}

/** The headings for the style sheet, which sets each before its cell where a row is a card. */
function labelsOf(headings: readonly string[]): CSSProperties {
  return Object.fromEntries(headings.map((heading, at) => [`--heading-${at + 1}`, JSON.stringify(heading)]));
}

interface LogPagerProps {
  /** The page that the server answered; nothing is shown before. */
  log: { from: number; to: number; total: number; current_page: number; last_page: number } | undefined;
  pages: number;
  onTurn: (turn: { page: number; pages?: number }) => void;
}

/** The pages of a log. */
export function LogPager({ log, pages, onTurn }: LogPagerProps) {
  if (log === undefined) return null;
  return (
    <PagingFooter
      from={log.from}
      to={log.to}
      total={log.total}
      page={log.current_page}
      lastPage={log.last_page}
      perPage={pages}
      choices={PAGE_SIZES}
      onPage={(page) => onTurn({ page })}
      onPerPage={(rows) => onTurn({ pages: rows, page: 1 })}
    />
  );
}
