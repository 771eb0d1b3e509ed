const lockOf = (draftId: string) => `talaan-draft-${draftId}`;

/**
 * Says to the other tabs of this browser that a draft is open here, until the function that is answered is called or the
 * tab ends. A page without a secure context has no way to say it.
 */
export function holdDraft(draftId: string): () => void {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  void navigator.locks?.request(lockOf(draftId), () => released);
  return release;
}

/** Whether a tab of this browser has the draft open; true where that cannot be known. */
export async function isDraftOpen(draftId: string): Promise<boolean> {
  const locks = await navigator.locks?.query();
  return locks?.held?.some(({ name }) => name === lockOf(draftId)) ?? true;
}
