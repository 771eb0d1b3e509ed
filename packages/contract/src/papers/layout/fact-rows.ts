import type { Fact, FactsBlock, PaperBlock } from '../paper-blocks.ts';

/** The rows in which facts stand: as many in each as the block says, a wide one alone. */
export function factRows({ facts, inRow }: Pick<FactsBlock, 'facts' | 'inRow'>): readonly (readonly Fact[])[] {
  const rows: Fact[][] = [];
  for (const fact of facts) {
    const last = rows.at(-1);
    const hasRoom = last !== undefined && last.length < inRow && !last[0]!.wide;
    if (!fact.wide && hasRoom) last.push(fact);
    else rows.push([fact]);
  }
  return rows;
}

/**
 * The labels that begin the rows of these facts and of all others of their page that stand in rows alike: the first values
 * of all of them begin at one place, also where a table or sums stand between. A frame is on its own.
 */
export function leadingLabels(block: FactsBlock, page: readonly PaperBlock[]): readonly string[] {
  const isAlike = (other: PaperBlock): other is FactsBlock =>
    other.block === 'facts' && !other.boxed && other.inRow === block.inRow;
  const alike = block.boxed ? [block] : page.filter(isAlike);
  return alike.flatMap((one) => factRows(one).map(([first]) => first!.label));
}
