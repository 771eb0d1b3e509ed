import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { DrawnPaper } from '@talaan/contract/papers/draw-paper';
import { pageBox, pageHint } from '@talaan/contract/papers/paper';
import { reportFailure } from '../api/report-failure.ts';
import { PRINT_AT_ONCE } from '../reports/report-actions.tsx';
import { Button } from '../ui/buttons/button.tsx';
import { IconPrint } from '../ui/icons.tsx';
import { useShortcut } from '../ui/keyboard/shortcuts.ts';
import { ProgressLine } from '../ui/waiting/progress-line.tsx';
import { PaperSheet } from '../page/paper/paper-sheet.tsx';
import { hasPictures, loadPictures } from '../page/paper/picture-sizes.ts';
import styles from './print-page.module.css';

export interface PrintPageProps {
  /** The paper with its data; it may be printed as soon as it is here. */
  paper: DrawnPaper;
  /** Whether a browser that prints it as it is prints no copy: it says PREVIEW then. */
  isPreview?: boolean;
  /** Counts a copy and shows it, before it is printed; nothing is printed where that fails. */
  count?: () => Promise<void>;
  /** Buttons before 'Print This Form'. */
  actions?: ReactNode;
}

/** A paper on a desk: its sheets at their true size, always black on white, under a bar that is not printed (ux §8). */
export function PrintPage(props: PrintPageProps) {
  const { paper } = props;
  const [loaded, setLoaded] = useState<DrawnPaper | null>(null);
  useEffect(() => {
    if (!hasPictures(paper)) void loadPictures(paper).then(() => setLoaded(paper));
  }, [paper]);
  return loaded === paper || hasPictures(paper) ? <Desk {...props} /> : <ProgressLine active />;
}

function Desk({ paper, isPreview = false, count, actions }: PrintPageProps) {
  const { title, page } = paper;
  const [busy, setBusy] = useState(false);
  const counting = useRef(count);
  useLayoutEffect(() => {
    counting.current = count;
  });
  const print = useCallback(async () => {
    setBusy(true);
    try {
      await counting.current?.();
      // Named, since nobody may have asked for them yet when a sheet is printed at once.
      await Promise.all(['9pt', 'bold 9pt'].map((type) => document.fonts.load(`${type} "Talaan Paper"`)));
      window.print();
    } catch (failure) {
      reportFailure(failure);
    } finally {
      setBusy(false);
    }
  }, []);
  useShortcut('mod+p', MESSAGES.printThisForm, () => void (busy || print()));
  useEffect(() => {
    document.title = `${title} · Talaan`;
  }, [title]);
  useEffect(() => {
    if (location.hash === PRINT_AT_ONCE) void print();
  }, [print]);
  usePageBox(paper);
  return (
    <>
      <header className={styles.bar}>
        <h1>{title}</h1>
        <span className="muted">{pageHint(page)}</span>
        <div className={styles.actions}>
          {actions}
          <Button variant="primary" icon={<IconPrint />} keys="mod+p" busy={busy} onClick={() => void print()}>
            {MESSAGES.printThisForm}
          </Button>
        </div>
      </header>
      {/* A sheet that is wider than the window is scrolled by keyboard once its desk has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <main className={styles.desk} tabIndex={0}>
        <article>
          <PaperSheet paper={paper} isPreview={isPreview} />
        </article>
      </main>
    </>
  );
}

interface PrintNoticeProps {
  title: string;
  /** Several stand below each other. */
  text: string | readonly string[];
  action?: ReactNode;
}

/** In place of a paper that cannot be shown: why, and no button to print it. */
export function PrintNotice({ title, text, action }: PrintNoticeProps) {
  useEffect(() => {
    document.title = `${title} · Talaan`;
  }, [title]);
  return (
    <main className={styles.notice}>
      <h1>{title}</h1>
      <div role="alert">
        {[text].flat().map((one) => (
          <p key={one}>{one}</p>
        ))}
      </div>
      {action}
    </main>
  );
}

/** Writes the size of the printed page, which belongs in a style sheet: each sheet is one, with its margins. */
function usePageBox({ page }: DrawnPaper): void {
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    const { width, height } = pageBox(page);
    sheet.replaceSync(`@page { size: ${width}mm ${height}mm; margin: 0 }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [page]);
}
