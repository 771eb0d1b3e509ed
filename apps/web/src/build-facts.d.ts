/** Version of the product, from the root package file; set by vite.config.ts. */
declare const __TALAAN_VERSION__: string;
/** Calendar date of the build, YYYY-MM-DD; set by vite.config.ts. */
declare const __TALAAN_BUILD_DATE__: string;
