import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod';
import { forgetMapping, uploadErrors, uploadTemplate } from '@talaan/contract/integration/uploaded-batches.contract';
import { displayAmount } from '@talaan/contract/resource/display-value';
import { ACCESS } from '@talaan/core/access/access-level';
import { UPLOAD_FILES, UPLOAD_KINDS, type UploadHalf, type UploadKind } from '@talaan/core/integration/upload-columns';
import { callServer } from '../../api/client.ts';
import { downloadFile } from '../../api/download.ts';
import { reportFailure } from '../../api/report-failure.ts';
import { FootBar, FootSums } from '../../batches/entry/frame/foot-bar.tsx';
import { PageHeader } from '../../page/page-header.tsx';
import { useSearchState } from '../../page/search-state.ts';
import { useAccessLevel } from '../../session/session.ts';
import { useWhyNot } from '../../session/why-not.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { askToConfirm, showErrorList, showSuccess } from '../../ui/feedback/feedback.ts';
import { CodeSelect } from '../../ui/fields/combobox.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { IconChevronDown, IconDownload } from '../../ui/icons.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { ActionMenu } from '../../ui/menus/action-menu.tsx';
import { RunProgress } from '../../ui/waiting/run-progress.tsx';
import { UploadHistory } from './upload-history.tsx';
import { UploadPreview } from './upload-preview.tsx';
import { UPLOADS_KEY, uploadQueries } from './upload-calls.ts';
import { many } from './upload-words.ts';
import { useUpload, type Checked, type Upload } from './use-upload.ts';
import { WaitingBatches } from './waiting-batches.tsx';
import styles from './uploads.module.css';

const address = z.object({ kind: z.enum(UPLOAD_KINDS).optional().catch(undefined) });
const KINDS = UPLOAD_KINDS.map((value) => ({ value, label: UPLOAD_FILES[value].title }));
const MODULE = 'Upload from IS';

/** /trx-upload-is: batches of other systems in files: chosen, checked row by row, taken whole, accepted and undone (picture 27). */
export function UploadScreen() {
  const [{ kind = 'header-is' }, change] = useSearchState(address);
  const mayMoveIn = useAccessLevel(MODULE) >= ACCESS.delete;
  const navigate = useNavigate();
  return (
    <div className={styles.page}>
      <PageHeader
        title="Upload from IS"
        actions={
          <>
            {mayMoveIn ? (
              <Button variant="ghost" onClick={() => void navigate({ to: '/moving-in' })}>
                Moving in
              </Button>
            ) : null}
            <TemplateMenu kind={kind} />
          </>
        }
      />
      <div className={styles.kinds}>
        <SegmentedControl
          label="Kind of file"
          options={KINDS}
          value={kind}
          onChange={(next) => change({ kind: next })}
        />
      </div>
      <UploadWork key={kind} kind={kind} />
    </div>
  );
}

function TemplateMenu({ kind }: { kind: UploadKind }) {
  const save = (format: 'xlsx' | 'csv') =>
    void downloadFile(uploadTemplate, { query: { kind, format } }).catch((failure: unknown) => reportFailure(failure));
  return (
    <ActionMenu
      label="Template"
      target={
        <Button icon={<IconDownload />}>
          Template <IconChevronDown />
        </Button>
      }
      groups={[
        {
          actions: [
            { id: 'xlsx', label: 'Excel', onSelect: () => save('xlsx') },
            { id: 'csv', label: 'CSV', onSelect: () => save('csv') },
          ],
        },
      ]}
    />
  );
}

function UploadWork({ kind }: { kind: UploadKind }) {
  const upload = useUpload(kind);
  const { run } = upload;
  const checked = run.step === 'check' ? run.answer : null;
  // Of the faults that are told: the one that F8 went to last, and how often somebody went.
  const [{ active, gone }, setActive] = useState({ active: 0, gone: 0 });
  const faults = checked?.check.faults ?? [];
  const fault = faults[Math.min(active, faults.length - 1)];
  const goTo = (at: number) => setActive((before) => ({ active: at, gone: before.gone + 1 }));
  const goOn = () => goTo((active + 1) % faults.length);
  const near = fault?.near;
  const useNear = () => {
    if (!fault || !near || fault.column === null) return;
    void upload.again({ corrections: [{ row: fault.row, column: fault.column, value: near.code }] });
  };
  useShortcut('F8', 'Next fault', goOn, { enabled: faults.length > 0 });
  useShortcut('alt+Enter', 'Take the correction', useNear, { enabled: Boolean(near) });
  useShortcut('mod+Enter', 'Check again', () => void upload.again(), { enabled: checked !== null });
  useShortcut('mod+s', 'Upload', () => void upload.take(), { enabled: checked?.check.fault_count === 0 });

  return (
    <>
      <div className={styles.work}>
        <section className={styles.main} aria-label="File" data-region>
          {run.step === 'check' ? (
            <UploadPreview
              key={run.version}
              answer={run.answer}
              version={run.version}
              upload={upload}
              active={fault}
              gone={gone}
              onTakeNear={useNear}
            />
          ) : (
            <FileStep kind={kind} upload={upload} />
          )}
        </section>
        <aside className={styles.side}>
          {checked === null ? null : <ToCorrect answer={checked} onGo={goTo} />}
          <WaitingBatches />
          <UploadHistory />
        </aside>
      </div>
      {checked === null ? null : <CheckFoot answer={checked} upload={upload} onNext={goOn} />}
    </>
  );
}

/** The choice of a file, or how far it is. */
function FileStep({ kind, upload }: { kind: UploadKind; upload: Upload }) {
  const { run, settings, setSettings, send, restart } = upload;
  const whyNot = useWhyNot(MODULE, ACCESS.insert);
  const known = useQuery(uploadQueries.mappings(kind));
  if (run.step === 'working') return <Working id={run.id} first={run.first} onCancel={restart} />;
  const source = settings.source || UPLOAD_FILES[kind].source;
  const sources = known.data?.sources.map(({ code, name }) => ({ value: code, label: name, code })) ?? [];
  const mappings = known.data?.mappings.filter((one) => one.source === source) ?? [];
  const posting = known.data?.sources.find(({ code }) => code === source)?.posting;
  return (
    <div className={styles.file}>
      {run.step === 'result' ? <p role="status">{run.answer.message}</p> : null}
      <div className={styles.settings}>
        <Field label="Source">
          <CodeSelect
            options={sources}
            value={source}
            onChange={(value) => setSettings({ ...settings, source: value })}
          />
        </Field>
        <Field label="Batch no" hint="Where the file has no column for it">
          <TextInput
            value={settings.batch_no}
            maxLength={40}
            onChange={(event) => setSettings({ ...settings, batch_no: event.target.value })}
          />
        </Field>
        <Field label="Mapping" hint="Name under which the columns are kept">
          <TextInput
            value={settings.mapping}
            maxLength={60}
            list={`mappings-${kind}`}
            onChange={(event) => setSettings({ ...settings, mapping: event.target.value })}
          />
        </Field>
        <datalist id={`mappings-${kind}`}>
          {mappings.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <ForgetMapping
          mapping={mappings.find(({ name }) => name === settings.mapping)}
          onForgotten={() => setSettings({ ...settings, mapping: '' })}
        />
      </div>
      <FileDrop
        tall
        multiple={false}
        accept=".csv,.xlsx"
        label="Drop, paste or choose a CSV or Excel file"
        {...(whyNot === undefined ? {} : { disabledReason: whyNot })}
        onFiles={([file], [refused]) => {
          if (file !== undefined) void send(file);
          else if (refused) showErrorList('Unable to upload file!', [`${refused.name} is not a CSV or Excel file.`]);
        }}
      />
      <p className="muted small">
        At most 100,000 rows and 40 MB. Every row is checked and shown before anything is taken; all rows go in, or
        none. {HALVES[UPLOAD_FILES[kind].half]} {posting && POSTING[posting](source)}
        {known.data && !posting ? `No source ${source} is in use: choose another one, or add it under Sources.` : null}
      </p>
    </div>
  );
}

/** Forgets the mapping that is named, where it is kept. */
function ForgetMapping({
  mapping,
  onForgotten,
}: {
  mapping: { id: number; name: string } | undefined;
  onForgotten: () => void;
}) {
  const client = useQueryClient();
  const whyNot = useWhyNot(MODULE, ACCESS.insert);
  if (mapping === undefined) return null;
  const { id, name } = mapping;

  async function forget(): Promise<void> {
    const text = 'The next file of these columns is read by its headings. Files that were taken stay as they are.';
    if (!(await askToConfirm({ title: `Forget the mapping ${name}?`, text, confirmLabel: 'Forget' }))) return;
    try {
      await callServer(forgetMapping, { params: { id } });
      showSuccess(`The mapping ${name} is forgotten.`);
      onForgotten();
    } catch (failure) {
      reportFailure(failure);
    }
    await client.invalidateQueries({ queryKey: [UPLOADS_KEY] });
  }

  return (
    <div className={styles.forget}>
      <Button size="sm" disabledReason={whyNot} onClick={() => void forget()}>
        Forget this mapping
      </Button>
    </div>
  );
}

/** How files become batches. */
const HALVES: Readonly<Record<UploadHalf, string>> = {
  header: 'A batch is its header and its detail under one batch no, in two files that come in any order.',
  detail: 'A batch is its header and its detail under one batch no, in two files that come in any order.',
  whole: 'Rows under one entry no are one entry; what the first row says of it need not be said again.',
};

/** What becomes of the batches of a source. */
const POSTING = {
  posts: (source: string) => `What ${source} sends posts once somebody who uploaded none of it accepts it.`,
  route: (source: string) => `What ${source} sends goes the way of its type and amount.`,
};

const STEPS = {
  queued: 'Waiting behind other files',
  reading: 'Reading rows',
  checking: 'Checking rows',
  storing: 'Uploading rows',
  ready: 'Checking rows',
};

function Working({ id, first, onCancel }: { id: string; first: string; onCancel: () => void }) {
  const { data } = useQuery(uploadQueries.progress(id));
  const state = data?.state;
  return (
    <RunProgress
      label={state === undefined ? first : STEPS[state]}
      done={data?.done ?? 0}
      total={data && data.rows > 0 ? data.rows : undefined}
    >
      {first === 'Uploading rows' ? null : <Button onClick={onCancel}>Cancel</Button>}
    </RunProgress>
  );
}

/** Faults by kind, each with the first of its rows, and the file of them all. */
function ToCorrect({ answer, onGo }: { answer: Checked; onGo: (fault: number) => void }) {
  const { groups, faults } = answer.check;
  if (groups.length === 0) return null;
  const save = () =>
    void downloadFile(uploadErrors, { params: { upload_id: answer.upload_id } }).catch((failure: unknown) =>
      reportFailure(failure),
    );
  return (
    <section aria-label="To correct" data-region className={styles.box}>
      <header className={styles.boxHead}>
        <h2>To correct</h2>
        <Button size="sm" variant="ghost" icon={<IconDownload />} onClick={save}>
          Error file
        </Button>
      </header>
      <ul className={styles.list}>
        {groups.map(({ rule, title, count, first }) => {
          const at = faults.findIndex(({ row, column }) => row === first.row && column === first.column);
          return (
            <li key={rule}>
              <div className={styles.line}>
                <b>{title}</b>
                <b className={`${styles.bad} figures`}>{count.toLocaleString('en')}</b>
              </div>
              <div className="small">
                {first.value === '' ? null : `${first.value} · `}
                {at < 0 ? (
                  `row ${first.row.toLocaleString('en')}`
                ) : (
                  <button type="button" className={styles.go} onClick={() => onGo(at)}>
                    row {first.row.toLocaleString('en')}
                  </button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function CheckFoot({ answer, upload, onNext }: { answer: Checked; upload: Upload; onNext: () => void }) {
  const { fault_count, refused_rows, batches, debit, credit } = answer.check;
  const rows = many(answer.rows, 'row', 'rows');
  const whyNot = fault_count === 0 ? undefined : `Correct ${many(refused_rows, 'row', 'rows')} first.`;
  const sums = (
    <FootSums
      figures={{
        Rows: answer.rows.toLocaleString('en'),
        Batches: String(batches),
        Debit: displayAmount(debit),
        Credit: displayAmount(credit),
      }}
    />
  );
  return (
    <FootBar
      label="Sums and actions"
      sums={sums}
      note={whyNot === undefined ? null : <p className={styles.bad}>{`${whyNot} All ${rows} go in, or none.`}</p>}
    >
      {fault_count === 0 ? null : (
        <Button keys="F8" onClick={onNext}>
          Next fault
        </Button>
      )}
      <Button keys="mod+Enter" onClick={() => void upload.again()}>
        Check again
      </Button>
      <Button variant="primary" keys="mod+s" disabledReason={whyNot} onClick={() => void upload.take()}>
        {`Upload ${rows}`}
      </Button>
    </FootBar>
  );
}
