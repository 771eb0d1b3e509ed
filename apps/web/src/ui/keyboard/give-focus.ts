/**
 * Gives the focus back to what had it. A row shows its buttons while it has the focus or the pointer: a button that is hidden
 * meanwhile gets it after its row.
 */
export function giveFocus(to: HTMLElement): void {
  to.focus({ preventScroll: true });
  if (document.activeElement === to) return;
  to.closest('tr')?.focus({ preventScroll: true });
  to.focus({ preventScroll: true });
}
