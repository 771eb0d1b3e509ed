import type { Piece } from './piece.ts';

/** A piece on its page, in points from the top of it. */
export interface PlacedPiece extends Piece {
  readonly y: number;
}

/**
 * Fills pages from top to bottom and gives each away when it is full, so that no more than one is held. No group head stands
 * alone at the foot of a page, and a total stays with its last row.
 */
export class PageFlow {
  readonly #room: { readonly top: number; readonly bottom: number };
  readonly #give: (page: readonly PlacedPiece[]) => void;
  #page: PlacedPiece[] = [];
  #y: number;

  constructor(room: { readonly top: number; readonly bottom: number }, give: (page: readonly PlacedPiece[]) => void) {
    this.#room = room;
    this.#give = give;
    this.#y = room.top;
  }

  put(piece: Piece): void {
    const page = this.#page;
    const kept = piece.turn?.height ?? 0;
    if (page.length === 0 || this.#y + piece.height + kept <= this.#room.bottom) {
      this.#place(piece);
      return;
    }
    const moved: Piece[] = page.splice(page.length - countToCarry(page, piece));
    if (moved.length > 0) this.#y = (moved[0] as PlacedPiece).y;
    moved.push(piece);
    const [first] = moved as [Piece];
    const turned = first.turn?.pieces();
    if (turned) this.#place(turned.foot);
    this.#give(page);
    this.#page = [];
    this.#y = this.#room.top;
    if (first.head) this.#place({ ...first.head, edge: true });
    if (turned) this.#place(turned.head);
    for (const again of moved) this.#place(again);
  }

  /** Gives the last page away; without pieces it is empty. */
  end(): void {
    this.#give(this.#page);
  }

  #place(piece: Piece): void {
    this.#page.push({ ...piece, y: this.#y });
    this.#y += piece.height;
  }
}

/** How many pieces move to the next page with the one that no longer fits; none, if that would leave the page empty. */
function countToCarry(page: readonly Piece[], next: Piece): number {
  let carried = 0;
  let after = next;
  for (const before of page.toReversed()) {
    const isJoined = joins(before, 'next') || joins(after, 'previous');
    if (!isJoined) return carried;
    carried += 1;
    after = before;
  }
  return 0;
}

const joins = (piece: Piece, which: 'next' | 'previous'): boolean => piece.joins === which || piece.joins === 'both';
