import { Link } from '@tanstack/react-router';
import { Fragment, useRef, type ReactNode, type Ref, type RefObject } from 'react';
import * as z from 'zod';
import {
  exportMonthProofs,
  proofState,
  type ProvenReport,
} from '@talaan/contract/reports/month-proofs/month-proofs.contract';
import type { ReportProof } from '@talaan/contract/reports/kit/report-reply';
import { reportNamed } from '@talaan/contract/reports/report-list';
import { MONTH_NAMES } from '@talaan/core/calendar/calendar-date';
import { formatAmount, requireSum, sumMinor } from '@talaan/core/money/money';
import { downloadFile } from '../api/download.ts';
import { FormatMenu } from '../page/export-menu.tsx';
import { PageHeader } from '../page/page-header.tsx';
import { useMenuScreens } from '../page/screen.ts';
import { useSearchState } from '../page/search-state.ts';
import { Button, buttonClass } from '../ui/buttons/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { MonthPicker } from '../ui/dates/month-picker.tsx';
import { useToday } from '../ui/dates/today.tsx';
import { IconAlert, IconCalendar, IconCheckCircle, IconInfo } from '../ui/icons.tsx';
import { useShortcut } from '../ui/keyboard/shortcuts.ts';
import { LoadState } from '../ui/waiting/load-state.tsx';
import { differs, ProofDocuments } from './proof-block.tsx';
import { Amount } from './table/report-cell.tsx';
import { monthFilter, useMonthProofs, useMonthsOfYear, type MonthState } from './month-proofs-query.ts';
import styles from './month-proofs-screen.module.css';

/** Every proof of every report of a month on one page, red ones with the documents that make them (ux §13, picture 31). */
export function MonthProofsScreen() {
  const today = useToday();
  const [{ month: chosen }, change] = useSearchState(searchState);
  const month = chosen === '' ? today.slice(0, 7) : chosen;
  const proofs = useMonthProofs(month);
  const table = useRef<HTMLTableElement>(null);
  const mayClose = useMenuScreens().some(({ path }) => path === PERIODS);
  const again = () => void proofs.refetch();
  useShortcut('r', 'Run again', again);
  useProofKeys(table);

  return (
    <div className={styles.page}>
      <PageHeader
        title="Month-end Proofs"
        actions={
          <>
            <MonthPicker value={month} onChange={(to) => change({ month: to })} />
            {mayClose ? (
              <Link to={PERIODS} className={buttonClass({ variant: 'ghost' })}>
                <IconCalendar />
                Accounting Period
              </Link>
            ) : null}
            <FormatMenu
              command="Export Month-end Proofs"
              formats={FORMATS}
              disabledReason={proofs.data === undefined ? 'The proofs are still being read.' : undefined}
              download={(format) => downloadFile(exportMonthProofs, { query: { ...monthFilter(month), format } })}
              keys="e"
            />
            <Button variant="primary" keys="r" busy={proofs.isFetching} onClick={again}>
              Run again
            </Button>
          </>
        }
      />
      <LoadState query={proofs} what="the proofs" className={styles.note} />
      {proofs.data === undefined ? null : (
        <>
          <Summary
            data={proofs.data.data}
            generated={proofs.data.generated}
            month={month}
            onMonth={(to) => change({ month: to })}
          />
          <ProofTable ref={table} data={proofs.data.data} month={month} />
          <footer className={styles.foot}>
            <span>{hiddenWords(proofs.data.hidden)}</span>
            <span>{proofs.data.generated}</span>
          </footer>
        </>
      )}
    </div>
  );
}

const FORMATS = [
  { format: 'xlsx', label: 'Excel', detail: 'typed cells' },
  { format: 'csv', label: 'CSV', detail: 'the same lines' },
  { format: 'pdf', label: 'PDF', detail: 'A4 landscape' },
] as const;

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

/** The proofs, report by report. */
function ProofTable({
  ref,
  data,
  month,
}: {
  ref: Ref<HTMLTableElement>;
  data: readonly ProvenReport[];
  month: string;
}) {
  return (
    <section
      className={styles.scroll}
      // The table scrolls on its own, so the keyboard must reach it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={`Proofs of ${monthWords(month)}`}
    >
      <table ref={ref} className={styles.table}>
        <caption className="visually-hidden">{`Proofs of ${monthWords(month)}`}</caption>
        <thead>
          <tr>
            <th scope="col">Report</th>
            <th scope="col">Proof</th>
            <th scope="col" colSpan={2} className={styles.figure}>
              Left
            </th>
            <th scope="col" colSpan={2} className={styles.figure}>
              Right
            </th>
            <th scope="col" className={styles.figure}>
              Difference
            </th>
            <th scope="col">State</th>
          </tr>
        </thead>
        {data.map((report) => (
          <ReportProofs key={report.title} {...report} />
        ))}
      </table>
    </section>
  );
}

const PERIODS = '/acctperiodmain';

const searchState = z.object({
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .catch(''),
});

const monthWords = (month: string): string => `${MONTH_NAMES[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

const hiddenWords = (hidden: number): string =>
  hidden === 0 ? '' : `${hidden} more ${hidden === 1 ? 'is' : 'are'} of reports that you may not open.`;

/** How many agree, what differs, and the other months of the year. */
function Summary({
  data,
  generated,
  month,
  onMonth,
}: {
  data: readonly ProvenReport[];
  generated: string;
  month: string;
  onMonth: (month: string) => void;
}) {
  const all = data.flatMap(({ proof }) => proof);
  const red = all.filter(differs);
  const off = sumMinor(red.map(({ difference }) => absolute(requireSum(difference))));
  const agree = all.length - red.length;
  return (
    <div className={styles.summary}>
      <span className={styles.bar} aria-hidden>
        <i className={styles.agrees} style={{ flexGrow: agree }} />
        <i className={styles.differs} style={{ flexGrow: red.length }} />
      </span>
      <p role="status" className="figures">
        <b>{`${agree} of ${all.length} agree`}</b>
        {red.length === 0 ? null : (
          <b
            className={styles.redText}
          >{`${red.length} ${red.length === 1 ? 'differs' : 'differ'} by ${formatAmount(off)}`}</b>
        )}
      </p>
      <span className="muted small">{generated.replace(/^Generated by .*?, /, 'one snapshot, ')}</span>
      <Months month={month} onMonth={onMonth} />
    </div>
  );
}

const absolute = (minor: bigint): bigint => (minor < 0n ? -minor : minor);

function Months({ month, onMonth }: { month: string; onMonth: (month: string) => void }) {
  const months = useMonthsOfYear(month);
  return (
    <ul className={styles.months} aria-label={`Months of ${month.slice(0, 4)}`}>
      {months.map(({ value, state }) => (
        <li key={value}>
          <Button
            size="sm"
            variant={value === month ? 'plain' : 'ghost'}
            aria-current={value === month ? 'date' : undefined}
            aria-label={`${monthWords(value)}${MONTH_STATES[state]}`}
            icon={MONTH_ICONS[state]}
            onClick={() => onMonth(value)}
          >
            {MONTH_NAMES[Number(value.slice(5)) - 1]!.slice(0, 3)}
          </Button>
        </li>
      ))}
    </ul>
  );
}

const MONTH_ICONS: Readonly<Record<MonthState, ReactNode>> = {
  agrees: (
    <span className={styles.good}>
      <IconCheckCircle />
    </span>
  ),
  differs: (
    <span className={styles.redText}>
      <IconAlert />
    </span>
  ),
  unknown: undefined,
};

const MONTH_STATES: Readonly<Record<MonthState, string>> = {
  agrees: ', all agree',
  differs: ', something differs',
  unknown: '',
};

function ReportProofs({ report, title, filter, proof }: ProvenReport) {
  const page = reportNamed(report)!;
  const rows = proof.map((one, at) => (
    <Fragment key={one.name}>
      <tr className={classNames(at === 0 && styles.first, differs(one) && styles.red)}>
        {at === 0 ? (
          <th scope="rowgroup" rowSpan={rowsOf(proof)} className={styles.report}>
            {title}
          </th>
        ) : null}
        <td>
          <span className={styles.proof}>
            <StateIcon proof={one} />
            <Link className={styles.name} to={page.screen} search={filter}>
              {one.name}
            </Link>
          </span>
        </td>
        <td className={styles.label}>{one.left_label}</td>
        <td className={styles.figure}>
          <Amount value={one.left} />
        </td>
        <td className={styles.label}>{one.right_label}</td>
        <td className={styles.figure}>
          <Amount value={one.right} />
        </td>
        <td className={classNames(styles.figure, styles.difference)}>
          <Amount value={one.difference} />
        </td>
        <td className="muted small">{proofState(one)}</td>
      </tr>
      {differs(one) && one.documents.length > 0 ? (
        <tr className={styles.red}>
          <td colSpan={7} className={styles.named}>
            <ProofDocuments documents={one.documents} />
          </td>
        </tr>
      ) : null}
    </Fragment>
  ));
  return <tbody>{rows}</tbody>;
}

/** A line for each proof, and one for the documents of each that differs. */
const rowsOf = (proof: readonly ReportProof[]): number =>
  proof.length + proof.filter((one) => differs(one) && one.documents.length > 0).length;

function StateIcon({ proof }: { proof: ReportProof }) {
  return STATE_ICONS[proofState(proof)];
}

const STATE_ICONS = { agrees: <IconCheckCircle />, stated: <IconInfo />, differs: <IconAlert /> } as const;
