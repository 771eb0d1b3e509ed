import { Link, useLocation } from '@tanstack/react-router';
import { Fragment, useEffect, useRef, type ReactNode } from 'react';
import { usePlace } from './screen.ts';
import styles from './page-header.module.css';

export interface PageHeaderProps {
  /** The one h1 of the page. */
  title: string;
  /** Rows in all, in brackets after the title; undefined while unknown. */
  count?: number | undefined;
  /** The title of the browser tab, where it differs from the heading. */
  documentTitle?: string;
  /** What the breadcrumb ends with, where the page shows one record: its name instead of that of the page. */
  crumb?: string | undefined;
  /** The record that is open over a list: the breadcrumb ends with it, after the list. */
  opened?: string | undefined;
  /** Chips beside the title: a state. */
  badges?: ReactNode;
  /** Buttons on the right; at most one is primary. */
  actions?: ReactNode;
}

let pagesShown = 0;

/** Breadcrumb, heading and actions of a page. On every change of page but the first the focus moves to the heading (ux §10). */
export function PageHeader(props: PageHeaderProps) {
  const { title, count, documentTitle = title, crumb, opened, badges, actions } = props;
  const { trail } = usePlace();
  const pathname = useLocation({ select: (location) => location.pathname });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${documentTitle} · Talaan`;
  }, [documentTitle]);
  useEffect(() => {
    pagesShown += 1;
    // A question that came with the page, as after a move, keeps the focus until it is answered.
    if (pagesShown > 1 && document.querySelector('[aria-modal="true"]') === null) heading.current?.focus();
  }, [pathname]);
  return (
    <div className={styles.head}>
      <div className={styles.titles}>
        {trail.length > 1 ? (
          <Breadcrumb
            trail={[
              ...(crumb === undefined ? trail : [...trail.slice(0, -1), { label: crumb }]),
              ...(opened === undefined ? [] : [{ label: opened }]),
            ]}
          />
        ) : null}
        <div className={styles.line}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
            {count === undefined ? null : <small className="figures">{`(${count.toLocaleString('en')})`}</small>}
          </h1>
          {badges}
        </div>
      </div>
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

/** Home › group › title › child; the last is where we are. */
function Breadcrumb({ trail }: { trail: readonly { label: string; path?: string }[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.crumbs}>
        {trail.map(({ label, path }, index) => (
          <Fragment key={label}>
            {index > 0 ? <li aria-hidden="true">›</li> : null}
            <li>
              {index === trail.length - 1 ? (
                <span aria-current="page">{label}</span>
              ) : path === undefined ? (
                <span className="text-2">{label}</span>
              ) : (
                <Link to={path}>{label}</Link>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
