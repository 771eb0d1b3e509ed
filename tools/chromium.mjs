// The one Chromium that the browser tests use; Playwright's own downloads are not needed.
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_PLACES = ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);

/** Debian's packages: the browser, and fonts so that text has the same width on every machine. */
export const CHROMIUM_PACKAGES = [
  'chromium-headless-shell',
  'fonts-liberation',
  'fonts-dejavu-core',
  'fonts-noto-core',
];

/**
 * What a window of Chromium prepares for people and no test uses; the address bar's suggestions alone are a page of their
 * own in every window. Chromium heeds only the last list of this kind: the first three lines are the list that Playwright
 * gives.
 */
const FEATURES_OFF = `
  AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades LensOverlay
  HttpsFirstBalancedModeAutoEnable MediaRouter PaintHolding ThirdPartyStoragePartitioning AimEnabled
  AvoidCorsURLLoaderRestartOnRedirect OptimizationHints NetworkTimeServiceQuerying PreconnectToSearch
  WebUIOmniboxPopup WebUIOmniboxAimPopup PreloadTopChromeWebUI
`;

/** Flags for a browser that talks to nobody but the page under test. Chromium refuses its sandbox to root. */
export const CHROMIUM_FLAGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  `--disable-features=${FEATURES_OFF.trim().split(/\s+/).join(',')}`,
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
];

/**
 * The path of Chromium: CHROMIUM_PATH, else the first known name on the PATH; undefined when there is none.
 * Throws when CHROMIUM_PATH is set to something that cannot be run.
 * @returns {string | undefined}
 */
export function findChromium() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (!canRun(wanted)) throw new Error(`CHROMIUM_PATH is ${wanted}, which cannot be run.`);
    return wanted;
  }
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return [...NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...MAC_PLACES].find(canRun);
}

/** @param {string} file */
function canRun(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
