import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState, type FunctionComponent, type ReactNode } from 'react';
import { CallRefused } from '@talaan/contract/http/client';
import { verifyPaper, type PaperState, type PaperVerification } from '@talaan/contract/documents/print/verify.contract';
import { manilaClock } from '@talaan/contract/papers/manila-clock';
import { formatDetailDate, requireCalendarDate } from '@talaan/core/calendar/calendar-date';
import { formatAmount, requireSum } from '@talaan/core/money/money';
import { LoginScreen } from '../../access/login-screen.tsx';
import { callServer } from '../../api/client.ts';
import { batchAddress } from '../../batches/reading/batch-reading.tsx';
import { Wordmark } from '../../page/brand.tsx';
import { displayInstant } from '../../page/display-instant.ts';
import { useSession } from '../../session/session.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import {
  IconAlert,
  IconCheckCircle,
  IconClock,
  IconLock,
  IconRepeat,
  IconVoid,
  type IconProps,
} from '../../ui/icons.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import styles from './verify-page.module.css';

interface StateWords {
  readonly icon: FunctionComponent<IconProps>;
  readonly label: string;
  readonly text: string;
  /** What whoever holds the paper does now. */
  readonly advice: string;
}

const STATES: Readonly<Record<PaperState, StateWords>> = {
  stands: {
    icon: IconCheckCircle,
    label: 'Stands',
    text: 'This paper agrees with the books of the company.',
    advice: '',
  },
  pending: {
    icon: IconClock,
    label: 'Not in force yet',
    text: 'Nobody has approved and issued it yet.',
    advice: 'Do not pay, deliver or accept anything on it.',
  },
  void: {
    icon: IconVoid,
    label: 'Void',
    text: 'The paper was good when it was printed. It does not stand any more.',
    advice: 'Do not pay or accept it.',
  },
  replaced: {
    icon: IconRepeat,
    label: 'Replaced',
    text: 'Another copy or number has taken its place.',
    advice: 'Ask the company for the one that stands.',
  },
  changed: {
    icon: IconAlert,
    label: 'Changed since it was printed',
    text: 'The paper in your hand is not what the books say today.',
    advice: 'Ask the company for a new copy before you rely on it.',
  },
};
const WAYS = { print: 'Printed', pdf: 'Saved as PDF', mail: 'Sent by e-mail' } as const;
/** In words of the facts that everybody sees. */
const MADE = { print: 'printed', pdf: 'saved as PDF', mail: 'sent' } as const;

const day = (date: string) => formatDetailDate(requireCalendarDate(date));

/** /verify/{code}: whether a paper stands, for whoever holds it; more for who is signed in and may see it (papers §10). */
export function VerifyPage() {
  const { code = '' } = useParams({ strict: false }) as { code?: string };
  const [signsIn, setSignsIn] = useState(false);
  const found = useQuery({
    queryKey: ['verify', code],
    queryFn: async ({ signal }) => (await callServer(verifyPaper, { params: { code }, signal })).data,
    staleTime: Infinity,
    retry: false,
  });
  useEffect(() => {
    document.title = 'Verify a paper · Talaan';
  }, [signsIn]);
  const signedIn = () => {
    setSignsIn(false);
    void found.refetch();
  };
  if (signsIn) return <LoginScreen onSignedIn={signedIn} about={<Link to="/about">About</Link>} />;
  return (
    <div className={styles.page}>
      <header>
        <Wordmark className={styles.word} lettersClassName={styles.letters} />
        <span>Verify a paper</span>
      </header>
      <main>
        {found.error instanceof CallRefused ? (
          <NoPaper problem={found.error.problem} />
        ) : (
          <LoadState query={found} what="what is known of this paper" />
        )}
        {found.data === undefined ? null : (
          <Verified found={found.data} code={code} at={found.dataUpdatedAt} onSignIn={() => setSignsIn(true)} />
        )}
        <AnotherCode />
      </main>
    </div>
  );
}

/** Of too many tries nothing is said of the code. */
function NoPaper({ problem: { status, message } }: { problem: Pick<CallRefused['problem'], 'status' | 'message'> }) {
  return (
    <section className={styles.card}>
      <StateBand look={styles.none} Icon={IconAlert} title={status === 404 ? 'No paper has this code' : 'Not now'}>
        <p role="alert">{message}</p>
      </StateBand>
    </section>
  );
}

interface StateBandProps {
  look: string | undefined;
  Icon: FunctionComponent<IconProps>;
  title: string;
  children: ReactNode;
}

function StateBand({ look, Icon, title, children }: StateBandProps) {
  return (
    <div className={`${styles.state} ${look}`}>
      <Icon size={32} />
      <div>
        <h1>{title}</h1>
        {children}
      </div>
    </div>
  );
}

/** In groups of four, as they are read aloud. */
const grouped = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');

interface VerifiedProps {
  found: PaperVerification;
  code: string;
  at: number;
  onSignIn: () => void;
}

function Verified({ found, code, at, onSignIn }: VerifiedProps) {
  const { company, state, void_since, paper, details } = found;
  const { icon, label, text, advice } = STATES[state];
  const title = void_since === null ? label : `Void since ${day(void_since)}`;
  const isSignedIn = useSession().state === 'signed_in';
  return (
    <>
      <section className={styles.card} aria-label="What became of it">
        <StateBand look={styles[state]} Icon={icon} title={title}>
          <p>{text}</p>
        </StateBand>
        {paper === null ? (
          <p className={styles.secret}>{`This paper was printed by ${company.replace(/\.$/, '')}.`}</p>
        ) : (
          <Facts company={company} paper={paper} code={code} isVoid={state === 'void'} />
        )}
        {details === null ? null : <Details details={details} />}
        <div className={styles.foot}>
          <p>{[paper === null ? '' : compareText(paper), advice].filter(Boolean).join(' ')}</p>
          {isSignedIn ? null : (
            <Button icon={<IconLock />} onClick={onSignIn}>
              Sign in for details
            </Button>
          )}
        </div>
      </section>
      <p className={styles.under}>
        <span>Payee and lines are shown only to people of the company.</span>
        <span className="figures">{displayInstant(new Date(at).toISOString())}</span>
      </p>
    </>
  );
}

/** A certificate of tax withheld has no number of its own. */
function compareText({ number }: NonNullable<PaperVerification['paper']>): string {
  const what = number === '' ? 'Compare date and total' : 'Compare number, date and total';
  return `${what} with the paper in your hand.`;
}

interface FactsProps {
  company: string;
  paper: NonNullable<PaperVerification['paper']>;
  code: string;
  isVoid: boolean;
}

function Facts({ company, paper, code, isVoid }: FactsProps) {
  const { title, number, date, copy_no, way, made_at, currency, amount } = paper;
  const total = `${currency} ${formatAmount(requireSum(amount))}`;
  const facts: [string, ReactNode][] = [
    ['Company', company],
    ['Paper', title],
    ...(number === '' ? [] : [['Number', number] as [string, string]]),
    ['Date', day(date)],
    ['Copy', `${copy_no === 1 ? '1' : `REPRINT ${copy_no}`}, ${MADE[way]} ${day(manilaClock(made_at).date)}`],
    ['Total', <span key="total">{isVoid ? <s>{total}</s> : total}</span>],
    ['Code', grouped(code.toUpperCase().replaceAll(/[\s-]/g, ''))],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={label === 'Total' ? styles.total : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Whoever has another paper types its code; a mistyped one is answered as one that never was. */
function AnotherCode() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  return (
    <form
      className={styles.again}
      onSubmit={(event) => {
        event.preventDefault();
        const code = text.trim();
        if (code === '') return;
        setText('');
        void navigate({ to: '/verify/$code', params: { code } });
      }}
    >
      <Field label="Check another code" labelHidden className={styles.code}>
        <TextInput
          value={text}
          figures
          maxLength={40}
          placeholder="Check another code"
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button submit>Check</Button>
    </form>
  );
}

function Details({ details }: { details: NonNullable<PaperVerification['details']> }) {
  const { payee, tables, way, printed_by, printed_at, differences, document: of } = details;
  const address = of === null ? null : batchAddress(of);
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>Payee</dt>
          <dd>{payee}</dd>
        </div>
        <div>
          <dt>{WAYS[way]}</dt>
          <dd>{`${displayInstant(printed_at)} by ${printed_by}`}</dd>
        </div>
      </dl>
      {differences.length === 0 ? null : (
        <Table
          caption="What differs"
          columns={['Field', 'On the paper', 'Now']}
          rows={differences.map(({ field, printed, now }) => [field, printed ?? 'nothing', now ?? 'nothing'])}
        />
      )}
      {tables.map((table) => (
        <Table key={table.caption} {...table} />
      ))}
      {address === null ? null : (
        <div className={styles.open}>
          <Link to={address.to} search={address.search} className={buttonClass()}>
            Open document
          </Link>
        </div>
      )}
    </>
  );
}

const isFigure = (text: string): boolean => /^-?[\d,]+\.\d+$/.test(text);

function Table({ caption, columns, rows }: NonNullable<PaperVerification['details']>['tables'][number]) {
  return (
    // It is scrolled by keyboard once it has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.table} tabIndex={0} aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((header, at) => (
              <th key={header} scope="col" className={isFigure(rows[0]?.[at] ?? '') ? styles.figure : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // The rows of a paper never move.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={row}>
              {cells.map((text, at) => (
                <td key={columns[at]} className={isFigure(text) ? styles.figure : undefined}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
