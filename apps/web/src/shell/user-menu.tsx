import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { MAIL_ACCESS } from '@talaan/contract/notices/mail.contract';
import { listAccessLog } from '@talaan/contract/sign-in/access-log.contract';
import { ActionMenu } from '../ui/menus/action-menu.tsx';
import { buttonClass } from '../ui/buttons/button.tsx';
import {
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
import { MailChoiceDialog } from '../notices/mail-choice-dialog.tsx';
import { OwnPasswordDialog } from '../access/own-password.tsx';
import { useSeesTransactions } from '../notices/notices.ts';
import { OwnAccessDialog } from '../access/own-access-dialog.tsx';
import { changePreferences, setDensity, useDensity, usePreferences } from '../page/preferences.ts';
import { useAccessLevel, useSession } from '../session/session.ts';
import { CHANGES_PATH, useWaitingChanges } from '../session/waiting-changes.ts';
import { StandInsDialog } from '../approvals/stand-ins-dialog.tsx';
import { signOutAfterAsking } from '../session/sign-out.ts';
import styles from './user-menu.module.css';

const SCHEMES = [
  { scheme: 'auto', label: 'System', icon: <IconMonitor /> },
  { scheme: 'light', label: 'Light', icon: <IconSun /> },
  { scheme: 'dark', label: 'Dark', icon: <IconMoon /> },
] as const;

/** Who is signed in, the choices about the interface, and Sign Out (ux §1.1). */
export function UserMenu({ onShowShortcuts }: { onShowShortcuts: () => void }) {
  const session = useSession();
  const [showsAccess, setShowsAccess] = useState(false);
  const [choosesMail, setChoosesMail] = useState(false);
  const [changesPassword, setChangesPassword] = useState(false);
  const seesTransactions = useSeesTransactions();
  const seesMail = useAccessLevel('Companies') >= MAIL_ACCESS.level;
  const seesAccessLog = useAccessLevel(listAccessLog.access.module) >= listAccessLog.access.level;
  const makesClients = useAccessLevel('Users') >= ACCESS.delete;
  const [showsStandIns, setShowsStandIns] = useState(false);
  const waiting = useWaitingChanges();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const density = useDensity();
  const { single_letters: singleLetters } = usePreferences();
  if (session.state === 'signed_out') return null;
  const { user, profile_picture: picture } = session;
  const name = `${user.user_first_name} ${user.user_last_name}`;

  return (
    <>
      <ActionMenu
        label="User menu"
        target={
          <button
            type="button"
            className={`${buttonClass({ variant: 'ghost' })} ${styles.user}`}
            aria-label={`${name}, user menu`}
          >
            <Avatar first={user.user_first_name} last={user.user_last_name} picture={picture} />
            <span className={styles.short}>{`${user.user_first_name} ${user.user_last_name.slice(0, 1)}.`}</span>
            <IconChevronDown />
          </button>
        }
        header={
          <div className={styles.who}>
            <Avatar first={user.user_first_name} last={user.user_last_name} picture={picture} />
            <div className={styles.names}>
              <b>{name}</b>
              <span className="muted small">{user.user_id}</span>
            </div>
          </div>
        }
        groups={[
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
            actions: [
              {
                id: 'compact',
                label: 'Compact',
                icon: <IconDensity />,
                checked: density === 'compact',
                onSelect: () => setDensity('compact'),
              },
              {
                id: 'comfortable',
                label: 'Comfortable',
                icon: <IconMenu />,
                checked: density === 'comfortable',
                onSelect: () => setDensity('comfortable'),
              },
            ],
          },
          {
            actions: [
              { id: 'access', label: 'My access', icon: <IconLock />, onSelect: () => setShowsAccess(true) },
              { id: 'stand-in', label: 'My stand-in', icon: <IconPersons />, onSelect: () => setShowsStandIns(true) },
              ...(waiting === null
                ? []
                : [
                    {
                      id: 'changes',
                      label: 'Changes to confirm',
                      icon: <IconCheckCircle />,
                      detail: String(waiting),
                      onSelect: () => void navigate({ to: CHANGES_PATH }),
                    },
                  ]),
              ...(seesTransactions
                ? [{ id: 'mail', label: 'E-mail', icon: <IconMail />, onSelect: () => setChoosesMail(true) }]
                : []),
              ...(seesMail
                ? [
                    {
                      id: 'outgoing-mail',
                      label: 'Outgoing mail',
                      icon: <IconInbox />,
                      onSelect: () => void navigate({ to: '/outgoing-mail' }),
                    },
                  ]
                : []),
              ...(makesClients
                ? [
                    {
                      id: 'api-clients',
                      label: 'API clients',
                      icon: <IconCommand />,
                      onSelect: () => void navigate({ to: '/clients' }),
                    },
                  ]
                : []),
              ...(seesAccessLog
                ? [
                    {
                      id: 'access-log',
                      label: 'Access log',
                      icon: <IconHistory />,
                      onSelect: () => void navigate({ to: '/access-log' }),
                    },
                  ]
                : []),
            ],
          },
          {
            actions: [
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
            ],
          },
          {
            actions: [
              ...(session.preview
                ? []
                : [
                    {
                      id: 'password',
                      label: 'Change password',
                      icon: <IconUnlock />,
                      onSelect: () => setChangesPassword(true),
                    },
                  ]),
              {
                id: 'sign-out',
                label: MESSAGES.signOut,
                icon: <IconSignOut />,
                onSelect: () => void signOutAfterAsking(),
              },
            ],
          },
        ]}
      />
      <OwnAccessDialog open={showsAccess} onClose={() => setShowsAccess(false)} />
      {changesPassword ? <OwnPasswordDialog onClose={() => setChangesPassword(false)} /> : null}
      {choosesMail ? <MailChoiceDialog onClose={() => setChoosesMail(false)} /> : null}
      {showsStandIns ? <StandInsDialog onClose={() => setShowsStandIns(false)} /> : null}
    </>
  );
}

function Avatar({ first, last, picture }: { first: string; last: string; picture: string | undefined }) {
  if (picture !== undefined && picture !== '') return <img className={styles.avatar} src={picture} alt="" />;
  return (
    <span className={styles.avatar} aria-hidden="true">
      {`${first.slice(0, 1)}${last.slice(0, 1)}`.toUpperCase()}
    </span>
  );
}
