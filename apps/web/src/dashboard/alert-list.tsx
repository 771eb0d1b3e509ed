import { Link } from '@tanstack/react-router';
import type { DashboardAlert } from '@talaan/contract/dashboard/dashboard.contract';
import { IconAlert, IconClock, IconInfo } from '../ui/icons.tsx';
import styles from './work-list.module.css';
import own from './alert-list.module.css';

const TITLES: Readonly<Record<DashboardAlert['kind'], string>> = {
  series: 'Series running out',
  cheque_alarms: 'Cheques to look into',
  locked: 'Open by you',
  mail: 'Mail not delivered',
  users: 'Users ending',
  blockers: 'Month to close',
  rates: 'Rate missing',
};

/** What needs somebody who looks after the company, the most urgent first; nothing where nothing does. */
export function AlertList({ alerts }: { alerts: readonly DashboardAlert[] }) {
  if (alerts.length === 0) return null;
  return (
    <section className={own.card} aria-label="Needs attention">
      <div className={styles.head}>
        <h2>
          Needs attention <small className="muted small">{`${alerts.length}, most urgent first`}</small>
        </h2>
      </div>
      <ul className={own.list}>
        {alerts.map(({ kind, level, detail, who, where, opens }) => (
          <li key={`${kind} ${detail}`}>
            <span className={LEVEL_CLASS[level]}>{ICONS[level]}</span>
            <span className={own.words}>
              <b>{TITLES[kind]}</b>
              <span className="figures">{detail}</span>
              <span className="text-2 small figures">{who}</span>
            </span>
            <Link to={opens.path} search={opens.search} className="nowrap">
              {where}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const ICONS = { red: <IconAlert />, amber: <IconClock />, plain: <IconInfo /> } as const;
const LEVEL_CLASS = { red: 'danger', amber: 'warning', plain: 'text-2' } as const;
