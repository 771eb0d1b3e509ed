async function save(): Promise<void> {
  await Promise.resolve();
}

export function saveLater(): void {
  save(); // bites: typescript(no-floating-promises)
}

export function saveAll(rows: string[]): void {
  rows.forEach(async () => save()); // bites: typescript(no-misused-promises)
}
