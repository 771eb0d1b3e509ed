import type { UploadCounts, UploadRow, UploadView, Verdict } from '@talaan/contract/uploads/upload.contract';
import { VERDICTS } from '@talaan/contract/uploads/upload.contract';
import type { Served } from './serve-resources.ts';

interface UploadFacts {
  rows: readonly UploadRow[];
  columns: UploadView['columns'];
  file_name: string | null;
  action?: UploadView['action'];
}

/**
 * Answers the calls of one upload of a resource: reading or previewing it, checking, its rows, storing, dropping it. The
 * upload takes the name that the page chose for it.
 */
export function serveUpload(served: Served, path: string, facts: UploadFacts) {
  let id = '';
  let held: Partial<UploadView> | null = null;
  const counts = countsOf(facts.rows);
  const view = (state: UploadView['state'], columns = facts.columns): { data: UploadView } => ({
    data: {
      id,
      action: facts.action ?? 'save',
      file_name: facts.file_name,
      state,
      rows: facts.rows.length,
      done: 0,
      columns,
      counts: state === 'checked' ? counts : null,
      ...held,
    },
  });
  const answerUpload = () => {
    const own = `${path}/uploads/${id}`;
    served.answer(`GET ${own}`, () => ({ body: view('checking') }));
    served.answer(`POST ${own}/check`, ({ body }) =>
      held === null
        ? {
            body: view(
              'checked',
              facts.columns.map((column, at) => ({
                ...column,
                field: (body!['columns'] as string[])[at]!,
                certain: true,
              })),
            ),
          }
        : new Promise(() => undefined),
    );
    served.answer(`GET ${own}/rows`, ({ query }) => {
      const verdict = query.get('verdict');
      const rows = facts.rows.filter((row) => verdict === null || row.verdict === verdict);
      return { body: { data: rows, total: rows.length } };
    });
    for (const call of ['store', 'delete-records'])
      served.answer(`POST ${own}/${call}`, () => ({ body: { data: counts } }));
    served.answer(`DELETE ${own}`, () => ({ body: { data: { id } } }));
  };
  served.answer(`POST ${path}/uploads`, ({ form }) => {
    id = (form?.get('upload_id') ?? '') as string;
    answerUpload();
    return { body: view('read') };
  });
  for (const call of ['bulk-change', 'bulk-delete', 'bulk-undo']) {
    served.answer(`POST ${path}/${call}`, ({ body }) => {
      id = String(body!['upload_id']);
      answerUpload();
      return { body: view('checked') };
    });
  }
  return {
    path: () => `${path}/uploads/${id}`,
    /** From now on a check does not end; the server says this about it. */
    hold: (state: Partial<UploadView>) => void (held = state),
  };
}

function countsOf(rows: readonly UploadRow[]): UploadCounts {
  const count = (verdict: Verdict) => rows.filter((row) => row.verdict === verdict).length;
  return Object.fromEntries(VERDICTS.map((verdict) => [verdict, count(verdict)])) as UploadCounts;
}
