import { Link } from '@tanstack/react-router';
import type { Dashboard, DashboardFigure } from '@talaan/contract/dashboard/dashboard.contract';
import type { DashboardDays, DashboardRole } from '@talaan/contract/dashboard/dashboard-figures';
import { StatusChip } from '../ui/status-chip.tsx';
import { Skeleton } from '../ui/waiting/skeleton.tsx';
import { monthText, moneyTexts, sinceText } from './dashboard-texts.ts';
import { addressOf, labelOf } from './figure-addresses.ts';
import styles from './dashboard.module.css';

const ROLE_NAMES: Readonly<Record<DashboardRole, string>> = {
  administrator: 'Administrator',
  approver: 'Approver',
  cashier: 'Cashier',
  preparer: 'Preparer',
  reader: 'Reader',
};

/** The four figures of each role of a person; with several roles each row says which one it is of. */
export function FigureCards({ board, days }: { board: Pick<Dashboard, 'roles'>; days: DashboardDays }) {
  return board.roles.map(({ role, figures }) => (
    <section key={role} className={styles.figures} aria-label={`Figures, ${ROLE_NAMES[role]}`}>
      {board.roles.length > 1 ? <h2 className={styles.role}>{ROLE_NAMES[role]}</h2> : null}
      {figures.map((figure) => (
        <FigureCard key={figure.name} figure={figure} days={days} />
      ))}
    </section>
  ));
}

function FigureCard({ figure, days }: { figure: DashboardFigure; days: DashboardDays }) {
  const { name, count, level, opens } = figure;
  const { to, search } = opens === null ? addressOf(name, days) : { to: opens.path, search: opens.search };
  return (
    <Link to={to} search={search ?? {}} className={`${styles.card} ${styles.figure}`}>
      <span className={styles.label}>{labelOf(name)}</span>
      <span className={`${styles.number} figures`}>
        {count.toLocaleString('en')}
        {name === 'oldest_waiting' ? <small>{count === 1 ? 'day' : 'days'}</small> : null}
        {level === 'plain' ? null : <StatusChip hue={level} label={level === 'red' ? 'below 2 %' : 'below 10 %'} />}
      </span>
      <span className={`${styles.detail} figures`}>
        {detailsOf(figure, days).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </span>
    </Link>
  );
}

/** What is told below a figure: amounts by currency, since when, or what else it means. */
function detailsOf({ name, count, money, since, note }: DashboardFigure, days: DashboardDays): string[] {
  const { today, month } = days;
  if (name === 'oldest_waiting') {
    return since === null ? ['Nothing waits'] : [`${note}, since ${sinceText(since, today)}`];
  }
  if (note !== null) return [note];
  if (count === 0) return [name === 'approved' || name === 'archived' ? `No entries in ${monthText(month)}` : 'None'];
  const texts = moneyTexts(money);
  if (name === 'above_limit') return [...texts, 'another approval follows'];
  if (since === null || name === 'approved' || name === 'archived') return texts;
  return [...texts, `${name === 'maturing' || name === 'to_print' ? 'first' : 'oldest'} ${sinceText(since, today)}`];
}

/** Their places while they are read. */
export function FigureSkeletons() {
  return (
    <div className={styles.figures} aria-hidden="true">
      {[0, 1, 2, 3].map((index) => (
        <div key={index} className={`${styles.card} ${styles.figure}`}>
          <Skeleton width="60%" />
          <Skeleton width="30%" height={36} />
          <Skeleton width="70%" />
        </div>
      ))}
    </div>
  );
}
