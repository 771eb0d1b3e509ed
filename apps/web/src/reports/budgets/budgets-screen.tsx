import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ACCESS } from '@talaan/core/access/access-level';
import { exportBudget, takeBudget, type BudgetVersion } from '@talaan/contract/reports/budgets/budget.contract';
import { callServer } from '../../api/client.ts';
import { downloadFile } from '../../api/download.ts';
import { displayInstant } from '../../page/display-instant.ts';
import { ExportMenu } from '../../page/export-menu.tsx';
import { ImportRows } from '../import/import-rows.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { useWhyNot } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { showSuccess } from '../../ui/feedback/feedback.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { IconUpload } from '../../ui/icons.tsx';
import { LoadState } from '../../ui/waiting/load-state.tsx';
import { budgetsQuery } from '../filters/budgets-query.ts';
import { Amount } from '../table/report-cell.tsx';
import styles from './budgets.module.css';

/** /income-statement/budgets: the versions that the income statement is held against; a file makes the next one, and none changes. */
export function BudgetsScreen() {
  const whyNot = useWhyNot('Income Statement', ACCESS.update);
  const budgets = useQuery(budgetsQuery);
  const rows = budgets.data ?? [];
  return (
    <div className={styles.page}>
      <PageHeader
        title="Budgets"
        actions={
          whyNot === undefined ? (
            <TakeBudget />
          ) : (
            <Button icon={<IconUpload />} disabledReason={whyNot}>
              Import
            </Button>
          )
        }
      />
      <LoadState query={budgets} what="the budgets" className={styles.note} />
      {budgets.data !== undefined && rows.length === 0 ? (
        <p className={styles.note}>
          There is no budget yet. A file with amounts by account, branch, department and month makes the first.
        </p>
      ) : null}
      {rows.length === 0 ? null : <BudgetTable rows={rows} />}
    </div>
  );
}

/** The file of the next version, with its name. */
function TakeBudget() {
  const client = useQueryClient();
  const [name, setName] = useState('');

  async function take(form: FormData): Promise<void> {
    const file = form.get('upload_file[]') as File;
    form.append('name', name.trim() || file.name.replace(/\.[^.]*$/, ''));
    const { data } = await callServer(takeBudget, { form });
    await client.invalidateQueries({ queryKey: budgetsQuery.queryKey });
    setName('');
    showSuccess(
      `Budget ${data.code} is taken, ${data.lines.toLocaleString('en')} ${data.lines === 1 ? 'line' : 'lines'}.`,
    );
  }

  return (
    <ImportRows
      title="Import a budget"
      columns="Columns: Account Code, Branch, Department, Period (yyyy-mm), Amount; all of one year. It becomes the next version of its year, and none that is there changes."
      take={take}
    >
      <Field label="Name" hint="Empty: the name of the file">
        <TextInput value={name} maxLength={120} onChange={(event) => setName(event.target.value)} />
      </Field>
    </ImportRows>
  );
}

function BudgetTable({ rows }: { rows: readonly BudgetVersion[] }) {
  return (
    <section className={styles.scroll} aria-label="Versions of budgets">
      <table className={styles.table}>
        <caption className="visually-hidden">Versions of budgets, the newest of the latest year first</caption>
        <thead>
          <tr>
            <th scope="col">Budget</th>
            <th scope="col">Name</th>
            <th scope="col" className={styles.figure}>
              Lines
            </th>
            <th scope="col" className={styles.figure}>
              Net income, PHP
            </th>
            <th scope="col">Taken in</th>
            <th scope="col">
              <span className="visually-hidden">Export</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.code}>
              <th scope="row" className="figures">
                {row.code}
              </th>
              <td className={styles.name} title={row.name}>
                {row.name}
              </td>
              <td className={styles.figure}>{row.lines.toLocaleString('en')}</td>
              <td className={styles.figure}>
                <Amount value={row.result} />
              </td>
              <td className="muted small">{`${row.made_by ?? 'the system'}, ${displayInstant(row.made_at)}`}</td>
              <td>
                <ExportMenu
                  label={`Export ${row.code}`}
                  text="Export"
                  inRow
                  command={`Export budget ${row.code}`}
                  download={(format) => downloadFile(exportBudget, { query: { version: row.code, format } })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
