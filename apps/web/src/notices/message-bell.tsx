import { useRouter } from '@tanstack/react-router';
import { useState, type MouseEvent } from 'react';
import type { Notice } from '@talaan/contract/notices/notice.contract';
import { Button, IconButton } from '../ui/buttons/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { clockAt, dayAndClockAt } from '../ui/dates/company-clock.ts';
import { useFeedback, type Message } from '../ui/feedback/feedback.ts';
import {
  IconAlert,
  IconBell,
  IconCheckCircle,
  IconDownload,
  IconInbox,
  IconInfo,
  IconLock,
  IconReturn,
} from '../ui/icons.tsx';
import { Popover } from '../ui/layers/popover.tsx';
import { openFilesTray } from './files-tray-open.ts';
import { useNotices } from './notices.ts';
import styles from './message-bell.module.css';

const ICONS = { success: IconCheckCircle, error: IconAlert, neutral: IconInfo };

const NOTICE_ICONS = {
  waiting: { Icon: IconInbox, tone: 'neutral' },
  returned: { Icon: IconReturn, tone: 'error' },
  rejected: { Icon: IconAlert, tone: 'error' },
  for_release: { Icon: IconCheckCircle, tone: 'success' },
  posted: { Icon: IconCheckCircle, tone: 'success' },
  voided: { Icon: IconAlert, tone: 'error' },
  not_matured: { Icon: IconAlert, tone: 'error' },
  password_link: { Icon: IconLock, tone: 'neutral' },
  password_changed: { Icon: IconLock, tone: 'neutral' },
  email_changed: { Icon: IconLock, tone: 'neutral' },
  handed_over: { Icon: IconInbox, tone: 'neutral' },
  file_ready: { Icon: IconDownload, tone: 'success' },
  file_failed: { Icon: IconAlert, tone: 'error' },
  cheque_misprint: { Icon: IconAlert, tone: 'error' },
  cheque_alarm: { Icon: IconAlert, tone: 'error' },
  webhook_off: { Icon: IconAlert, tone: 'error' },
  schedule_stopped: { Icon: IconAlert, tone: 'error' },
  schedule_withheld: { Icon: IconAlert, tone: 'error' },
  backup_failed: { Icon: IconAlert, tone: 'error' },
  file_to_accept: { Icon: IconInbox, tone: 'neutral' },
} as const;

/**
 * What waits for the user and what became of his transactions, each with its place; and the last 50 messages of this
 * session, so that one that closed itself can be read again (ux §1.1, §10).
 */
export function MessageBell() {
  const { history } = useFeedback();
  const { notices, unread, mayMark, markRead, lookAgain } = useNotices();
  const [open, setOpen] = useState(false);
  const [seen, setSeen] = useState(0);
  const newest = history[0]?.id ?? 0;
  const isNew = newest > seen;

  function changeOpen(next: boolean): void {
    setOpen(next);
    setSeen(newest);
    if (next) lookAgain();
  }

  function openNotice({ id, read_at }: Notice): void {
    changeOpen(false);
    if (read_at === null) void markRead(id);
  }

  return (
    <Popover
      open={open}
      onOpenChange={changeOpen}
      label="Messages"
      side="bottom-end"
      flush
      target={
        <IconButton
          className={classNames(unread > 0 && styles.counted, unread === 0 && isNew && styles.unread)}
          data-count={unread > 99 ? '99+' : unread}
          label={labelOf(unread, isNew)}
          icon={<IconBell />}
          onClick={() => changeOpen(!open)}
        />
      }
    >
      <div className={styles.panel}>
        <section aria-labelledby="bell-notices">
          <div className={styles.head}>
            <h2 id="bell-notices">For you</h2>
            {unread > 0 && mayMark ? (
              <Button size="sm" variant="ghost" onClick={() => void markRead()}>
                Mark all read
              </Button>
            ) : null}
          </div>
          {notices.length === 0 ? (
            <p className={styles.none}>Nothing waits for you.</p>
          ) : (
            <ol className={styles.list} aria-label="For you, newest first">
              {notices.map((notice) => (
                <NoticeEntry key={notice.id} notice={notice} onOpen={() => openNotice(notice)} />
              ))}
            </ol>
          )}
        </section>
        <SessionMessages history={history} />
      </div>
    </Popover>
  );
}

function SessionMessages({ history }: { history: readonly Message[] }) {
  return (
    <section aria-labelledby="bell-messages">
      <div className={styles.head}>
        <h2 id="bell-messages">Messages of this session</h2>
      </div>
      {history.length === 0 ? (
        <p className={styles.none}>No messages in this session.</p>
      ) : (
        // The list scrolls, so the keyboard must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ol className={styles.list} tabIndex={0} aria-label="Messages, newest first">
          {history.map((message) => (
            <Entry key={message.id} message={message} />
          ))}
        </ol>
      )}
    </section>
  );
}

function labelOf(unread: number, isNew: boolean): string {
  if (unread > 0) return `Messages, ${unread} unread`;
  return isNew ? 'Messages, new' : 'Messages';
}

function NoticeEntry({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const { history } = useRouter();
  const { Icon, tone } = NOTICE_ICONS[notice.kind];
  const unread = notice.read_at === null;

  function go(event: MouseEvent): void {
    onOpen();
    // Another tab or window is the browser's.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (notice.kind === 'file_ready' || notice.kind === 'file_failed') openFilesTray();
    else history.push(notice.link);
  }

  return (
    <li>
      <a className={classNames(styles.entry, styles.notice)} href={notice.link} onClick={go}>
        <Icon className={styles[tone]} />
        <span className={styles.text}>
          <span className={styles.headline}>
            {unread ? <b>{notice.title}</b> : notice.title}
            {unread ? <span className="visually-hidden"> (unread)</span> : null}
            {unread ? <span className={styles.dot} aria-hidden="true" /> : null}
            <time className={styles.at} dateTime={notice.at}>
              {dayAndClockAt(Date.parse(notice.at))}
            </time>
          </span>
          <span className={styles.about}>{notice.text}</span>
        </span>
      </a>
    </li>
  );
}

function Entry({ message }: { message: Message }) {
  const Icon = ICONS[message.tone];
  return (
    <li className={styles.entry}>
      <Icon className={styles[message.tone]} />
      <div className={styles.text}>
        {message.title === '' ? null : <b>{message.title}</b>}
        {message.text === '' ? null : <p>{message.text}</p>}
      </div>
      <time className={styles.at} dateTime={new Date(message.at).toISOString()}>
        {clockAt(message.at)}
      </time>
    </li>
  );
}
