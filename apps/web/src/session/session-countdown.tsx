import { useEffect, useState } from 'react';
import { extendSession } from '@talaan/contract/sign-in/sign-in.contract';
import { callServer } from '../api/client.ts';
import { reportFailure } from '../api/report-failure.ts';
import { Button } from '../ui/buttons/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconClock, IconWarning } from '../ui/icons.tsx';
import { Popover } from '../ui/layers/popover.tsx';
import { endSession, prolongSession, secondsLeft, useSession } from './session.ts';
import styles from './session-countdown.module.css';

const WARN_AT = 300;
const URGE_AT = 60;

/** The seconds left of the session, counted by the server's clock; at 0 the session ends (spec 1 §4). */
export function useSessionSeconds(): number | null {
  const session = useSession();
  const expiresAt = session.state === 'signed_in' ? session.token_expires_at : null;
  const [seconds, setSeconds] = useState<number | null>(expiresAt === null ? null : secondsLeft(expiresAt));
  useEffect(() => {
    if (expiresAt === null) {
      setSeconds(null);
      return;
    }
    const count = (): void => {
      const left = secondsLeft(expiresAt);
      setSeconds(left);
      if (left === 0) void endSession();
    };
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [expiresAt]);
  return seconds;
}

/** The time left as a chip in the top bar: amber from 5:00, red from 1:00, with "Stay signed in" behind it. */
export function SessionCountdown({ seconds }: { seconds: number | null }) {
  const [open, setOpen] = useState(false);
  if (seconds === null) return null;
  const time = formatTimeLeft(seconds);
  const level = seconds <= URGE_AT ? styles.urgent : seconds <= WARN_AT ? styles.warning : undefined;
  return (
    <>
      <Popover
        open={open}
        onOpenChange={setOpen}
        label="Session"
        side="bottom-end"
        target={
          <button
            type="button"
            className={classNames(styles.chip, 'figures', level)}
            aria-label={`Session time left ${time}`}
            onClick={() => setOpen(!open)}
          >
            <IconClock />
            <span className={styles.time}>{time}</span>
          </button>
        }
      >
        <div className={styles.panel}>
          <p>{`Your session ends in ${time}.`}</p>
          <p className="muted small">
            Every save starts the hour anew; at the end you sign in again and go on where you were.
          </p>
          <Button
            onClick={() => {
              setOpen(false);
              void staySignedIn();
            }}
          >
            Stay signed in
          </Button>
        </div>
      </Popover>
      <span className="visually-hidden" role="status">
        {seconds <= WARN_AT && seconds > URGE_AT ? 'Your session ends in 5 minutes.' : ''}
      </span>
    </>
  );
}

/** The last minute, across the page. */
export function SessionBanner({ seconds }: { seconds: number | null }) {
  const urgent = seconds !== null && seconds <= URGE_AT && seconds > 0;
  return (
    <div role="alert">
      {urgent ? (
        <div className={styles.banner}>
          <IconWarning />
          Your session ends in 1 minute. Save your work.
          <Button size="sm" onClick={() => void staySignedIn()}>
            Stay signed in
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** mm:ss, and h:mm:ss above one hour. */
export function formatTimeLeft(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`;
}

async function staySignedIn(): Promise<void> {
  try {
    const { data } = await callServer(extendSession, {});
    prolongSession(data.token_expires_at, data.server_time);
  } catch (failure) {
    reportFailure(failure);
  }
}
