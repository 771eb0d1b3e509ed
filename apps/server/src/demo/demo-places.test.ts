import { expect, it } from 'vitest';
import { readBarangays, readPlaces } from './demo-sign-in.ts';

it('every municipality that the HR system of the demo offers has its barangays', async () => {
  const barangays = await readBarangays();
  const places = new Set((await readPlaces()).map(({ municipality }) => municipality));
  expect(new Set(barangays.map(({ municipality }) => municipality))).toEqual(places);
  expect(barangays).toContainEqual({ municipality: 'Makati City', barangay: 'Bel-Air' });
});
