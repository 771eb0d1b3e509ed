import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  CERTIFICATE_STATES,
  listCertificatesDue,
  type CertificateDue,
  type CertificatesDue as Due,
} from '@talaan/contract/resources/parties/certificates-due.contract';
import { QUARTERS } from '@talaan/contract/resources/parties/withholding-certificate.resource';
import { yearOf } from '@talaan/core/calendar/calendar-date';
import { formatAmount, requireSum } from '@talaan/core/money/money';
import { callServer } from '../../../api/client.ts';
import { LogTable } from '../../../page/log-table.tsx';
import { useAccessLevel } from '../../../session/session.ts';
import { useToday } from '../../../ui/dates/today.tsx';
import { CodeSelect } from '../../../ui/fields/combobox.tsx';
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx';
import { LoadState } from '../../../ui/waiting/load-state.tsx';
import { ListToolbar } from '../../list/list-toolbar.tsx';
import matrix from '../../matrix/matrix.module.css';
import { FISCAL_YEAR, useFiscalYears } from '../../record/fiscal-years.ts';
import type { ChangeListState } from '../../record/list-state.ts';
import type { ListViewProps } from '../../record/resource-parts.ts';
import styles from './certificates-due.module.css';

const LABELS = { open: 'Open', all: 'All' } as const;
const STATES = CERTIFICATE_STATES.map((value) => ({ value, label: LABELS[value] }));

/** Whom to ask for a 2307: by customer and quarter what was withheld of the year and what was certified. */
export function CertificatesDue(props: ListViewProps) {
  const { state, change, parts } = props;
  const today = useToday();
  const year = Number(state.filters[FISCAL_YEAR]?.[0] ?? yearOf(today));
  const years = useFiscalYears([year]);
  const [which, setWhich] = useState<keyof typeof LABELS>('open');
  const mayRead = useAccessLevel('Collection') >= listCertificatesDue.access.level;
  const due = useQuery({
    queryKey: [parts.definition.name, 'due', year, which],
    queryFn: ({ signal }) =>
      callServer(listCertificatesDue, { query: { fiscal_year: String(year), state: which }, signal }),
    enabled: mayRead,
  });
  return (
    <>
      <ListToolbar {...props} plain>
        <span className={styles.year}>
          <CodeSelect
            label="Year"
            options={years.toReversed().map((one) => ({ value: String(one), label: String(one) }))}
            value={String(year)}
            onChange={(chosen) => chosen !== '' && change({ filters: { [FISCAL_YEAR]: [chosen] } })}
          />
        </span>
        <SegmentedControl label="Which" options={STATES} value={which} onChange={setWhich} />
      </ListToolbar>
      {mayRead ? null : <p className={matrix.note}>What customers withheld is shown to whoever may see collections.</p>}
      {mayRead ? <LoadState query={due} what="the certificates to chase" className={matrix.note} /> : null}
      {due.data === undefined ? null : <Figures due={due.data.data} year={year} change={change} />}
    </>
  );
}

const amount = (text: string) => formatAmount(requireSum(text));

function Figures({ due, year, change }: { due: Due; year: number; change: ChangeListState }) {
  if (due.rows.length === 0) {
    return (
      <p className={matrix.note} role="status">
        {`Nothing to chase of ${year}: the certificates are what was withheld.`}
      </p>
    );
  }
  return (
    <>
      <LogTable
        label={`2307s to chase of ${year}, the largest first`}
        headings={['Customer', 'Quarter', 'Withheld', 'Certified', 'Missing', 'Due by', 'E-mail']}
        className={styles.figures}
        rows={due.rows.map((row) => (
          <DueRow key={`${row.payee_code} ${row.quarter}`} row={row} change={change} />
        ))}
      />
      <div className={matrix.foot}>
        <span>{`${due.rows.length} to chase`}</span>
        <span className="figures">
          {`Withheld ${amount(due.withheld)} · Certified ${amount(due.certified)} · Missing ${amount(due.missing)}`}
        </span>
      </div>
    </>
  );
}

function DueRow({ row, change }: { row: CertificateDue; change: ChangeListState }) {
  const { payee_code, payee_desc, quarter } = row;
  const showCertificates = () =>
    change({
      view: '',
      page: 1,
      filters: { payee_code: [payee_code ?? ''], [FISCAL_YEAR]: [String(row.fiscal_year)], quarter: [String(quarter)] },
    });
  return (
    <tr>
      <td>
        {payee_code === null ? (
          <span className="muted">No customer is named in the books</span>
        ) : (
          <button type="button" className={styles.customer} title="Its certificates" onClick={showCertificates}>
            {payee_desc}
          </button>
        )}
      </td>
      <td>{QUARTERS[quarter as keyof typeof QUARTERS]}</td>
      <td className="figures">{amount(row.withheld)}</td>
      <td className="figures">{amount(row.certified)}</td>
      <td className="figures">
        <strong>{amount(row.missing)}</strong>
      </td>
      <td className="figures">{row.due_date}</td>
      <td>{row.email}</td>
    </tr>
  );
}
