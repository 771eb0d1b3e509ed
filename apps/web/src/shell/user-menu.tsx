import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { MAIL_ACCESS } from '@talaan/contract/notices/mail.contract';
import { REPORT_MODULES } from '@talaan/contract/reports/kit/report-index';
import { listAccessLog } from '@talaan/contract/sign-in/access-log.contract';
import { ActionMenu, type ActionMenuProps, type MenuAction } from '../ui/menus/action-menu.tsx';
import { buttonClass } from '../ui/buttons/button.tsx';
import {
  IconArrowUpRight,
  IconCalendar,
  IconCheckCircle,
  IconChevronDown,
  IconCommand,
  IconDensity,
  IconInfo,
  IconKeyboard,
  IconHistory,
  IconInbox,
  IconLock,
  IconMail,
  IconMenu,
  IconMonitor,
  IconMoon,
  IconPersons,
  IconSignOut,
  IconSun,
  IconUnlock,
} from '../ui/icons.tsx';
import { useSeesTransactions } from '../notices/notices.ts';
import { lazyDialog } from '../page/lazy-screen.tsx';
import { changePreferences, setDensity, useDensity, usePreferences } from '../page/preferences.ts';
import { accessLevelOn, useAccessLevel, useRoleAccess, useSession } from '../session/session.ts';
import { CHANGES_PATH, useWaitingChanges } from '../session/waiting-changes.ts';
import { signOutAfterAsking } from '../session/sign-out.ts';
import styles from './user-menu.module.css';

const SCHEMES = [
  { scheme: 'auto', label: 'System', icon: <IconMonitor /> },
  { scheme: 'light', label: 'Light', icon: <IconSun /> },
  { scheme: 'dark', label: 'Dark', icon: <IconMoon /> },
] as const;

const DENSITIES = [
  { id: 'compact', label: 'Compact', icon: <IconDensity /> },
  { id: 'comfortable', label: 'Comfortable', icon: <IconMenu /> },
] as const;

const OwnAccessDialog = lazyDialog(async () => (await import('../access/own-access-dialog.tsx')).OwnAccessDialog);
const OwnPasswordDialog = lazyDialog(async () => (await import('../access/own-password.tsx')).OwnPasswordDialog);
const MailChoiceDialog = lazyDialog(async () => (await import('../notices/mail-choice-dialog.tsx')).MailChoiceDialog);
const StandInsDialog = lazyDialog(async () => (await import('../approvals/stand-ins-dialog.tsx')).StandInsDialog);

/** What of the user's own opens over the page. */
type OwnDialog = 'access' | 'stand-in' | 'mail' | 'password';

/** Who is signed in, the choices about the interface, and Sign Out (ux §1.1). */
export function UserMenu({ onShowShortcuts }: { onShowShortcuts: () => void }) {
  const session = useSession();
  const [shown, setShown] = useState<OwnDialog | null>(null);
  const looks = useLookGroups();
  const own = useOwnActions(setShown);
  const help = useHelpActions(onShowShortcuts);
  if (session.state === 'signed_out') return null;
  const { user, profile_picture: picture } = session;
  const name = `${user.user_first_name} ${user.user_last_name}`;
  const short = `${user.user_first_name} ${user.user_last_name.slice(0, 1)}.`;
  const avatar = <Avatar first={user.user_first_name} last={user.user_last_name} picture={picture} />;
  const close = () => setShown(null);

  return (
    <>
      <ActionMenu
        label="User menu"
        target={
          <button
            type="button"
            className={`${buttonClass({ variant: 'ghost' })} ${styles.user}`}
            aria-label={`${short}, user menu`}
          >
            {avatar}
            <span className={styles.short}>{short}</span>
            <IconChevronDown />
          </button>
        }
        header={
          <div className={styles.who}>
            {avatar}
            <div className={styles.names}>
              <b>{name}</b>
              <span className="muted small">{user.user_id}</span>
            </div>
          </div>
        }
        groups={[
          ...looks,
          { actions: own },
          { actions: help },
          { actions: sessionActions(session.preview ? null : () => setShown('password')) },
        ]}
      />
      {shown === 'access' ? <OwnAccessDialog onClose={close} /> : null}
      {shown === 'password' ? <OwnPasswordDialog onClose={close} /> : null}
      {shown === 'mail' ? <MailChoiceDialog onClose={close} /> : null}
      {shown === 'stand-in' ? <StandInsDialog onClose={close} /> : null}
    </>
  );
}

/** Theme and density, each with the one in force. */
function useLookGroups(): ActionMenuProps['groups'] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const density = useDensity();
  return [
    {
      heading: 'Theme',
      actions: SCHEMES.map(({ scheme, label, icon }) => ({
        id: scheme,
        label,
        icon,
        checked: colorScheme === scheme,
        onSelect: () => setColorScheme(scheme),
      })),
    },
    {
      heading: 'Density',
      actions: DENSITIES.map((one) => ({
        ...one,
        checked: density === one.id,
        onSelect: () => setDensity(one.id),
      })),
    },
  ];
}

/** What is the user's own, and the lists for whoever looks after the system; what the level forbids is not there. */
function useOwnActions(onShow: (dialog: OwnDialog) => void): readonly MenuAction[] {
  const navigate = useNavigate();
  const waiting = useWaitingChanges();
  const seesTransactions = useSeesTransactions();
  const seesMail = useAccessLevel('Companies') >= MAIL_ACCESS.level;
  const seesAccessLog = useAccessLevel(listAccessLog.access.module) >= listAccessLog.access.level;
  const readsReports = useReadsReports();
  const makesClients = useAccessLevel('Users') >= ACCESS.delete;
  const page = (id: string, label: string, icon: ReactNode, to: string, isOpen: boolean): MenuAction[] =>
    isOpen ? [{ id, label, icon, onSelect: () => void navigate({ to }) }] : [];
  return [
    { id: 'access', label: 'My access', icon: <IconLock />, onSelect: () => onShow('access') },
    { id: 'stand-in', label: 'My stand-in', icon: <IconPersons />, onSelect: () => onShow('stand-in') },
    ...page('changes', 'Changes to confirm', <IconCheckCircle />, CHANGES_PATH, waiting !== null).map((action) => ({
      ...action,
      detail: String(waiting),
    })),
    ...(seesTransactions ? [{ id: 'mail', label: 'E-mail', icon: <IconMail />, onSelect: () => onShow('mail') }] : []),
    ...page('schedules', 'Schedules', <IconCalendar />, '/report-schedules', readsReports),
    ...page('outgoing-mail', 'Outgoing mail', <IconInbox />, '/outgoing-mail', seesMail),
    ...page('api-clients', 'API clients', <IconCommand />, '/clients', makesClients),
    ...page('webhooks', 'Webhooks', <IconArrowUpRight />, '/webhooks', makesClients),
    ...page('access-log', 'Access log', <IconHistory />, '/access-log', seesAccessLog),
  ];
}

/** Any right on a report lets have it sent. */
function useReadsReports(): boolean {
  const roleaccess = useRoleAccess();
  return REPORT_MODULES.some((module) => accessLevelOn(roleaccess, module) >= ACCESS.select);
}

function useHelpActions(onShowShortcuts: () => void): readonly MenuAction[] {
  const navigate = useNavigate();
  const { single_letters: singleLetters } = usePreferences();
  return [
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      icon: <IconKeyboard />,
      keys: '?',
      onSelect: onShowShortcuts,
    },
    {
      id: 'letters',
      label: 'Single-letter keys',
      icon: <IconKeyboard />,
      detail: singleLetters ? 'on' : 'off',
      onSelect: () => changePreferences({ single_letters: !singleLetters }),
    },
    { id: 'about', label: 'About', icon: <IconInfo />, onSelect: () => void navigate({ to: '/about' }) },
  ];
}

/** The end of the session, and the password for whoever has one here. */
function sessionActions(onPassword: (() => void) | null): readonly MenuAction[] {
  const signOut = {
    id: 'sign-out',
    label: MESSAGES.signOut,
    icon: <IconSignOut />,
    onSelect: () => void signOutAfterAsking(),
  };
  return onPassword === null
    ? [signOut]
    : [{ id: 'password', label: 'Change password', icon: <IconUnlock />, onSelect: onPassword }, signOut];
}

function Avatar({ first, last, picture }: { first: string; last: string; picture: string | undefined }) {
  if (picture !== undefined && picture !== '') return <img className={styles.avatar} src={picture} alt="" />;
  return (
    <span
      className={styles.avatar}
      aria-hidden="true"
      data-initials={`${first.slice(0, 1)}${last.slice(0, 1)}`.toUpperCase()}
    />
  );
}
