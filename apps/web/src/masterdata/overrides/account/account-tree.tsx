import { useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { IconChevronDown, IconChevronRight } from '../../../ui/icons.tsx';
import { tableColumns } from '../../list/list-columns.tsx';
import { isNarrowed, selectionOf } from '../../record/list-state.ts';
import { statusOf } from '../../list/list-table.tsx';
import { ListToolbar } from '../../list/list-toolbar.tsx';
import type { MasterRecord } from '../../record/resource-calls.ts';
import type { ListViewProps } from '../../record/resource-parts.ts';
import { growTree, shownNodes, type TreeNode } from './account-nodes.ts';
import styles from './account.module.css';

/** Types that head other accounts and stand out in the list. */
export const HEADING_TYPES = new Set(['P', 'G']);

/** The chart of accounts as a tree: branches fold with a click or with ← and →, everything else is as in the list. */
export function AccountTree(props: ListViewProps) {
  const { parts, state, change, columns, onOpen, onDelete, flashId } = props;
  const { folded, setFolded, fold } = useFolding();
  const accounts = useQuery(parts.calls.all(selectionOf({ ...state, sort: '' })));
  const forest = growTree(accounts.data ?? []);
  const nodes = shownNodes(forest, folded);
  const byId = new Map(nodes.map((node) => [node.record.id, node]));

  function press(event: KeyboardEvent): void {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    if (!(event.target instanceof HTMLTableRowElement) || event.altKey) return;
    const node = nodes[Number(event.target.dataset['row'])];
    if (node === undefined || node.children.length === 0) return;
    event.preventDefault();
    fold(node.code, event.key === 'ArrowLeft');
  }

  const treeColumns = tableColumns(parts, columns).map((column) => {
    const plain = { ...column, sortable: false };
    return column.id === 'acct_code' ? { ...plain, width: CODE_WIDTH, cell: codeCell({ byId, folded, fold }) } : plain;
  });

  return (
    <>
      <ListToolbar {...props} />
      {/* Only ← and → of the rows inside; the rows themselves are operated in the table. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={styles.table} onKeyDown={press}>
        <DataTable<MasterRecord>
          caption={`${parts.definition.title.many}, as a tree`}
          columns={treeColumns}
          rows={nodes.map(({ record }) => record)}
          rowId={(record) => String(record.id)}
          status={statusOf(accounts)}
          onRetry={() => void accounts.refetch()}
          onOpen={(record) => onOpen(record.id)}
          {...(onDelete === undefined ? {} : { onDelete: (record: MasterRecord) => onDelete(record.id) })}
          currentId={state.id === '' ? undefined : state.id}
          flashId={flashId}
          empty={{ title: 'No accounts yet' }}
          noMatch={
            isNarrowed(state)
              ? {
                  text: 'No account matches',
                  onClear: () => change({ q: '', filters: noFilters(parts.definition.list.filters) }),
                }
              : undefined
          }
        />
      </div>
      <div className={styles.foot}>
        <Button size="sm" variant="ghost" onClick={() => setFolded(new Set())}>
          Expand all
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setFolded(new Set(codesOfParents(forest)))}>
          Collapse all
        </Button>
        <span className="figures" role="status">
          {`${nodes.length} of ${accounts.data?.length ?? 0} accounts shown`}
        </span>
      </div>
    </>
  );
}

/** The branches that are closed, by the code of the account that heads each. */
function useFolding() {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());

  function fold(code: string, closed: boolean): void {
    const next = new Set(folded);
    if (closed) next.add(code);
    else next.delete(code);
    setFolded(next);
  }

  return { folded, setFolded, fold };
}

/** Room for six levels in pixels. */
const CODE_WIDTH = 184;

interface Folding {
  byId: ReadonlyMap<number, TreeNode>;
  folded: ReadonlySet<string>;
  fold: (code: string, closed: boolean) => void;
}

/** The account code, standing in by its level, with the button that folds what is below. */
const codeCell =
  ({ byId, folded, fold }: Folding) =>
  (record: MasterRecord) => {
    const node = byId.get(record.id);
    return node === undefined ? null : <NodeCell node={node} folded={folded.has(node.code)} onFold={fold} />;
  };

function NodeCell({
  node,
  folded,
  onFold,
}: {
  node: TreeNode;
  folded: boolean;
  onFold: (code: string, closed: boolean) => void;
}) {
  const { record, code, depth, children } = node;
  return (
    <span className={styles.node} style={{ paddingLeft: depth * INDENT }}>
      {children.length === 0 ? (
        <span className={styles.leaf} />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          className={styles.toggle}
          aria-expanded={!folded}
          aria-label={`${folded ? 'Expand' : 'Collapse'} ${String(record['acct_desc'])}`}
          onClick={() => onFold(code, !folded)}
        >
          {folded ? <IconChevronRight size={14} /> : <IconChevronDown size={14} />}
        </button>
      )}
      {code}
    </span>
  );
}

/** Pixels by which a level of the tree stands in. */
const INDENT = 20;

function codesOfParents(nodes: readonly TreeNode[]): string[] {
  return nodes.flatMap((node) => (node.children.length === 0 ? [] : [node.code, ...codesOfParents(node.children)]));
}

function noFilters(names: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(names.map((name) => [name, []]));
}
