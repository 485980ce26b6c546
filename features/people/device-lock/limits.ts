// Limits of device locks: milliseconds, bytes and counts.

export const lockLimits = {
  /** How often a browser proves its device lock, and how long a session works without proof. [S9 Lock check] */
  ...{ periodMs: 60_000, lapseMs: 2 * 60_000 },
  /** Validity of a random text, and their number per session. */
  ...{ randomMs: 60_000, randoms: 20 },
  /** Size of the file of a public key. */
  fileBytes: 1024 * 1024,
  /** Timeout of the local service. The user may have to enter a PIN meanwhile. */
  serviceMs: 45_000,
} as const
