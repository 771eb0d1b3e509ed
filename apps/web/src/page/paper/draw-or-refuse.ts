import { drawPaper, type DrawnPaper } from '@talaan/contract/papers/draw-paper';
import type { Paper } from '@talaan/contract/papers/paper';
import { TextDoesNotFit } from '@talaan/contract/papers/placed-part';

/** A text that its place does not hold is told in place of the paper. */
export function drawOrRefuse<Data>(paper: Paper<Data>, printed: Data): DrawnPaper | TextDoesNotFit {
  try {
    return drawPaper(paper, printed);
  } catch (failure) {
    if (failure instanceof TextDoesNotFit) return failure;
    throw failure;
  }
}
