import packageFacts from '../../../../package.json' with { type: 'json' };

/** What papers and books say they are made by: its name and its version (RMC 5-2021 Annex B 4). */
export const SOFTWARE = `Talaan ${packageFacts.version}`;
