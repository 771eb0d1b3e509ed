import { Link } from '@tanstack/react-router';
import { useRef, type RefObject } from 'react';
import * as z from 'zod';
import { encodePrintLink } from '@talaan/contract/prints/print-link';
import { MONTH_PROOFS } from '@talaan/contract/reports/month-proofs/month-proofs-paper';
import { PageHeader } from '../page/page-header.tsx';
import { useMenuScreens } from '../page/screen.ts';
import { useSearchState } from '../page/search-state.ts';
import { Button, buttonClass } from '../ui/buttons/button.tsx';
import { MonthPicker } from '../ui/dates/month-picker.tsx';
import { useToday } from '../ui/dates/today.tsx';
import { IconCalendar } from '../ui/icons.tsx';
import { KeyboardHint } from '../ui/keyboard/keyboard-hint.tsx';
import { useShortcut } from '../ui/keyboard/shortcuts.ts';
import { LoadState } from '../ui/waiting/load-state.tsx';
import { MonthProofsExport } from './proofs/month-proofs-export.tsx';
import { monthFilter, useMonthProofs } from './proofs/month-proofs-query.ts';
import styles from './proofs/month-proofs.module.css';
import { MonthSummary } from './proofs/month-summary.tsx';
import { ProofTable } from './proofs/proof-table.tsx';
import { SheetActions } from './report-actions.tsx';

/** Every proof of every report of a month on one page, red ones with the documents that make them (ux §13, picture 31). */
export function MonthProofsScreen() {
  const today = useToday();
  const [{ month: chosen }, change] = useSearchState(searchState);
  const month = chosen === '' ? today.slice(0, 7) : chosen;
  const proofs = useMonthProofs(month);
  const table = useRef<HTMLTableElement>(null);
  const mayClose = useMenuScreens().some(({ path }) => path === PERIODS);
  const unread = proofs.data === undefined ? 'The proofs are still being read.' : undefined;
  const again = () => void proofs.refetch();
  useShortcut('r', 'Run again', again);
  useProofKeys(table);

  return (
    <div className={styles.page}>
      <PageHeader
        title={MONTH_PROOFS.title}
        actions={
          <>
            <MonthPicker value={month} onChange={(to) => change({ month: to })} />
            {mayClose ? (
              <Link to={PERIODS} className={buttonClass({ variant: 'ghost' })}>
                <IconCalendar />
                Accounting Period
              </Link>
            ) : null}
            <SheetActions
              address={`${MONTH_PROOFS.fullPage}/${encodePrintLink(monthFilter(month))}`}
              blocked={unread}
            />
            <MonthProofsExport month={month} blocked={unread} keys="e" />
            <Button variant="primary" keys="r" busy={proofs.isFetching} onClick={again}>
              Run again
            </Button>
          </>
        }
      />
      <LoadState query={proofs} what="the proofs" className={styles.note} />
      {proofs.data === undefined ? null : (
        <>
          <MonthSummary
            data={proofs.data.data}
            generated={proofs.data.header.generated}
            month={month}
            onMonth={(to) => change({ month: to })}
          />
          <ProofTable ref={table} data={proofs.data.data} month={month} />
          <footer className={styles.foot}>
            <Keys />
            <span>{hiddenWords(proofs.data.hidden)}</span>
            <span>{proofs.data.header.generated}</span>
          </footer>
        </>
      )}
    </div>
  );
}

/** J and K move between the proofs of a table, F8 between those that differ. */
function useProofKeys(table: RefObject<HTMLTableElement | null>): void {
  function step(by: 1 | -1, among: string): void {
    const links = [...(table.current?.querySelectorAll<HTMLElement>(among) ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const next = at === -1 ? (by === 1 ? 0 : links.length - 1) : (at + by + links.length) % links.length;
    links[next]?.focus();
  }
  useShortcut('j', 'Next proof', () => step(1, `.${styles.name}`));
  useShortcut('k', 'Proof before', () => step(-1, `.${styles.name}`));
  useShortcut('F8', 'Next difference', () => step(1, `.${styles.red} .${styles.name}`));
  useShortcut('shift+F8', 'Difference before', () => step(-1, `.${styles.red} .${styles.name}`));
}

/** What the keyboard does here (picture 31). */
function Keys() {
  return (
    <span className={styles.keys}>
      <span>
        <KeyboardHint keys="j" /> <KeyboardHint keys="k" /> proof
      </span>
      <span>
        <KeyboardHint keys="F8" /> next difference
      </span>
      <span>
        <KeyboardHint keys="Enter" /> report at this proof
      </span>
      <span>
        <KeyboardHint keys="alt+ArrowLeft" /> month before
      </span>
    </span>
  );
}

const PERIODS = '/acctperiodmain';

const searchState = z.object({
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .catch(''),
});

const hiddenWords = (hidden: number): string =>
  hidden === 0 ? '' : `${hidden} more ${hidden === 1 ? 'is' : 'are'} of reports that you may not open.`;
