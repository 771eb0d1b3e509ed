import { useEffect, useState, type FormEvent, type ReactNode } from 'react';
import { MESSAGES } from '@talaan/contract/errors/messages';
import type { ReportHeader } from '@talaan/contract/reports/report-reply';
import { PageHeader } from '../page/page-header.tsx';
import { Button, buttonClass } from '../ui/buttons/button.tsx';
import { IconArrowUpRight, IconPrint } from '../ui/icons.tsx';
import { ProgressLine } from '../ui/waiting/progress-line.tsx';
import { ExportButtons, type ExportButtonsProps } from './export-buttons.tsx';
import styles from './report-screen.module.css';

export interface ReportScreenProps {
  title: string;
  /** The controls of the filter, in the bar left of Generate. */
  filters: ReactNode;
  /** Enter in the bar, or the button. */
  onGenerate: () => void;
  /** What the filter in force asks for: absent while it is not valid. */
  exports?: ReportExports | undefined;
  /** The report of the filter in force. */
  result: { header: ReportHeader; isEmpty: boolean } | undefined;
  /** A call is under way. */
  loading: boolean;
  /** The last call did not come, with its sentence. */
  failure?: string | undefined;
  onRetry: () => void;
  onCancel: () => void;
  /** The table. */
  children: ReactNode;
  /** Left of the generated-by line: the proof of the figures. */
  proof?: ReactNode;
  /** The drill-down below the figures. */
  panel?: ReactNode;
}

export interface ReportExports extends Pick<ExportButtonsProps, 'formats' | 'download'> {
  /** Address of the report on a page of its own, without the shell. */
  fullPage: string;
}

/** Behind the address of a print page: it prints as soon as it is ready. */
export const PRINT_AT_ONCE = '#print';

/** The page of every report: filter bar with exports, header block, table, proof and who generated it (ux §7). */
export function ReportScreen(props: ReportScreenProps) {
  const { title, result, loading, failure } = props;
  function submit(event: FormEvent): void {
    event.preventDefault();
    props.onGenerate();
  }
  return (
    <div className={styles.page}>
      <ProgressLine active={loading} />
      <PageHeader title={title} />
      <form className={styles.bar} onSubmit={submit} noValidate>
        <div className={styles.filters}>
          {props.filters}
          <Button variant="primary" submit keys="Enter">
            Generate
          </Button>
        </div>
        {props.exports === undefined ? null : (
          <ReportActions exports={props.exports} blocked={exportBlock(result, failure)} />
        )}
      </form>
      <span className="visually-hidden" role="status">
        {loading ? MESSAGES.pleaseWait : ''}
      </span>
      {failure === undefined ? null : (
        <div className={styles.failure} role="alert">
          {`Couldn't load this report. ${failure}`}
          <Button size="sm" variant="ghost" onClick={props.onRetry}>
            Retry
          </Button>
        </div>
      )}
      {result === undefined ? null : <HeaderBlock header={result.header} />}
      {result?.isEmpty ? <p className={styles.empty}>{MESSAGES.noDataFound}</p> : props.children}
      {result === undefined ? null : (
        <div className={styles.proof}>
          {result.isEmpty ? null : props.proof}
          <span className={styles.generated}>{result.header.generated}</span>
        </div>
      )}
      <LongWork title={title} active={loading} onCancel={props.onCancel} />
      {props.panel}
    </div>
  );
}

function exportBlock(result: ReportScreenProps['result'], failure: string | undefined): string | undefined {
  if (failure !== undefined) return 'The report did not load.';
  if (result === undefined) return 'Generate the report first.';
  return result.isEmpty ? 'There is nothing to export.' : undefined;
}

function HeaderBlock({ header }: { header: ReportHeader }) {
  return (
    <div className={styles.head}>
      <div className="strong">{header.company_name}</div>
      <div className={styles.headLine}>
        <span>{header.report_title}</span>
        <span className={styles.dot}>·</span>
        <span className="text-2 figures">{header.period}</span>
        <span className={styles.dot}>·</span>
        <span className="muted">{header.basis}</span>
      </div>
    </div>
  );
}

/** Excel, PDF, Print, Open full page; each says why when it is not possible. */
function ReportActions({ exports, blocked }: { exports: ReportExports; blocked: string | undefined }) {
  const print = () => window.open(`${exports.fullPage}${PRINT_AT_ONCE}`, '_blank', 'noopener');
  return (
    <div className={styles.actions}>
      <ExportButtons formats={exports.formats} download={exports.download} blocked={blocked} />
      <Button icon={<IconPrint />} disabledReason={blocked} onClick={print}>
        Print
      </Button>
      {blocked === undefined ? (
        <a className={buttonClass({ variant: 'ghost' })} href={exports.fullPage} target="_blank" rel="noopener">
          <IconArrowUpRight />
          Open full page
        </a>
      ) : (
        <Button variant="ghost" icon={<IconArrowUpRight />} disabledReason={blocked}>
          Open full page
        </Button>
      )}
    </div>
  );
}

const LONG_WORK_MS = 3000;

/** After three seconds: what is being built, and the way out. */
function LongWork({ title, active, onCancel }: { title: string; active: boolean; onCancel: () => void }) {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    if (!active) {
      setVisible(false);
      return;
    }
    const timer = setTimeout(() => setVisible(true), LONG_WORK_MS);
    return () => clearTimeout(timer);
  }, [active]);
  if (!visible) return null;
  return (
    <div className={styles.longWork} role="status">
      <span>{`Building ${title}…`}</span>
      <Button size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
