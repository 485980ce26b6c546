// Limits of what runs through a gateway and on it: its rate, remote download and scripts. Parts of `limits`.

export const gatewayLimits = {
  /** Interval of live streaming that a page requests, seconds. */
  streamIntervalS: 1,
  /** Beyond this a gateway is read more slowly: nothing is lost, it waits. */
  gatewayPacketsPerS: 500,
  gatewayPacketsBurst: 1000,
  gatewayBytesPerS: 4 * 1024 * 1024,
  gatewayBytesBurst: 8 * 1024 * 1024,
  /** Remote download: a first period and the longest in all, of one; how long it may stand unused. */
  tunnelMs: 30 * 60_000,
  tunnelMaxMs: 8 * 3600_000,
  tunnelIdleMs: 10 * 60_000,
  /** Silence after which the other side of a tunnel is gone; each side says something three times in it. */
  tunnelSilentMs: 12_000,
  /** A gateway frees the target, and connects to it, within so long. */
  tunnelOpenMs: 10_000,
  /** Connections at once in one tunnel; bytes of one under way each way, and in one frame. */
  tunnelStreams: 16,
  tunnelWindowBytes: 256 * 1024,
  tunnelFrameBytes: 16 * 1024,
  /** Frames that a gateway sends: fewer than it may send packets. What comes faster leaves in larger ones. */
  tunnelFramesPerS: 350,
  /** Of one platform. */
  tunnelsAtOnce: 200,
  /** Scripts of a device: how many, how long, how often; the least between two runs that changes ask for. */
  scriptsPerEquipment: 20,
  scriptLength: 20_000,
  scriptPeriodMinMs: 200,
  scriptGapMs: 100,
  scriptTriggers: 50,
  scriptNames: 200,
  /** Of one run. */
  scriptWritesPerRun: 20,
  scriptLinesPerRun: 50,
  scriptLineLength: 200,
  scriptStateLength: 4000,
  /** Of all scripts of a device. */
  scriptWritesPerS: 10,
  scriptWritesBurst: 20,
  scriptLinesPerS: 20,
  scriptLinesKept: 200,
  scriptLinesPerMessage: 100,
  /** After so many runs in a row that exceeded a budget a script pauses for so long. */
  scriptExcesses: 3,
  scriptPauseMs: 60_000,
  /** A pause doubles each time until it is so long. */
  scriptPauseMostMs: 3_600_000,
  /** Devices whose script messages the platform remembers. */
  scriptDevicesKept: 500,
  /** Of what a gateway writes by itself: how often it tells sums, and of how many writers. */
  writesToldMs: 3_600_000,
  writersTold: 150,
  /** Such messages of one gateway that the platform takes. */
  writesTakenPerS: 0.2,
  writesTakenBurst: 30,
} as const
