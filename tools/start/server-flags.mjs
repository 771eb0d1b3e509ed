// How Node runs the server, wherever it is started.

/**
 * Positions in errors are those of the sources. Garbage is collected by one thread fewer than there are processors: with Node's
 * own four, whoever is answered and PostgreSQL wait for them on a machine of two.
 */
export const SERVER_FLAGS = ['--enable-source-maps', '--v8-pool-size=0'];
