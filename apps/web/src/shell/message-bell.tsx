import { useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import { useFeedback, type Message } from '../ui/feedback/feedback.ts';
import { IconAlert, IconBell, IconCheckCircle, IconInfo } from '../ui/icons.tsx';
import { Popover } from '../ui/popover.tsx';
import styles from './message-bell.module.css';

const ICONS = { success: IconCheckCircle, error: IconAlert, neutral: IconInfo };

/** The last 50 messages of this session, so that one that closed itself can be read again (ux §1.1). */
export function MessageBell() {
  const { history } = useFeedback();
  const [open, setOpen] = useState(false);
  const [seen, setSeen] = useState(0);
  const newest = history[0]?.id ?? 0;
  const unread = newest > seen;

  function changeOpen(next: boolean): void {
    setOpen(next);
    setSeen(newest);
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
          className={unread ? (styles.unread ?? '') : ''}
          label={unread ? 'Messages, new' : 'Messages'}
          icon={<IconBell />}
          onClick={() => changeOpen(!open)}
        />
      }
    >
      <div className={styles.panel}>
        <h2 className={styles.title}>Messages</h2>
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
      </div>
    </Popover>
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
        {TIME.format(message.at)}
      </time>
    </li>
  );
}

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Manila' });
