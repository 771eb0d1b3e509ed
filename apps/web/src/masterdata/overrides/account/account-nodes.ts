import type { MasterRecord } from '../../record/resource-calls.ts';
import { textIn } from '../../record/record-text.ts';

export interface TreeNode {
  readonly record: MasterRecord;
  readonly code: string;
  /** 0 at the top. */
  readonly depth: number;
  readonly children: readonly TreeNode[];
}

/** The accounts under their parents, in the order given. An account whose parent is not among them stands at the top. */
export function growTree(accounts: readonly MasterRecord[]): TreeNode[] {
  const codes = new Set(accounts.map(codeOf));
  const byParent = new Map<string, MasterRecord[]>();
  for (const account of accounts) {
    const parent = textIn(account, 'acct_parent');
    const place = codes.has(parent) ? parent : '';
    byParent.set(place, [...(byParent.get(place) ?? []), account]);
  }
  const below = (parent: string, depth: number): TreeNode[] =>
    (byParent.get(parent) ?? []).map((record) => ({
      record,
      code: codeOf(record),
      depth,
      children: below(codeOf(record), depth + 1),
    }));
  return below('', 0);
}

/** The nodes in sight, from top to bottom: nothing below a folded account. */
export function shownNodes(nodes: readonly TreeNode[], folded: ReadonlySet<string>): TreeNode[] {
  return nodes.flatMap((node) => [node, ...(folded.has(node.code) ? [] : shownNodes(node.children, folded))]);
}

function codeOf(account: MasterRecord): string {
  return textIn(account, 'acct_code');
}
