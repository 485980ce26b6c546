// Limits of cameras: calls of EZVIZ, addresses of streams, and turning. Milliseconds, bytes and counts.

export const cameraLimits = {
  /** Calls of EZVIZ: timeout, bytes of an answer, concurrent calls of one organisation, and cached tokens. */
  ...{ cameraCallMs: 8_000, cameraBytes: 64 * 1024, camerasAtOnce: 24, cameraTokens: 2000 },
  /** Validity of a stream address, size of their cache, and the pause after an address that failed. */
  ...{ cameraAddressMs: 600_000, cameraAddresses: 5000, cameraAgainMs: 15_000 },
  /** Views, presses and spoken messages of an account or a share within a minute. */
  ...{ cameraLooksPerMinute: 120, cameraPressesPerMinute: 60, cameraTalksPerMinute: 6 },
  /**
   * Pause in the presses after which a camera stops turning; maximum number of cameras that turn at the same time, in
   * total and for one account.
   */
  ...{ cameraLeaseMs: 2500, camerasTurning: 200, camerasTurningOfOne: 4 },
  /** Timeout for sending a spoken message. */
  cameraTalkMs: 30_000,
} as const
