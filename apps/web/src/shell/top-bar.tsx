import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { signInMethods } from '@talaan/contract/sign-in/sign-in.contract';
import { MESSAGES } from '@talaan/contract/errors/messages';
import { callServer } from '../api/client.ts';
import { StatusChip } from '../ui/status-chip.tsx';
import { Button, IconButton } from '../ui/buttons/button.tsx';
import { IconCommand, IconMenu, IconSearch } from '../ui/icons.tsx';
import { Popover } from '../ui/layers/popover.tsx';
import { SEARCH_PATH } from '../page/open-address.ts';
import { BatchSearch } from './palette/batch-search.tsx';
import { Wordmark } from '../page/brand.tsx';
import { FilesTray } from '../notices/files-tray.tsx';
import { MessageBell } from '../notices/message-bell.tsx';
import { SessionCountdown } from '../session/session-countdown.tsx';
import { UserMenu } from './user-menu.tsx';
import styles from './top-bar.module.css';

export interface TopBarProps {
  narrow: boolean;
  /** Of the drawer on narrow windows, of the full menu on wide ones. */
  menuOpen: boolean;
  onMenu: () => void;
  onPalette: () => void;
  onShowShortcuts: () => void;
  secondsLeft: number | null;
}

/** The bar over every page: menu button, mark, batch search, palette, session countdown, files, messages, user menu (ux §1.1). */
export function TopBar({ narrow, menuOpen, onMenu, onPalette, onShowShortcuts, secondsLeft }: TopBarProps) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const searchable = pathname !== SEARCH_PATH;
  return (
    <header className={styles.bar} data-region>
      <div className={styles.brand}>
        <IconButton
          label="Menu"
          icon={<IconMenu />}
          aria-expanded={menuOpen}
          aria-controls="main-menu"
          onClick={onMenu}
        />
        <Link to="/" className={styles.home} aria-label="Talaan, dashboard">
          <Wordmark className={styles.word} lettersClassName={styles.letters} />
        </Link>
        <DemoMark short={narrow} />
      </div>
      {narrow ? null : (
        <>
          {searchable ? (
            <div className={styles.search} role="search" aria-label="Batch search">
              <BatchSearch />
            </div>
          ) : null}
          <Button
            className={styles.palette ?? ''}
            variant="ghost"
            keys="mod+k"
            icon={<IconCommand />}
            aria-label="Command palette"
            onClick={onPalette}
          />
        </>
      )}
      <div className={styles.tools}>
        {narrow && searchable ? <NarrowSearch /> : null}
        {narrow ? <IconButton label="Command palette" icon={<IconCommand />} onClick={onPalette} /> : null}
        <SessionCountdown seconds={secondsLeft} />
        <FilesTray />
        <MessageBell />
        <UserMenu onShowShortcuts={onShowShortcuts} />
      </div>
    </header>
  );
}

/** Says wherever one is that these are the books of the demo company. */
function DemoMark({ short }: { short: boolean }) {
  const books = useQuery(booksShown()).data;
  if (books?.demo !== true) return null;
  return (
    <span title={`The books of ${books.company_name ?? 'the demo company'} are made up`}>
      <StatusChip hue="amber" label={short ? 'Demo' : 'Demo company'} />
    </span>
  );
}

/** Whose books these are, as the sign-in says it; they stay the same for as long as the page is open. */
const booksShown = () =>
  queryOptions({
    queryKey: ['sign-in', 'books'],
    queryFn: async () => (await callServer(signInMethods, {})).data,
    staleTime: Infinity,
  });

/** On narrow windows the search box waits behind its icon. */
function NarrowSearch() {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={MESSAGES.batchSearch}
      side="bottom-end"
      target={<IconButton label="Batch search" icon={<IconSearch />} onClick={() => setOpen(!open)} />}
    >
      <div className={styles.narrowSearch}>
        <BatchSearch focused onDone={() => setOpen(false)} />
      </div>
    </Popover>
  );
}
