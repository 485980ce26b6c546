// Limits of a gateway's messages, remote download and scripts: part of contract/limits.ts.

export const gatewayLimits = {
  /** Interval of live streaming that a page requests, seconds. */
  streamIntervalS: 1,
  /** Beyond this the platform reads from the gateway more slowly. Nothing is lost: the rest waits. */
  gatewayPacketsPerS: 500,
  gatewayPacketsBurst: 1000,
  gatewayBytesPerS: 4 * 1024 * 1024,
  gatewayBytesBurst: 8 * 1024 * 1024,
  /** Remote download: the first period, the longest in all, and how long it may be unused. */
  tunnelMs: 30 * 60_000,
  tunnelMaxMs: 8 * 3600_000,
  tunnelIdleMs: 10 * 60_000,
  /**
   * A side of a tunnel counts as disconnected after this silence; each side sends something three times within that
   * time.
   */
  tunnelSilentMs: 12_000,
  /** Time for a gateway to free the target, and to connect to it. */
  tunnelOpenMs: 10_000,
  /**
   * Limits of one tunnel: simultaneous connections, unacknowledged bytes of a connection per direction, bytes of a
   * frame.
   */
  tunnelStreams: 16,
  tunnelWindowBytes: 256 * 1024,
  tunnelFrameBytes: 16 * 1024,
  /** Frame rate of a gateway, lower than its packet rate. Faster data is sent in larger frames. */
  tunnelFramesPerS: 350,
  /** Simultaneous tunnels of a platform. */
  tunnelsAtOnce: 200,
  /** Scripts of a device: number, length, shortest period, shortest gap between two runs after changes. */
  scriptsPerEquipment: 20,
  scriptLength: 20_000,
  scriptPeriodMinMs: 200,
  scriptGapMs: 100,
  scriptTriggers: 50,
  scriptNames: 200,
  /** Limits of one run of a script. */
  scriptWritesPerRun: 20,
  scriptLinesPerRun: 50,
  scriptLineLength: 200,
  scriptStateLength: 4000,
  /** Limits of all scripts of a device together. */
  scriptWritesPerS: 10,
  scriptWritesBurst: 20,
  scriptLinesPerS: 20,
  scriptLinesKept: 200,
  scriptLinesPerMessage: 100,
  /** A script pauses after this number of consecutive runs that exceeded a budget, and for how long. */
  scriptExcesses: 3,
  scriptPauseMs: 60_000,
  /** A faulty script pauses; each further pause is twice as long as the previous one, up to this maximum. */
  scriptPauseMostMs: 3_600_000,
  /** Devices whose script messages the platform remembers. */
  scriptDevicesKept: 500,
  /** Writes that a gateway starts automatically: interval of the sums that it reports, and writers in them. */
  writesToldMs: 3_600_000,
  writersTold: 150,
  /** Rate at which the platform accepts messages with sums of writes from one gateway. */
  writesTakenPerS: 0.2,
  writesTakenBurst: 30,
} as const
