import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { CallRefused, ChangeWaits } from '@talaan/contract/http/client';
import type { ResultOf } from '@talaan/contract/http/route';
import {
  exportResultMap,
  proposeResultMap,
  readResultMap,
  readResultMapFile,
  type MapLine,
  type MapVersion,
} from '@talaan/contract/reports/profitability/result-map.contract';
import { DEDUCTIONS, EXCLUDED, EXPENSES, INCOME } from '@talaan/contract/reports/profitability/measures';
import { callServer } from '../../api/client.ts';
import { downloadFile } from '../../api/download.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { MatrixFooter } from '../../masterdata/matrix/matrix-footer.tsx';
import { displayInstant } from '../../page/display-instant.ts';
import { ExportMenu } from '../../page/export-menu.tsx';
import { CHANGES_KEY, CHANGES_PATH, pendingChanges } from '../../session/waiting-changes.ts';
import { classNames } from '../../ui/class-names.ts';
import { MonthPicker } from '../../ui/dates/month-picker.tsx';
import { useToday } from '../../ui/dates/today.tsx';
import { showErrorList, showSuccess, withPleaseWait } from '../../ui/feedback/feedback.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { IconAlert, IconInfo } from '../../ui/icons.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import { faultsIn, formOfRows, ImportRows } from '../import/import-rows.tsx';
import styles from './result-map.module.css';

const MAP_KEY = 'map of results';

type ResultMap = ResultOf<typeof readResultMap>['data'];

const mapQuery = (version: number | undefined) =>
  queryOptions({
    queryKey: [MAP_KEY, version],
    queryFn: async ({ signal }) =>
      (await callServer(readResultMap, { query: version === undefined ? {} : { version }, signal })).data,
    staleTime: 0,
  });

interface AccountMapProps {
  version: number | undefined;
  onVersion: (version: number | undefined) => void;
  onMade: () => void;
  onlyUnmapped: boolean;
  onOnlyUnmapped: (only: boolean) => void;
}

/**
 * Which line of the results each account belongs to, version by version. The newest one can be changed: what is saved is a version
 * of its own, from a month on, which waits for a second person where two could decide.
 */
export function AccountMap(props: AccountMapProps) {
  const map = useQuery(mapQuery(props.version));
  const changes = useMapChanges(map.data?.lines ?? [], props.onMade);
  if (map.data === undefined) return <LoadState query={map} what="the map" className={styles.note} />;
  return <LoadedMap {...props} map={map.data} changes={changes} />;
}

function LoadedMap({
  map,
  changes,
  onVersion,
  onlyUnmapped,
  onOnlyUnmapped,
}: AccountMapProps & { map: ResultMap; changes: ReturnType<typeof useMapChanges> }) {
  const today = useToday();
  const { earliest, versions, lines } = map;
  const shown = versions.find((one) => one.version === map.version);
  const isNewest = shown === versions[0];
  const from = changes.month ?? firstMonth(versions.length === 0, earliest, today.slice(0, 7));
  const { chosen, lineOf, give } = changes;
  const unmapped = lines.filter((line) => lineOf(line) === '');
  const rows = onlyUnmapped ? lines.filter((line) => !line.measure || lineOf(line) === '') : lines;

  return (
    <>
      <div className={styles.bar}>
        <VersionChoice version={map.version} versions={versions} onVersion={onVersion} />
        <Checkbox
          label={`Only accounts without a line (${unmapped.length})`}
          checked={onlyUnmapped}
          onChange={(event) => onOnlyUnmapped(event.target.checked)}
        />
        <span className={styles.actions}>
          {isNewest ? (
            <ImportRows
              title="Import map of accounts"
              columns="Columns: Account Code, Line. An account that the file leaves out has no line. What it changes is shown first."
              take={changes.takeFile}
            />
          ) : null}
          <ExportMenu
            command="Export map of accounts"
            download={(format) =>
              downloadFile(exportResultMap, { query: { format, ...(shown && { version: shown.version }) } })
            }
          />
        </span>
      </div>
      <Waiting />
      <p className={styles.facts}>
        {shown === undefined ? 'Every account of results needs a line before the report can be read.' : wordsOf(shown)}
      </p>
      <Unmapped count={unmapped.length} />
      <AccountTable rows={rows} chosen={chosen} lineOf={lineOf} fixed={!isNewest} onGive={give} />
      {isNewest ? (
        <MatrixFooter
          changes={chosen.size}
          blocked={undefined}
          busy={changes.busy}
          onDiscard={changes.discard}
          onSave={() => void changes.save(from)}
        >
          <span>A new version from</span>
          <MonthPicker
            label="First month of the version"
            value={from}
            lastYear={Number(today.slice(0, 4)) + 1}
            onChange={changes.setMonth}
          />
          <span className="muted small">{earliestWords(versions.length === 0, earliest)}</span>
        </MatrixFooter>
      ) : null}
    </>
  );
}

type Chosen = ReadonlyMap<string, string>;
type Given = readonly (readonly [acct_code: string, line: string])[];

/** What is chosen and not saved, by the code of its account, and how it becomes a version from a month on, `YYYY-MM`. */
function useMapChanges(lines: readonly MapLine[], onMade: () => void) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const [month, setMonth] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const discard = () => setChosen(new Map());
  const lineOf = ({ acct_code, measure }: MapLine): string => chosen.get(acct_code) ?? measure ?? '';

  /** Keeps the line of accounts as changed, or as not changed where it is what the version says. */
  function give(given: Given, before = chosen): void {
    const next = new Map(before);
    for (const [acct_code, line] of given) {
      if ((lines.find((one) => one.acct_code === acct_code)?.measure ?? '') === line) next.delete(acct_code);
      else next.set(acct_code, line);
    }
    setChosen(next);
  }

  /** What a file says takes the place of what was chosen; accounts that it leaves out have no line. */
  async function takeFile(form: FormData): Promise<void> {
    const { data } = await callServer(readResultMapFile, { form });
    const said = new Map(data.map(({ acct_code, measure }) => [acct_code, measure]));
    give(
      lines.map(({ acct_code }) => [acct_code, said.get(acct_code) ?? '']),
      new Map(),
    );
  }

  async function save(from: string): Promise<void> {
    setBusy(true);
    const form = formOfRows(
      ['Account Code', 'Line'],
      lines.map((line) => [line.acct_code, lineOf(line)]),
    );
    form.append('effective_from', from);
    try {
      await withPleaseWait(callServer(proposeResultMap, { form }));
      showSuccess(`The map has a new version from ${monthWords(from)}.`);
      discard();
      onMade();
    } catch (failure) {
      if (failure instanceof CallRefused) showErrorList('The version cannot be made', faultsIn(failure));
      else reportFailure(failure);
      // What waits for a second person is as it was, here too.
      if (failure instanceof ChangeWaits) discard();
    } finally {
      await client.invalidateQueries({ queryKey: [MAP_KEY] });
      await client.invalidateQueries({ queryKey: [CHANGES_KEY] });
      setBusy(false);
    }
  }

  return { chosen, month, setMonth, busy, lineOf, give, takeFile, save, discard };
}

function VersionChoice({
  version,
  versions,
  onVersion,
}: Pick<ResultMap, 'version' | 'versions'> & Pick<AccountMapProps, 'onVersion'>) {
  return (
    <select
      className={styles.versions}
      aria-label="Version"
      value={version ?? ''}
      onChange={(event) => onVersion(Number(event.target.value))}
    >
      {versions.length === 0 ? <option value="">No version yet</option> : null}
      {versions.map((one) => (
        <option key={one.version} value={one.version}>
          {`Version ${one.version}, from ${monthWords(one.effective_from)}`}
        </option>
      ))}
    </select>
  );
}

function Unmapped({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className={styles.unmapped} role="status">
      <IconAlert />
      {`${count} ${count === 1 ? 'account has' : 'accounts have'} no line: what is posted there is missing in the report, whose proof says so.`}
    </p>
  );
}

interface AccountTableProps {
  rows: readonly MapLine[];
  chosen: Chosen;
  lineOf: (line: MapLine) => string;
  /** It is an earlier version, which nobody changes. */
  fixed: boolean;
  onGive: (given: Given) => void;
}

function AccountTable({ rows, chosen, lineOf, fixed, onGive }: AccountTableProps) {
  return (
    <section className={styles.scroll} aria-label="Accounts of results">
      <table className={styles.table}>
        <caption className="visually-hidden">Accounts of results and their lines</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Description</th>
            <th scope="col">Line</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((line) => (
            <tr key={line.acct_code} className={classNames(chosen.has(line.acct_code) && styles.changed)}>
              <th scope="row" className="figures">
                {line.acct_code}
              </th>
              <td className={styles.name} title={line.acct_desc}>
                {line.acct_desc}
              </td>
              <td>
                <LineChoice
                  account={line.acct_code}
                  value={lineOf(line)}
                  before={line.measure ?? ''}
                  fixed={fixed}
                  onChange={(to) => onGive([[line.acct_code, to]])}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The first version is of all the books there are; a later one begins now, or as soon as a month is open. */
function firstMonth(isFirst: boolean, earliest: string | null, now: string): string {
  if (isFirst) return '1901-01';
  return earliest !== null && earliest > now ? earliest : now;
}

function earliestWords(isFirst: boolean, earliest: string | null): string {
  if (isFirst) return 'The first version may begin with any month.';
  if (earliest === null) return 'No month is open: open one in Accounting Period first.';
  return `${monthWords(earliest)} at the earliest: what is closed stays as it was reported.`;
}

/** 'May 2025' of '2025-05'. */
const monthWords = (month: string): string =>
  new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01`));

function wordsOf({ effective_from, accounts, excluded, asked_by, made_by, made_at }: MapVersion): string {
  const who =
    asked_by === null ? `made by ${made_by ?? 'the system'}` : `asked by ${asked_by}, confirmed by ${made_by}`;
  return `From ${monthWords(effective_from)} · ${accounts} accounts, ${excluded} of them excluded · ${who}, ${displayInstant(made_at)}`;
}

/** The versions that wait for a second person. */
function Waiting(): ReactNode {
  const { data } = useQuery(pendingChanges({ state: 'waiting', page: 1, pages: 100 }));
  const waiting = data?.data.filter(({ module_name }) => module_name === 'Profitability') ?? [];
  return waiting.map(({ id, label, requested_by_name }) => (
    <p key={id} className={styles.waiting} role="status">
      <IconInfo />
      {`${label}, asked by ${requested_by_name}, waits for a second person.`}
      <Link to={CHANGES_PATH}>See it</Link>
    </p>
  ));
}

const PARTS = { Income: INCOME, Deductions: DEDUCTIONS, Expenses: EXPENSES };

function LineChoice(props: {
  account: string;
  value: string;
  before: string;
  fixed: boolean;
  onChange: (line: string) => void;
}) {
  const { account, value, before, fixed, onChange } = props;
  return (
    <>
      <select
        className={styles.line}
        aria-label={`Line of ${account}`}
        value={value}
        disabled={fixed}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">No line</option>
        {Object.entries(PARTS).map(([part, heads]) => (
          <optgroup key={part} label={part}>
            {Object.entries(heads).map(([line, head]) => (
              <option key={line} value={line}>
                {head}
              </option>
            ))}
          </optgroup>
        ))}
        <option value={EXCLUDED}>Excluded, as income tax is</option>
      </select>
      {value === before ? null : <span className="muted small">{` was ${wordsOfLine(before)}`}</span>}
    </>
  );
}

const HEADS: Readonly<Record<string, string>> = { ...INCOME, ...DEDUCTIONS, ...EXPENSES, [EXCLUDED]: 'Excluded' };
const wordsOfLine = (line: string): string => HEADS[line] ?? 'without a line';
