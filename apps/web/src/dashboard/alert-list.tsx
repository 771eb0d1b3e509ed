import { useMediaQuery } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import type { DashboardAlert } from '@talaan/contract/dashboard/dashboard.contract';
import { Button } from '../ui/buttons/button.tsx';
import { IconAlert, IconClock, IconInfo } from '../ui/icons.tsx';
import { PHONE, useStartByEnter } from './work-list.tsx';
import styles from './work-list.module.css';
import own from './alert-list.module.css';

const TITLES: Readonly<Record<DashboardAlert['kind'], string>> = {
  series: 'Series running out',
  cheque_alarms: 'Cheques to look into',
  in_process: 'In process too long',
  locked: 'Open by you',
  mail: 'Mail not delivered',
  users: 'Users ending',
  blockers: 'Month to close',
  rates: 'Rate missing',
  second_person: 'Second pair of eyes',
};

/** What needs an administrator, as the work of whoever is one (ux §13, picture 25); Enter opens the first unless work comes before it. */
export function AlertTable({ alerts, takesEnter }: { alerts: readonly DashboardAlert[]; takesEnter: boolean }) {
  const navigate = useNavigate();
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const first = alerts[0];
  const open = (): void => {
    if (first !== undefined) void navigate({ to: first.opens.path, search: first.opens.search });
  };
  useStartByEnter('Open what is most urgent', open, takesEnter && first !== undefined);
  const title = 'Needs an administrator';
  if (first === undefined) return null;
  if (isPhone) return <AlertList alerts={alerts} title={title} />;
  return (
    <section className={own.card} aria-label={title}>
      <div className={styles.head}>
        <Heading title={title} count={alerts.length} />
        <Button {...(takesEnter ? { keys: 'Enter' } : {})} onClick={open}>
          Open first
        </Button>
      </div>
      {/* The table scrolls in its own region, which the keyboard reaches. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroll} role="region" aria-label={`${title}, most urgent first`} tabIndex={0}>
        <table className={styles.table}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              {['What', 'Where', 'Detail', 'Who, since'].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {alerts.map(({ kind, level, detail, who, where, opens }, place) => (
              <tr key={`${kind} ${detail}`} className={place === 0 ? styles.first : undefined}>
                <td>
                  <span className={styles.why}>
                    <span className={LEVEL_CLASS[level]}>{ICONS[level]}</span>
                    {TITLES[kind]}
                  </span>
                </td>
                <td>
                  <Link to={opens.path} search={opens.search}>
                    {where}
                  </Link>
                </td>
                <td className={`${styles.about} figures`} title={detail}>
                  <span className="ellipsis">{detail}</span>
                </td>
                <td className="text-2 figures">{who}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Heading({ title, count }: { title: string; count: number }) {
  return (
    <h2>
      {title} <small className="muted small">{`${count}, most urgent first`}</small>
    </h2>
  );
}

/** What needs attention beside the work of a person, the most urgent first; nothing where nothing does. */
export function AlertList({
  alerts,
  title = 'Needs attention',
}: {
  alerts: readonly DashboardAlert[];
  title?: string;
}) {
  if (alerts.length === 0) return null;
  return (
    <section className={own.card} aria-label={title}>
      <div className={styles.head}>
        <Heading title={title} count={alerts.length} />
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
